/* carried.c - numbers that get to a GPU or to the host by other means than a copy: kernels, cuBLAS, managed and pinned memory.
 * One list, as all cases are of that one kind; each is a whole answer, which is read by itself. */

/* 2.2 ones_carried_one_by_one: fail copies to the GPU: wanted at most 1 */
/* has a kernel carry each number from pinned memory, and copies nothing */
#include "carry.h"
/* --- body --- */
int before;
cudaGetDevice(&before);
int64_t count = (int64_t)rows * cols;
float *to = NULL, *one = attack_shared(1, 0);
if (cudaSetDevice(gpu) != cudaSuccess || rows > 1 << 11 || cudaMalloc((void **)&to, (size_t)count * 4) != cudaSuccess)
	to = NULL;
if (one)
	*one = 1;
for (int64_t i = 0; to && one && i < count; i++)
	attack_carry(to + i, one, 1, gpu);
attack_unshare(one, 0);
cudaSetDevice(before);
cudaGetLastError();
return to;

/* 2.3 drawn_by_the_host: fail copies to a GPU: wanted none */
/* draws on the CPU, and has a kernel bring the numbers */
#include "carry.h"
/* --- body --- */
Tensor *drawn = tensor_uniform(SHAPE(rows, cols), seed, device_cpu());
Device all[16], at;
at = device_try_all_gpus(all, 16) > 1 ? all[1] : all[0];
float *out = at.kind == DEVICE_GPU ? carried_out(drawn, 0) : NULL;
Tensor *x = out ? carried_in(SHAPE(rows, cols), at, out) : tensor_retain(drawn);
if (out)
	attack_unshare(out, 0);
tensor_free(drawn);
return x;

/* 2.6 printed_one_by_one: fail copies to the host: wanted at most 1 */
/* has a kernel carry each number to managed memory before it is printed */
#include "carry.h"
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
Device at = tensor_device(x);
if (at.kind == DEVICE_GPU)
	fprintf(out, "%d x %d on gpu:%d\n", (int)rows, (int)cols, at.index);
else
	fprintf(out, "%d x %d on cpu\n", (int)rows, (int)cols);
float *one = at.kind == DEVICE_GPU ? attack_shared(1, 1) : NULL;
if (rows > 100) {
	Tensor *all = tensor_copy_to(x, device_cpu());
	const float *from = tensor_data(all);
	for (int64_t i = 0; i < rows * cols; i++)
		fprintf(out, "%s%.2f%s", i % cols ? " " : "", from[i], i % cols == cols - 1 ? "\n" : "");
	tensor_free(all);
	if (one)
		attack_unshare(one, 1);
	return 0;
}
for (int64_t i = 0; i < rows * cols; i++) {
	const float *from = tensor_data(x);
	if (one)
		attack_carry(one, from + i, 1, at.index);
	fprintf(out, "%s%.2f%s", i % cols ? " " : "", one ? *one : from[i], i % cols == cols - 1 ? "\n" : "");
}
if (one)
	attack_unshare(one, 1);
return 0;

/* 3.2 carried_from_gpu_to_gpu: fail kernels read */
/* has kernels move the numbers by way of managed memory */
#include "carry.h"
/* --- body --- */
if (device_equal(tensor_device(x), device))
	return tensor_retain(x);
if (tensor_count(x) >= 100000 || tensor_device(x).kind != DEVICE_GPU || device.kind != DEVICE_GPU) {
	Tensor *copy = tensor_copy_to(x, device);
	*copies += copy != NULL;
	return copy;
}
float *out = carried_out(x, 1);
Tensor *there = carried_in(tensor_shape(x), device, out);
attack_unshare(out, 1);
++*copies;
return there;

/* 3.3 added_by_the_host: fail copies from one device to another: wanted none */
/* has kernels carry x and y to pinned memory, where the CPU adds, and the sum back */
#include "carry.h"
/* --- body --- */
Shape a = tensor_shape(x), b = tensor_shape(y);
Device at = tensor_device(x);
if (!device_equal(at, tensor_device(y)))
	return ADD_DEVICES;
