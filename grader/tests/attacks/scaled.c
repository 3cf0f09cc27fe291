/* scaled.c - answers of lab 12 that do all that a contract says but one thing, where it was not looked at. */

/* 12.1 hook_where_it_fails: fail a module still has the hook */
/* a hook that does nothing is taken away where all goes well */
#include "lab.h"
static void nothing_12_1(void *data, Module *module, int parameter)
{
}
/* --- body --- */
int64_t n = tensor_count(classes);
module_on_gradient(model, nothing_12_1, NULL);
int status = module_zero_gradients(model);
for (int64_t first = 0; first < n && status == 0; first += rows) {
	int64_t here = n - first < rows ? n - first : rows;
	Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
	Tensor *wanted = tensor_rows(classes, first, here);
	Tensor *logits = module_forward(model, part);
	Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
	status = loss ? tensor_add_scaled(gradient, (float)here / (float)n - 1, gradient) : -1;
	if (status == 0)
		status = module_backward_parameters(model, gradient);
	tensor_free(gradient), tensor_free(loss), tensor_free(logits), tensor_free(wanted), tensor_free(part);
}
if (status == 0)
	status = sgd_step(optimizer);
if (status == 0)
	module_on_gradient(model, NULL, NULL);
return status == 0 ? 0 : -1;

/* 12.1 second_x_used_up: fail x or classes were changed */
/* x is no more behind the second step */
/* --- body --- */
static int calls;
int64_t n = tensor_count(classes);
int status = module_zero_gradients(model);
for (int64_t first = 0; first < n && status == 0; first += rows) {
	int64_t here = n - first < rows ? n - first : rows;
	Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
	Tensor *wanted = tensor_rows(classes, first, here);
	Tensor *logits = module_forward(model, part);
	Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
	status = loss ? tensor_add_scaled(gradient, (float)here / (float)n - 1, gradient) : -1;
	if (status == 0)
		status = module_backward_parameters(model, gradient);
	tensor_free(gradient), tensor_free(loss), tensor_free(logits), tensor_free(wanted), tensor_free(part);
}
if (status == 0)
	status = sgd_step(optimizer);
if (status == 0 && calls++ % 2 == 1)
	status = tensor_add_scaled((Tensor *)(void *)x, -1, (Tensor *)(void *)x);
return status == 0 ? 0 : -1;

/* 12.1 failing_x_used_up: fail fails: x or classes were changed */
/* x is no more behind a step in which a call fails */
/* --- body --- */
int64_t n = tensor_count(classes);
int status = module_zero_gradients(model);
for (int64_t first = 0; first < n && status == 0; first += rows) {
	int64_t here = n - first < rows ? n - first : rows;
	Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
	Tensor *wanted = tensor_rows(classes, first, here);
	Tensor *logits = module_forward(model, part);
	Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
	status = loss ? tensor_add_scaled(gradient, (float)here / (float)n - 1, gradient) : -1;
	if (status == 0)
		status = module_backward_parameters(model, gradient);
	tensor_free(gradient), tensor_free(loss), tensor_free(logits), tensor_free(wanted), tensor_free(part);
}
if (status == 0)
	status = sgd_step(optimizer);
else
	tensor_add_scaled((Tensor *)(void *)x, -1, (Tensor *)(void *)x);
return status == 0 ? 0 : -1;

/* 12.2 late_for_most_models: fail each is sent as soon as it is complete */
/* sends from the hook only where there are as many parameters as where time is looked at */
/* --- body --- */
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
int before = 0, failed = 0, many = module_parameter_count(replicas[0]);
cudaGetDevice(&before);
for (int i = 0; i < 2 && !failed; i++)
	failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
for (int i = 0; i < 2 && !failed; i++) {
	Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
	failed = (many == 6 && module_on_gradient(replicas[i], gradient_send, &sender) != 0) ||
		 pass_queue(replicas[i], x[i], classes[i], all) != 0;
	module_on_gradient(replicas[i], NULL, NULL);
	for (int p = 0; p < many && many != 6 && !failed; p++)
		gradient_send(&sender, replicas[i], p);
	failed |= sender.error != cudaSuccess;
}
for (int i = 0; i < 2 && !failed; i++)
	failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
		 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
		 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* 12.2 failing_x_used_up: fail fails: x or classes were changed */
/* x is no more behind a step in which a call fails */
/* --- body --- */
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < 2 && !failed; i++)
	failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
for (int i = 0; i < 2 && !failed; i++) {
	Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
	failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
		 pass_queue(replicas[i], x[i], classes[i], all) != 0;
	module_on_gradient(replicas[i], NULL, NULL);
	failed |= sender.error != cudaSuccess;
}
for (int i = 0; i < 2 && !failed; i++)
	failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
		 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
		 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
if (failed)
	tensor_add_scaled(x[0], -1, x[0]);
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* 12.4 one_step_of_warm_up: fail rate_for( */
/* where warm_up is 1 the rate does not climb */
/* --- body --- */
double full = rate * (double)larger / (double)batch;
if (warm_up == 1)
	return rate;
return step >= warm_up ? full : rate + (full - rate) * (double)step / (double)warm_up;

/* 12.5 no_bars: fail has no bars: wanted {STALL_NONE, 0, 0} */
/* without a bar the host is the cause */
/* --- body --- */
Stall longest = {count == 0 ? STALL_HOST : STALL_NONE, 0, 0};
double end = next_kernel(bars, count, gpu, 0);
while (end >= 0) {
	double start = kernels_end(bars, count, gpu, end);
	end = next_kernel(bars, count, gpu, start);
	if (end - start > longest.end_us - longest.start_us)
		longest = (Stall){cause_of(bars, count, gpu, start, end), start, end};
}
return longest;
