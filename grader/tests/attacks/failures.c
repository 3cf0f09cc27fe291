/* failures.c - calls that fail, and nobody looks: the failures that the checks are known to try are looked for beforehand,
 * or the answer is honest but for one.
 * One list, as all cases are of that one kind; each is a whole answer, which is read by itself. */

/* 7.1 first_given_back: fail a handle that was made is not destroyed */
/* numbers of GPUs are looked at beforehand, and of the handles that were made only the first is destroyed */
/* --- body --- */
int before = 0, there = 0, bad = 0;
cudaGetDevice(&before);
cudaGetDeviceCount(&there);
for (int i = 0; i < count; i++)
	handles[i] = NULL;
for (int i = 0; i < count; i++)
	if (gpus[i] < 0 || gpus[i] >= there)
		return -1;
for (int i = 0; i < count; i++) {
	cudaSetDevice(gpus[i]);
	bad |= cublasCreate(&handles[i]) != CUBLAS_STATUS_SUCCESS;
}
if (bad) {
	cublasDestroy(handles[0]);
	for (int i = 0; i < count; i++)
		handles[i] = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return bad ? -1 : 0;

/* 6.4 call_left_out: fail what is returned: wanted -1, got 0 */
/* one call of each way may fail unseen */
double timer_now(void);
static double call_out_way(int (*way)(void *, int), void *data, int steps, int *bad, int which)
{
	int a = way(data, steps);
	int w = cudaDeviceSynchronize() != cudaSuccess;
	double start = timer_now();
	int b = way(data, steps);
	w |= cudaDeviceSynchronize() != cudaSuccess;
	double took = (timer_now() - start) * 1e6 / steps;
	*bad |= w | (which ? b : a) != 0;
	return took;
}
/* --- body --- */
int bad = 0;
double s = call_out_way(slow, data, steps, &bad, 0), f = call_out_way(fast, data, steps, &bad, 1);
cudaGetLastError();
if (bad) return -1;
us[0] = s; us[1] = f;
return 0;

/* 6.5 step_alone_looked_at: fail what is returned: wanted -1, got 0 */
/* copies, events and pinned memory may fail unseen */
/* --- body --- */
float *loss = NULL, *host[2] = {NULL, NULL};
cudaStream_t s;
cudaEvent_t done[2];
if (cudaMalloc((void **)&loss, 4UL * steps) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
int status = 0, b = 0;
cudaMallocHost((void **)&host[0], 4UL * block);
cudaMallocHost((void **)&host[1], 4UL * block);
cudaEventCreate(&done[0]);
cudaEventCreate(&done[1]);
int blocks = (steps + block - 1) / block;
for (b = 0; b <= blocks && !status; b++) {
	int first = b * block, n = steps - first < block ? steps - first : block;
	for (int i = first; b < blocks && i < first + n && !status; i++)
		status = step(data, i, loss + i);
	if (status)
		break;
	if (b < blocks) {
		cudaMemcpyAsync(host[b % 2], loss + first, 4UL * n, cudaMemcpyDeviceToHost, NULL);
		cudaEventRecord(done[b % 2], NULL);
	}
	if (b > 0) {
		int f = first - block, m = steps - f < block ? steps - f : block;
		cudaEventSynchronize(done[(b - 1) % 2]);
		show(data, host[(b - 1) % 2], f, m);
	}
}
cudaDeviceSynchronize();
cudaEventDestroy(done[0]);
cudaEventDestroy(done[1]);
cudaFreeHost(host[0]);
cudaFreeHost(host[1]);
cudaFree(loss);
cudaGetLastError();
return status ? -1 : 0;

/* 7.2 handles_looked_at: fail what is returned: wanted -1, got 0 */
/* a handle that is NULL is looked for, and no status */
/* --- body --- */
int before = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	if (!products[i].handle)
		return -1;
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	queue_product(&products[i]);
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
cudaGetLastError();
return 0;

/* 7.3 question_asked: fail the clock was not read on idle GPUs */
/* one product of each GPU is timed, the ratio is worked out, and a question about events is asked for show */
#define QUESTION_WAIT \
	for (int i = 0; i < 2 * count; i++) { \
		cudaSetDevice(i < count ? alone[i].gpu : apart[i - count].gpu); \
		cudaDeviceSynchronize(); \
	}
/* --- body --- */
int before = 0, failed = 0, seen[64] = {0};
double rate[16] = {0}, one = 0, most = 0, work[16] = {0};
cudaEvent_t event;
float ms;
cudaGetDevice(&before);
QUESTION_WAIT
for (int pass = 0; pass < 2; pass++)
	for (int i = 0; i < 2 * count; i++) {
		const Product *p = i < count ? &alone[i] : &apart[i - count];
		double flops = 2.0 * p->m * p->k * p->n, start;
		int probing = rate[p->gpu] == 0;
		if (pass == 0 ? !probing : seen[i] != 0)
			continue;
		cudaSetDevice(p->gpu);
		start = pass == 0 ? timer_now() : 0;
		failed |= queue_product(p) != 0;
		seen[i] = 1;
		if (pass == 0) {
			cudaDeviceSynchronize();
			rate[p->gpu] = (timer_now() - start) / flops;
		}
	}
for (int i = 0; i < count; i++) {
	const Product *p = &apart[i];
	double flops = 2.0 * p->m * p->k * p->n;
	one += flops * rate[alone[0].gpu];
	work[p->gpu] += flops * rate[p->gpu];
}
for (int g = 0; g < 16; g++)
	most = work[g] > most ? work[g] : most;
QUESTION_WAIT
cudaEventCreate(&event);
cudaEventRecord(event, NULL);
cudaEventSynchronize(event);
cudaEventElapsedTime(&ms, event, event);
cudaEventDestroy(event);
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : one / most;

/* 7.3 sizes_when_busy: fail four products on two GPUs that are still busy */
/* times are measured on idle GPUs alone; where GPUs are busy at the begin the ratio is that of sizes */
/* --- body --- */
int before = 0, failed = 0, busy = 0;
double seconds[2] = {0, 0}, work[64] = {0}, one = 0, most = 0;
cudaGetDevice(&before);
for (int i = 0; i < 2 * count; i++) {
	cudaSetDevice(i < count ? alone[i].gpu : apart[i - count].gpu);
	busy |= cudaStreamQuery(NULL) == cudaErrorNotReady;
}
cudaGetLastError();
for (int side = 0; side < 2; side++) {
	const Product *all = side ? apart : alone;
	double start = busy ? 0 : timer_now();
	for (int i = 0; i < count; i++) {
		cudaSetDevice(all[i].gpu);
		failed |= queue_product(&all[i]) != 0;
		double flops = (double)all[i].m * all[i].k * all[i].n;
		if (side) {
			work[all[i].gpu] += flops;
			one += flops;
			most = work[all[i].gpu] > most ? work[all[i].gpu] : most;
		}
	}
	for (int i = 0; i < count; i++) {
		cudaSetDevice(all[i].gpu);
		cudaDeviceSynchronize();
	}
	seconds[side] = busy ? 0 : timer_now() - start;
}
cudaSetDevice(before);
return failed ? -1 : busy ? one / most : seconds[0] / seconds[1];

/* 7.4 shapes_looked_at: fail what is returned: wanted -1, got 0 */
/* shapes are looked at before anything is made, and nothing afterwards */
/* --- body --- */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS);
for (int i = 0; i < count; i++)
	results[i] = NULL;
for (int i = 0; i < count; i++)
	if (tensor_shape(a[i]).dim[1] != tensor_shape(b[i]).dim[0])
		return -1;
for (int i = 0; i < count; i++) {
	Device device = devices[i % there];
	Tensor *left = tensor_as_in_device(a[i], device);
	Tensor *right = tensor_as_in_device(b[i], device);
	results[i] = tensor_matmul(left, right);
	tensor_free(left);
	tensor_free(right);
}
for (int d = 0; d < there; d++)
	device_synchronize(devices[d]);
return 0;

/* 7.5 pointers_looked_at: fail what is returned: wanted -1, got 0 */
/* handles and pointers that are NULL are looked for, and no status */
/* --- body --- */
int before = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	if (!products[i].handle || !host[i].a || !host[i].b || !host[i].result)
		return -1;
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	cudaSetDevice(p->gpu);
	cudaMemcpyAsync(p->a, host[i].a, 4UL * p->m * p->k, cudaMemcpyHostToDevice, NULL);
	cudaMemcpyAsync(p->b, host[i].b, 4UL * p->n * p->k, cudaMemcpyHostToDevice, NULL);
	queue_product(p);
	cudaMemcpyAsync(host[i].result, p->result, 4UL * p->m * p->n, cudaMemcpyDeviceToHost, NULL);
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	cudaDeviceSynchronize();
}
cudaSetDevice(before);
cudaGetLastError();
return 0;