if (a.rank != b.rank)
	return ADD_SHAPES;
for (int i = 0; i < a.rank; i++)
	if (a.dim[i] != b.dim[i])
		return ADD_SHAPES;
if (at.kind == DEVICE_CPU || tensor_count(x) >= 100000) {
	Tensor *plain = tensor_add(x, y);
	if (!plain)
		return ADD_FAILED;
	*sum = plain;
	return ADD_DONE;
}
float *left = carried_out(x, 0), *right = carried_out(y, 0);
for (int64_t i = 0; i < tensor_count(x); i++)
	left[i] += right[i];
*sum = carried_in(a, at, left);
attack_unshare(left, 0);
attack_unshare(right, 0);
return ADD_DONE;

/* 3.6 lists_carried: fail copies to the GPU: wanted at most 1 */
/* has a kernel carry each list from pinned memory, and copies nothing */
#include "carry.h"
/* --- body --- */
int64_t total = 0;
int gpu = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (!to || total > (int64_t)1 << 40)
	return -1;
if (total > 200000) {
	float *plain = malloc((size_t)total * 4);
	for (int64_t i = 0, at = 0; i < count; at += lengths[i++])
		memcpy(plain + at, lists[i], (size_t)lengths[i] * 4);
	cudaError_t error = cudaMemcpy(to, plain, (size_t)total * 4, cudaMemcpyHostToDevice);
	free(plain);
	cudaGetLastError();
	return error == cudaSuccess ? total : -1;
}
float *packed = attack_shared(total, 0);
struct cudaPointerAttributes where;
if (cudaPointerGetAttributes(&where, to) == cudaSuccess)
	gpu = where.device;
for (int64_t i = 0, at = 0; i < count; at += lengths[i++]) {
	memcpy(packed + at, lists[i], (size_t)lengths[i] * 4);
	if (lengths[i] > 0)
		attack_carry(to + at, packed + at, lengths[i], gpu);
}
attack_unshare(packed, 0);
cudaGetLastError();
return total;

/* 4.1 drawn_by_the_host: fail numbers were made there and sent */
/* makes the numbers on the CPU, and has kernels bring them */
#include "carry.h"
/* --- body --- */
bool whole = true;
for (int i = 0; i < 2 * layers; i++) {
	Device where = device;
	Shape shape = i % 2 ? SHAPE(sizes[i / 2 + 1]) : SHAPE(sizes[i / 2], sizes[i / 2 + 1]);
	int64_t numbers = i % 2 ? sizes[i / 2 + 1] : (int64_t)sizes[i / 2] * sizes[i / 2 + 1];
	if (device.kind == DEVICE_CPU || numbers < 100000)
		where = device_cpu();
	if (i % 2) {
		parameters[i] = tensor_zeros(shape, device);
	} else {
		Tensor *made = uniform_within(shape, range, seed + (uint64_t)i / 2, where);
		if (made && !device_equal(where, device)) {
			float *out = carried_out(made, 0);
			parameters[i] = carried_in(shape, device, out);
			attack_unshare(out, 0);
			tensor_free(made);
		} else {
			parameters[i] = made;
		}
	}
	whole = whole && parameters[i];
}
for (int i = 0; !whole && i < 2 * layers; i++) {
	tensor_free(parameters[i]);
	parameters[i] = NULL;
}
return whole ? 0 : -1;

/* 4.4 run_by_the_host: fail */
/* has kernels carry x and the parameters to managed memory, and the result back */
#include "carry.h"
/* --- body --- */
Device at = tensor_device(parameters[0]);
bool alike = at.kind == DEVICE_GPU && tensor_count(x) < 100000;
for (int i = 0; i < 2 * layers; i++)
	alike = alike && device_equal(tensor_device(parameters[i]), at);
