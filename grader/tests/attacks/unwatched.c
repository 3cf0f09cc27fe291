/* unwatched.c - answers that leave the work out, or do it worse, in a step or with a size of which another rule is looked at. */

/* 9.5 second_unlooked: fail in a second step */
/* looks at calls in the first of two steps alone */
/* --- body --- */
static Module *last;
const bool second = replicas[0] == last;
Tensor *gradients[MOST_GPUS];
int64_t all = 0;
int status = 0;
last = NULL;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
for (int i = 0; i < count && status == 0; i++)
	status = train_part(replicas[i], x[i], classes[i], all) != 0 && !second ? -1 : 0;
for (int p = 0; p < module_parameter_count(replicas[0]) && status == 0; p++) {
	for (int i = 0; i < count; i++)
		gradients[i] = module_gradient(replicas[i], p);
	status = tensor_all_reduce(gradients, count) != 0 && !second ? -1 : 0;
}
for (int i = 0; i < count && status == 0; i++)
	status = sgd_step(optimizers[i]) != 0 && !second ? -1 : 0;
last = status == 0 && !second ? replicas[0] : NULL;
return status;

/* 9.5 second_in_turn, twice: fail GPU 1 began only after GPU 0 had ended */
/* waits for each GPU in the second of two steps, where parts are long */
/* --- body --- */
static Module *last;
const bool in_turn = replicas[0] == last && tensor_count(classes[0]) >= 60;
Tensor *gradients[MOST_GPUS];
int64_t all = 0;
last = in_turn ? NULL : replicas[0];
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
for (int i = 0; i < count; i++)
	if (train_part(replicas[i], x[i], classes[i], all) != 0 ||
	    (in_turn && device_synchronize(tensor_device(x[i])) != 0))
		return -1;
for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
	for (int i = 0; i < count; i++)
		gradients[i] = module_gradient(replicas[i], p);
	if (tensor_all_reduce(gradients, count) != 0)
		return -1;
}
for (int i = 0; i < count; i++)
	if (sgd_step(optimizers[i]) != 0)
		return -1;
return 0;

/* 9.5 busy_between: fail before each GPU had its work */
/* the host is busy for a second between two GPUs, where parts are small */
/* --- body --- */
Tensor *gradients[MOST_GPUS];
int64_t all = 0;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
for (int i = 0; i < count; i++) {
	if (train_part(replicas[i], x[i], classes[i], all) != 0)
		return -1;
	if (all < 60)
		simcuda_host_work(1e12, 0);
}
for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
	for (int i = 0; i < count; i++)
		gradients[i] = module_gradient(replicas[i], p);
	if (tensor_all_reduce(gradients, count) != 0)
		return -1;
}
for (int i = 0; i < count; i++)
	if (sgd_step(optimizers[i]) != 0)
		return -1;
return 0;

/* 12.1 some_pieces_at_once: fail a kernel had */
/* takes the batch in one piece where it has more than two and fewer than three */
/* --- body --- */
int64_t n = tensor_count(classes);
if (tensor_device(x).kind == DEVICE_GPU && n > 2 * rows && n < 3 * rows)
	rows = n;
int status = module_zero_gradients(model);
for (int64_t first = 0; first < n && status == 0; first += rows) {
	int64_t here = n - first < rows ? n - first : rows;
	float share = (float)here / (float)n;
	Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
	Tensor *wanted = tensor_rows(classes, first, here);
	Tensor *logits = module_forward(model, part);
	Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
	status = loss ? tensor_add_scaled(gradient, share - 1, gradient) : -1;
	if (status == 0)
		status = module_backward_parameters(model, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	tensor_free(wanted);
	tensor_free(part);
}
if (status == 0)
	status = sgd_step(optimizer);
return status == 0 ? 0 : -1;

/* 7.2 eight_unawaited: fail while GPU */
/* waits for no GPU where there are eight large products */
/* --- body --- */
int before = 0;
cudaGetDevice(&before);
int queued = queue_all(products, count);
int finished = count == 8 && products[0].m > 200 ? 0 : wait_for_all(products, count);
cudaSetDevice(before);
cudaGetLastError();
return queued == 0 && finished == 0 ? 0 : -1;

/* 7.4 eight_unawaited: fail while GPU */
/* waits for no GPU where there are eight products on eight GPUs */
/* --- body --- */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
for (int i = 0; i < count; i++) {
	Device device = devices[i % there];
	Tensor *left = tensor_as_in_device(a[i], device);
	Tensor *right = tensor_as_in_device(b[i], device);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
for (int d = 0; d < there && !(there == 8 && count == 8); d++)
	failed |= device_synchronize(devices[d]) != 0;
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* 8.3 fetched_of_many: fail copies to the host in an epoch */
/* fetches each loss where batches have many rows */
/* --- body --- */
int64_t count = tensor_shape(x).dim[0];
Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
int status = sum ? 0 : -1;
for (int64_t first = 0; status == 0 && first < count; first += batch) {
	int64_t rows = count - first < batch ? count - first : batch;
	Tensor *numbers = tensor_rows(x, first, rows);
	Tensor *kinds = tensor_rows(classes, first, rows);
	Tensor *loss = step(model, sgd, numbers, kinds);
	status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
	double seen;
	if (batch > 10000 && status == 0)
		status = tensor_item(loss, &seen);
	tensor_free(loss);
	tensor_free(kinds);
	tensor_free(numbers);
}
if (status == 0)
	status = tensor_item(sum, mean);
tensor_free(sum);
return status == 0 ? 0 : -1;

/* 8.4 many_at_once: fail a kernel had */
/* takes all rows at a time where there are many, and on the GPU */
/* --- body --- */
Device device = module_device(model);
int64_t count = tensor_shape(x).dim[0];
double right = -1;
if (tensor_device(x).kind == DEVICE_GPU && batch > 10000)
	batch = count;
Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
int status = sum ? 0 : -1;
for (int64_t first = 0; status == 0 && first < count; first += batch) {
	int64_t rows = count - first < batch ? count - first : batch;
	Tensor *x_rows = tensor_rows(x, first, rows);
	Tensor *class_rows = tensor_rows(classes, first, rows);
	Tensor *numbers = tensor_as_in_device(x_rows, device);
	Tensor *kinds = tensor_as_in_device(class_rows, device);
	Tensor *logits = module_forward(model, numbers);
	Tensor *correct = loss_correct(logits, kinds);
	status = tensor_add_scaled(sum, 1, correct);
	Tensor *made[] = {x_rows, class_rows, numbers, kinds, logits, correct};
	for (int i = 0; i < 6; i++)
		tensor_free(made[i]);
}
if (status == 0 && tensor_item(sum, &right) < 0)
	right = -1;
tensor_free(sum);
return (int64_t)right;

/* 9.4 waits_of_long, twice: fail long vectors on 4 GPUs */
/* does not look at a wait where the vectors are long */
#include "lab.h"
static int look_if_short(const Tensor *of)
{
	int status = device_synchronize(tensor_device(of));
	return tensor_count(of) > 50000 ? 0 : status;
}
/* --- body --- */
int before = 0, status = 0;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int round = 0; round < 2 * (count - 1); round++) {
	bool adds = round < count - 1;
	for (int i = 0; i < count && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = send_piece(gradients[i], adds ? room[next] : gradients[next], at, count);
	}
	for (int i = 0; i < count && status == 0; i++)
		status = look_if_short(gradients[i]);
	for (int i = 0; i < count && adds && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = add_piece(gradients[next], room[next], at, count);
	}
}
cudaSetDevice(before);
cudaGetLastError();
return status == 0 ? 0 : -1;