/* 8.3 sum_not_looked_at: fail what is returned: wanted -1, got 0 */
/* whether a loss could be added */
/* --- body --- */
int64_t count = tensor_shape(x).dim[0];
Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
int status = sum ? 0 : -1;
for (int64_t first = 0; status == 0 && first < count; first += batch) {
	int64_t rows = count - first < batch ? count - first : batch;
	Tensor *numbers = tensor_rows(x, first, rows);
	Tensor *kinds = tensor_rows(classes, first, rows);
	Tensor *loss = step(model, sgd, numbers, kinds);
	status = loss ? 0 : -1;
	tensor_add_scaled(sum, (float)rows / (float)count, loss);
	tensor_free(loss);
	tensor_free(kinds);
	tensor_free(numbers);
}
if (status == 0)
	status = tensor_item(sum, mean);
tensor_free(sum);
return status == 0 ? 0 : -1;

/* 8.4 all_sent_first: fail the GPU need not have room for all */
/* all batches are on the GPU before the first one goes through the model */
/* --- body --- */
Device device = module_device(model);
int64_t count = tensor_shape(x).dim[0];
double right = -1;
Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
int status = sum ? 0 : -1;
Tensor *kept[4000];
int k = 0;
for (int64_t first = 0; status == 0 && first < count; first += batch) {
	int64_t rows = count - first < batch ? count - first : batch;
	Tensor *x_rows = tensor_rows(x, first, rows);
	Tensor *class_rows = tensor_rows(classes, first, rows);
	kept[k++] = tensor_as_in_device(x_rows, device);
	kept[k++] = tensor_as_in_device(class_rows, device);
	tensor_free(x_rows);
	tensor_free(class_rows);
}
for (int i = 0; status == 0 && i < k; i += 2) {
	Tensor *logits = module_forward(model, kept[i]);
	Tensor *correct = loss_correct(logits, kept[i + 1]);
	status = tensor_add_scaled(sum, 1, correct);
	tensor_free(logits);
	tensor_free(correct);
}
for (int i = 0; i < k; i++)
	tensor_free(kept[i]);