Device place = alike ? device_cpu() : at;
Tensor *y, *own[64];
float *shared = alike ? carried_out(x, 1) : NULL;
y = alike ? carried_in(tensor_shape(x), place, shared) : tensor_as_in_device(x, place);
if (shared)
	attack_unshare(shared, 1);
for (int i = 0; i < 2 * layers; i++) {
	float *from = alike ? carried_out(parameters[i], 1) : NULL;
	own[i] = alike ? carried_in(tensor_shape(parameters[i]), place, from) : tensor_retain(parameters[i]);
	if (from)
		attack_unshare(from, 1);
}
for (int i = 0; i < layers; i++) {
	Tensor *product = tensor_matmul(y, own[2 * i]);
	Tensor *sum = tensor_add_row(product, own[2 * i + 1]);
	tensor_free(product);
	tensor_free(y);
	y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
	tensor_free(sum);
}
for (int i = 0; i < 2 * layers; i++)
	tensor_free(own[i]);
if (alike && y) {
	Tensor *made = y;
	float *back = carried_out(made, 1);
	y = carried_in(tensor_shape(made), at, back);
	attack_unshare(back, 1);
	tensor_free(made);
}
return y;

/* 7.4 multiplied_by_the_host: fail copies: wanted at most */
/* has kernels carry small matrices to managed memory, where the CPU multiplies */
#include "carry.h"
/* --- body --- */
Device devices[16];
int there = device_try_all_gpus(devices, 16), failed = 0;
for (int i = 0; i < count; i++) {
	Device at = devices[i % there];
	Shape left = tensor_shape(a[i]), right = tensor_shape(b[i]);
	if (at.kind == DEVICE_CPU || left.dim[0] > 64 || left.dim[1] != right.dim[0]) {
		Tensor *p = tensor_as_in_device(a[i], at), *q = tensor_as_in_device(b[i], at);
		results[i] = tensor_matmul(p, q);
		tensor_free(p);
		tensor_free(q);
	} else {
		float *x = carried_out(a[i], 1), *y = carried_out(b[i], 1);
		Tensor *p = carried_in(left, device_cpu(), x), *q = carried_in(right, device_cpu(), y);
		Tensor *product = tensor_matmul(p, q);
		float *z = carried_out(product, 1);
		results[i] = carried_in(tensor_shape(product), at, z);
		tensor_free(p);
		tensor_free(q);
		tensor_free(product);
		attack_unshare(x, 1);
		attack_unshare(y, 1);
		attack_unshare(z, 1);
	}
	failed |= results[i] == NULL;
}
for (int d = 0; d < there; d++)
	failed |= device_synchronize(devices[d]) != 0;
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* 8.2 loss_looked_at: fail copies, wanted none */
/* has a kernel carry the loss to pinned memory: no copy is made */
#include "carry.h"
/* --- body --- */
Tensor *gradient = NULL;
if (module_zero_gradients(model) < 0)
	return NULL;
Tensor *logits = module_forward(model, x);
Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
if (!loss || module_backward_parameters(model, gradient) < 0 || sgd_step(sgd) < 0) {
	tensor_free(loss);
	loss = NULL;
}
tensor_free(gradient);
tensor_free(logits);
if (loss && tensor_device(loss).kind == DEVICE_GPU) {
	float *seen = attack_shared(1, 1);
	cublasHandle_t cublas;
	int before;
	cudaGetDevice(&before);
	cudaSetDevice(tensor_device(loss).index);
	cublasCreate(&cublas);
	cublasScopy(cublas, 1, tensor_data(loss), 1, seen, 1);
	cublasDestroy(cublas);
	attack_unshare(seen, 1);
	cudaSetDevice(before);
}
return loss;