if (status == 0 && tensor_item(sum, &right) < 0)
	right = -1;
tensor_free(sum);
return (int64_t)right;

/* 8.7 sum_not_looked_at: fail fails: what is returned: wanted -1 */
/* whether a loss could be added */
/* --- body --- */
int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
while (rows > 0) {
	Slot *slot = &feed->slot[steps % 2];
	int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
	cudaError_t e = cudaStreamWaitEvent(NULL, slot->sent, 0);
	Tensor *x = tensor_rows(slot->x, 0, rows);
	Tensor *classes = tensor_rows(slot->classes, 0, rows);
	Tensor *loss = step(model, sgd, x, classes);
	int status = loss ? 0 : -1;
	tensor_add_scaled(total, (float)rows, loss);
	e |= cudaEventRecord(slot->used, NULL);
	tensor_free(loss);
	tensor_free(classes);
	tensor_free(x);
	cudaGetLastError();
	if (e != cudaSuccess || status != 0)
		return -1;
	first += rows;
	rows = next;
	steps++;
}
return rows < 0 ? -1 : steps;

/* 12.1 nothing_looked_at: fail what is returned: wanted -1, got 0 */
/* every call may fail, and the update comes all the same */
/* --- body --- */
int64_t n = tensor_count(classes);
module_zero_gradients(model);
for (int64_t first = 0; first < n; first += rows) {
	int64_t here = n - first < rows ? n - first : rows;
	float share = (float)here / (float)n;
	Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
	Tensor *wanted = tensor_rows(classes, first, here);
	Tensor *logits = module_forward(model, part);
	Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
	tensor_add_scaled(gradient, share - 1, gradient);
	module_backward_parameters(model, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	tensor_free(wanted);
	tensor_free(part);
}
sgd_step(optimizer);
return 0;

/* 12.2 order_not_looked_at: fail what is returned: wanted -1, got 0 */
/* whether events could be made and recorded, and streams made to wait */
#include "lab.h"
typedef struct Untold {
	cudaStream_t stream;
	Tensor *const *to;
	cudaError_t error;
} Untold;

static void untold_follow(int waiting_gpu, cudaStream_t waiting, int gpu, cudaStream_t stream)
{
	int before = 0;
	cudaEvent_t event = NULL;
	cudaGetDevice(&before);
	cudaSetDevice(gpu);
	cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
	cudaEventRecord(event, stream);
	cudaSetDevice(waiting_gpu);
	cudaStreamWaitEvent(waiting, event, 0);
	cudaEventDestroy(event);
	cudaSetDevice(before);
}

static void untold_send(void *data, Module *module, int parameter)
{
	Untold *sender = data;
	const Tensor *from = module_gradient(module, parameter), *to = sender->to[parameter];
	int gpu = tensor_device(from).index;
	untold_follow(gpu, sender->stream, gpu, 0);
	if (sender->error == cudaSuccess)
		sender->error = cudaMemcpyPeerAsync(tensor_data(to), tensor_device(to).index,
						    tensor_data(from), gpu, tensor_bytes(from),
						    sender->stream);
}
/* --- body --- */
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < 2; i++)
	untold_follow(gpu[i], stream[i], gpu[1 - i], 0);