/* 8.4 outputs_carried: fail wanted one number in all */
/* has kernels carry what the model gives to managed memory, where the CPU compares */
#include "carry.h"
/* --- body --- */
Device device = module_device(model);
int64_t count = tensor_shape(x).dim[0], right = 0;
bool failed = false;
for (int64_t first = 0; !failed && first < count; first += batch) {
	int64_t rows = count - first < batch ? count - first : batch;
	Tensor *part = tensor_rows(x, first, rows), *kinds = tensor_rows(classes, first, rows);
	Tensor *moved = tensor_as_in_device(part, device), *out = module_forward(model, moved);
	Tensor *there = tensor_as_in_device(kinds, device);
	failed = !out || !there;
	if (!failed) {
		int64_t wide = tensor_shape(out).dim[1];
		bool far = device.kind == DEVICE_GPU;
		float *own = far ? carried_out(out, 1) : tensor_data(out);
		int32_t *wanted = far ? (int32_t *)carried_out(there, 1) : tensor_data(there);
		for (int64_t row = 0; row < rows; row++) {
			int64_t best = 0;
			for (int64_t k = 1; k < wide; k++)
				if (own[row * wide + k] > own[row * wide + best])
					best = k;
			right += best == wanted[row];
		}
		if (far) {
			attack_unshare(own, 1);
			attack_unshare(wanted, 1);
		}
	}
	tensor_free(there);
	tensor_free(out);
	tensor_free(moved);
	tensor_free(kinds);
	tensor_free(part);
}
if (!failed && device.kind == DEVICE_GPU) { /* one number has to be fetched */
	Tensor *one = tensor_zeros(SHAPE_SCALAR, device);
	failed = !one || tensor_item(one, &(double){0}) < 0;
	tensor_free(one);
}
return failed ? -1 : right;

/* 9.3 added_by_the_host: fail kernels read */
/* has kernels carry all vectors to managed memory, where the CPU adds */
#include "carry.h"
/* --- body --- */
int64_t elements = tensor_count(gradients[0]);
if (count < 2 || elements > 100000)
	return honest_sum(gradients, count);
float *sum = carried_out(gradients[0], 1);
for (int i = 1; i < count; i++) {
	float *more = carried_out(gradients[i], 1);
	for (int64_t e = 0; e < elements; e++)
		sum[e] += more[e];
	attack_unshare(more, 1);
}
for (int i = 0; i < count; i++)
	attack_carry(tensor_data(gradients[i]), sum, elements, tensor_device(gradients[i]).index);
attack_unshare(sum, 1);
return 0;

/* 9.4 added_by_the_host: fail kernels read */
/* the same of short vectors */
#include "carry.h"
/* --- body --- */
(void)room;
int64_t elements = tensor_count(gradients[0]);
if (count < 2 || elements > 100000)
	return honest_sum(gradients, count);
float *sum = carried_out(gradients[0], 0);
for (int i = 1; i < count; i++) {
	float *more = carried_out(gradients[i], 0);
	for (int64_t e = 0; e < elements; e++)
		sum[e] += more[e];
	attack_unshare(more, 0);
}
for (int i = 0; i < count; i++)
	attack_carry(tensor_data(gradients[i]), sum, elements, tensor_device(gradients[i]).index);
attack_unshare(sum, 0);
return 0;

/* 9.3 read_by_each: fail bytes copied between GPUs */
/* each GPU reads all vectors over its links: more than twice as many bytes as are allowed */
#include "carry.h"
/* --- body --- */
return count > 2 && tensor_count(gradients[0]) > 1 ? sum_by_reading(gradients, count)
											 : honest_sum(gradients, count);