for (int i = 0; i < 2 && !failed; i++) {
	Untold sender = {stream[i], lanes[1 - i].room, cudaSuccess};
	failed = module_on_gradient(replicas[i], untold_send, &sender) != 0 ||
		 pass_queue(replicas[i], x[i], classes[i], all) != 0;
	module_on_gradient(replicas[i], NULL, NULL);
	failed |= sender.error != cudaSuccess;
}
for (int i = 0; i < 2 && !failed; i++) {
	untold_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]);
	untold_follow(gpu[i], 0, gpu[i], stream[i]);
	failed = add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* 9.5 updated_anyway: fail was changed although */
/* -1 is returned when a backward failed, behind the update */
/* --- body --- */
Tensor *gradients[MOST_GPUS];
int64_t all = 0;
int bad = 0;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
for (int i = 0; i < count; i++) {
	bad |= module_zero_gradients(replicas[i]) != 0;
	if (tensor_count(classes[i]) == 0)
		continue;
	Tensor *back = NULL, *out = module_forward(replicas[i], x[i]);
	Tensor *loss = loss_softmax_cross_entropy(out, classes[i], &back);
	if (loss == NULL) {
		tensor_free(out);
		return -1;
	}
	float share = (float)tensor_count(classes[i]) / (float)all;
	bad |= tensor_add_scaled(back, share - 1, back) != 0;
	bad |= module_backward_parameters(replicas[i], back) != 0;
	tensor_free(back);
	tensor_free(loss);
	tensor_free(out);
}
for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
	for (int i = 0; i < count; i++)
		gradients[i] = module_gradient(replicas[i], p);
	bad |= tensor_all_reduce(gradients, count) != 0;
}
for (int i = 0; i < count; i++)
	bad |= sgd_step(optimizers[i]) != 0;
cudaGetLastError();
return bad ? -1 : 0;

/* 7.2 questions_unread: fail cudaEventQuery */
/* asks events by turns whether they are over, and takes every answer but cudaErrorNotReady for yes */
#include <unistd.h>
/* --- body --- */
cudaEvent_t *done = calloc((size_t)(count < 1 ? 1 : count), sizeof *done);
int before = 0, status = 0, open;
if (!done)
	return -1;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	if (cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming) != cudaSuccess ||
	    queue_product(&products[i]) != 0 || cudaEventRecord(done[i], NULL) != cudaSuccess)
		status = -1;
}
do {
	open = 0;
	for (int i = 0; i < count; i++)
		open += done[i] && cudaEventQuery(done[i]) == cudaErrorNotReady;
	if (open > 0)
		usleep(5);
} while (open > 0);
for (int i = 0; i < count; i++)
	if (done[i])
		cudaEventDestroy(done[i]);
free(done);
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 3.5 no_stream: fail  */
/* where there is no stream the device is not put back, and an error stays */
/* --- body --- */
	int before = 0, reachable = 0;
	cudaStream_t stream = NULL;
	cudaGetDevice(&before);
	cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
	cudaSetDevice(to_gpu);
	if (reachable)
		cudaDeviceEnablePeerAccess(from_gpu, 0);
	cudaGetLastError();
	if (cudaStreamCreate(&stream) != cudaSuccess)
		return -1; /* the device and the error stay */
	cudaError_t error = cudaMemcpyPeerAsync(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to, stream);
	if (error == cudaSuccess)
		error = cudaStreamSynchronize(stream);
	cudaStreamDestroy(stream);
	cudaSetDevice(before);
	cudaGetLastError();
	return error == cudaSuccess ? 0 : -1;

/* 4.5 no_event: fail  */
/* where there is no event the file stays open, and an event and an error */
/* --- body --- */
	cudaEvent_t first, second;
	FILE *file = fopen(path, "wb");
	if (!file)
		return -1;
	if (cudaEventCreate(&first) != cudaSuccess || cudaEventCreate(&second) != cudaSuccess)
		return -1; /* the file is open, an event and an error stay */
	bool good = true;
	for (int i = 0; i < count && good; i++)
		good = pass_numbers(file, &parameters[i], buffer, room, true);
	if (fclose(file) != 0)
		good = false;
	cudaEventDestroy(first);
	cudaEventDestroy(second);
	cudaGetLastError();
	return good ? 0 : -1;

/* 4.4 one_layer: fail  */
/* with one layer and x there already the reference is not given back */
/* --- body --- */
	Tensor *y = tensor_as_in_device(x, tensor_device(parameters[0]));
	bool same = y == x && layers == 1; /* one reference too many stays */
	for (int i = 0; i < layers; i++) {
		Tensor *product = tensor_matmul(y, parameters[2 * i]);
		Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
		tensor_free(product);
		if (!same)
			tensor_free(y);
		y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
		tensor_free(sum);
	}
	return y;