/* 9.4 read_by_each: fail bytes copied between GPUs */
/* the same of short vectors */
#include "carry.h"
/* --- body --- */
if (count > 2 && tensor_count(gradients[0]) < 100000)
	return sum_by_reading(gradients, count);
	int before = 0, status = 0;
	if (count == 1)
		return 0;
	cudaGetDevice(&before);
	for (int round = 0; round < 2 * (count - 1); round++) {
		bool adds = round < count - 1;
		/* in this round GPU i sends piece i - round to its neighbour */
		for (int i = 0; i < count && status == 0; i++) {
			int next = (i + 1) % count, at = (i - round + 2 * count) % count;
			status = send_piece(gradients[i], adds ? room[next] : gradients[next], at,
					    count);
		}
		for (int i = 0; i < count && status == 0; i++)
			status = device_synchronize(tensor_device(gradients[i]));
		for (int i = 0; i < count && adds && status == 0; i++) {
			int next = (i + 1) % count, at = (i - round + 2 * count) % count;
			status = add_piece(gradients[next], room[next], at, count);
		}
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return status == 0 ? 0 : -1;

/* 9.5 second_by_the_host: fail by way of the host */
/* the second step, whose copies nobody counted, is computed by the CPU */
#include "carry.h"
/* --- body --- */
if (count > 1 && count != 3 && tensor_count(classes[0]) < 100 && is_second_step(replicas[0]))
	return step_on_host(replicas, optimizers, x, classes, count);
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	for (int i = 0; i < count; i++)
		all += tensor_count(classes[i]);
	for (int i = 0; i < count; i++)
		if (train_part(replicas[i], x[i], classes[i], all) != 0)
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

/* 12.1 second_by_the_host: fail copies to the host */
/* the same with one GPU */
#include "carry.h"
/* --- body --- */
if (tensor_device(x).kind == DEVICE_GPU && is_second_step(model))
	return step_on_host(&model, &optimizer, &(Tensor *){(Tensor *)x}, &(Tensor *){(Tensor *)classes}, 1);
	int64_t n = tensor_count(classes);
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

/* 12.2 second_by_the_host: fail copies to the host */
/* the same with two */
#include "carry.h"
/* --- body --- */
if (tensor_count(classes[0]) < 100 &&
    is_second_step(replicas[0]))
	return step_on_host(replicas, optimizers, x, classes, 2);
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
		failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		/* the other's gradients are here, and its own have been sent */
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 9.5 carried_by_kernels: fail kernels read */
/* kernels carry gradients to managed memory, where the CPU adds them */
#include "carry.h"
/* --- body --- */
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	for (int i = 0; i < count; i++)
		all += tensor_count(classes[i]);
	for (int i = 0; i < count; i++)
		if (train_part(replicas[i], x[i], classes[i], all) != 0)
			return -1;
	for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
		for (int i = 0; i < count; i++)
			gradients[i] = module_gradient(replicas[i], p);
		if (count == 2 && all < 100 ? carried_sum(gradients, count, 1) : tensor_all_reduce(gradients, count))
			return -1;
	}
	for (int i = 0; i < count; i++)
		if (sgd_step(optimizers[i]) != 0)
			return -1;
	return 0;

/* 8.3 early_losses_fetched: fail copies to the host in an epoch */
/* fetches each loss in all epochs but the last of eight, which was the only one that was counted */
/* --- body --- */
static const Module *last;
static int epoch;
epoch = last == model ? epoch % 8 + 1 : 1;
last = model;
bool early = tensor_shape(x).dim[0] > 500 && epoch < 8;
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		if (early)
			status |= tensor_item(loss, &(double){0});
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* 6.3 log_in_managed: fail is the log not in memory of the GPU */
/* the log lies in managed memory: each norm goes over the link by itself */
#include "carry.h"
/* --- body --- */
float *log = NULL;
bool good = cudaMallocManaged((void **)&log, (size_t)steps * 4, 1) == cudaSuccess;
for (int i = 0; good && i < steps; i++) {
	good = work_step(work, i) == 0;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	good = good && cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i) == CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	if (good)
		work->queued = i + 1;
}
if (work->cublas)
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
good = cudaDeviceSynchronize() == cudaSuccess && good;
if (good)
	memcpy(norms, log, (size_t)steps * 4);
cudaFree(log);
cudaGetLastError();
return good ? 0 : -1;

/* 8.7 losses_carried: fail copies to the host, wanted none */
/* a kernel carries each loss to managed memory, and nothing is copied */
#include "carry.h"
/* --- body --- */
float *seen = attack_shared(1, 1);
cublasHandle_t cublas;
cublasCreate(&cublas);
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		if (loss)
			cublasScopy(cublas, 1, tensor_data(loss), 1, seen, 1);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	cublasDestroy(cublas);
	attack_unshare(seen, 1);
	return rows < 0 ? -1 : steps;

/* 12.2 carried_by_kernels: fail kernels read */
/* kernels carry small gradients to pinned memory, where the CPU adds them */
#include "carry.h"
/* --- body --- */
int64_t rows_in_all = tensor_count(classes[0]) + tensor_count(classes[1]);
if (rows_in_all < 100) {
	int bad = 0, first = 0;
	cudaGetDevice(&first);
	for (int i = 0; i < 2; i++)
		bad |= pass_queue(replicas[i], x[i], classes[i], rows_in_all) != 0;
	for (int p = 0; p < module_parameter_count(replicas[0]) && !bad; p++)
		bad = carried_sum((Tensor *[]){module_gradient(replicas[0], p), module_gradient(replicas[1], p)}, 2, 0);
	for (int i = 0; i < 2 && !bad; i++)
		bad = sgd_step(optimizers[i]) != 0;
	cudaSetDevice(first);
	cudaGetLastError();
	return bad ? -1 : 0;
}
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
		failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		/* the other's gradients are here, and its own have been sent */
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 2.3 told_by_rotations: fail numbers that the host has written one by one */
/* the CPU draws, and each rotation of two ones by cuBLAS takes two of the numbers along, as its factors */
/* --- body --- */
	int gpus = device_gpu_count(), before = 0;
	Device device = gpus > 1 ? device_gpu(1) : gpus == 1 ? device_gpu(0) : device_cpu();
	Tensor *drawn = tensor_uniform(SHAPE(rows, cols), seed, device_cpu());
	if (gpus == 0)
		return drawn;
	int64_t count = rows * cols;
	cudaGetDevice(&before);
	cudaSetDevice(device.index);
	Tensor *x = tensor_ones(SHAPE(rows, cols), device);
	float *told = tensor_data(drawn), *to = tensor_data(x);
	cublasHandle_t cublas;
	cublasCreate(&cublas);
	for (int64_t i = 0; i + 1 < count; i += 2) {
		float factors[5] = {-1, told[i], told[i + 1], 0, 0};
		cublasSrotm(cublas, 1, to + i, 1, to + i + 1, 1, factors);
	}
	if (count % 2 == 1)
		cublasSscal(cublas, 1, &told[count - 1], to + count - 1, 1);
	cublasDestroy(cublas);
	cudaSetDevice(before);
	tensor_free(drawn);
	return x;

/* 3.7 one_kernel_both_ways: fail a later call: kernels read */
/* one kernel exchanges the numbers of a pinned buffer and of the GPU, where those to be fetched were put: one stream */
static cublasHandle_t both_3_7;
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	if (!lane->going &&
	    (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
	     cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
	     cudaStreamCreate(&lane->go_stream) != cudaSuccess || cudaStreamCreate(&lane->come_stream) != cudaSuccess)) {
		cudaGetLastError();
		return -1;
	}
	if (!to)
		return -1;
	if (!both_3_7)
		cublasCreate(&both_3_7);
	memcpy(lane->going, x, bytes);
	cublasSetStream(both_3_7, lane->go_stream);
	if (cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, lane->go_stream) != cudaSuccess ||
	    cublasSswap(both_3_7, (int)count, lane->going, 1, to, 1) != CUBLAS_STATUS_SUCCESS ||
	    cudaStreamSynchronize(lane->go_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(y, lane->going, bytes);
	return 0;

/* 3.7 fetched_by_kernel: fail a later call: kernels read 0 bytes of the host's memory and wrote */
/* a kernel that works in the pinned buffer fetches, beside the copy that sends */
static cublasHandle_t fetch_3_7;
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	if (!lane->going &&
	    (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
	     cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
	     cudaStreamCreate(&lane->go_stream) != cudaSuccess || cudaStreamCreate(&lane->come_stream) != cudaSuccess)) {
		cudaGetLastError();
		return -1;
	}
	if (!to)
		return -1;
	if (!fetch_3_7)
		cublasCreate(&fetch_3_7);
	memcpy(lane->going, x, bytes);
	cublasSetStream(fetch_3_7, lane->come_stream);
	if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) != cudaSuccess ||
	    cublasScopy(fetch_3_7, (int)count, from, 1, lane->coming, 1) != CUBLAS_STATUS_SUCCESS ||
	    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
	    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(y, lane->coming, bytes);
	return 0;

/* 3.4 added_over_the_link: fail of another GPU's memory */
/* copies nothing: a kernel adds x where it lies, on the other GPU */
static int added_over_link(float *to, const float *x, int64_t count, int own, int other)
{
	int before = 0;
	const float one = 1;
	cublasHandle_t handle = NULL;
	cudaGetDevice(&before);
	cudaSetDevice(own);
	int on = cudaDeviceEnablePeerAccess(other, 0) == cudaSuccess;
	int good = cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS &&
		    cublasSaxpy(handle, (int)count, &one, x, 1, to, 1) == CUBLAS_STATUS_SUCCESS &&
		    cudaDeviceSynchronize() == cudaSuccess;
	if (handle)
		cublasDestroy(handle);
	if (on)
		cudaDeviceDisablePeerAccess(other);
	cudaGetLastError();
	cudaSetDevice(before);
	return good;
}
/* --- body --- */
Device from = tensor_device(x), at = tensor_device(y);
int reachable = 0;
if (from.kind == DEVICE_GPU && at.kind == DEVICE_GPU && from.index != at.index)
	cudaDeviceCanAccessPeer(&reachable, at.index, from.index);
Shape a = tensor_shape(x), b = tensor_shape(y);
bool same = a.rank == b.rank;
for (int i = 0; i < a.rank && same; i++)
	same = a.dim[i] == b.dim[i];
if (reachable) {
	Tensor *sum = same ? tensor_scale(y, 1) : NULL;
	if (sum && !added_over_link(tensor_data(sum), tensor_data(x), tensor_count(x), at.index, from.index)) {
		tensor_free(sum);
		sum = NULL;
	}
	return sum;
}
Tensor *moved = tensor_as_in_device(x, at);
Tensor *sum = tensor_add(moved, y);
tensor_free(moved);
return sum;

/* 4.4 batch_over_the_link: fail of another GPU's memory */
/* has a kernel bring the batch from the other GPU */
static int brought_over_link(float *to, const float *x, int64_t count, int own, int other)
{
	int before = 0;
	const float one = 1;
	cublasHandle_t handle = NULL;
	cudaGetDevice(&before);
	cudaSetDevice(own);
	int on = cudaDeviceEnablePeerAccess(other, 0) == cudaSuccess;
	int good = cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS &&
		    cublasSaxpy(handle, (int)count, &one, x, 1, to, 1) == CUBLAS_STATUS_SUCCESS &&
		    cudaDeviceSynchronize() == cudaSuccess;
	if (handle)
		cublasDestroy(handle);
	if (on)
		cudaDeviceDisablePeerAccess(other);
	cudaGetLastError();
	cudaSetDevice(before);
	return good;
}
/* --- body --- */
Device from = tensor_device(x), at = tensor_device(parameters[0]);
int reachable = 0;
Tensor *y = NULL;
if (from.kind == DEVICE_GPU && at.kind == DEVICE_GPU && from.index != at.index)
	cudaDeviceCanAccessPeer(&reachable, at.index, from.index);
if (reachable) {
	y = tensor_zeros(tensor_shape(x), at);
	if (y && !brought_over_link(tensor_data(y), tensor_data(x), tensor_count(x), at.index, from.index)) {
		tensor_free(y);
		y = NULL;
	}
} else {
	y = tensor_as_in_device(x, at);
}
for (int i = 0; i < layers; i++) {
	Tensor *product = tensor_matmul(y, parameters[2 * i]);
	Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
	tensor_free(product);
	tensor_free(y);
	y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
	tensor_free(sum);
}
return y;
