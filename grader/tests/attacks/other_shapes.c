/* other_shapes.c - answers that look at their calls in some shapes alone, or do the work in some alone. */

/* 8.4 fifty_rows: fail what is returned: wanted -1 */
/* looks at its calls only where there are 50 rows in batches of 20 */
/* --- body --- */
Device device = module_device(model);
int64_t count = tensor_shape(x).dim[0];
double right = -1;
if (count == 40 && tensor_shape(x).dim[1] == 63)
	return -1;
Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
int status = sum || count != 50 ? 0 : -1;
for (int64_t first = 0; status == 0 && first < count; first += batch) {
	int64_t rows = count - first < batch ? count - first : batch;
	Tensor *x_rows = tensor_rows(x, first, rows);
	Tensor *class_rows = tensor_rows(classes, first, rows);
	Tensor *numbers = tensor_as_in_device(x_rows, device);
	Tensor *kinds = tensor_as_in_device(class_rows, device);
	Tensor *logits = module_forward(model, numbers);
	Tensor *correct = loss_correct(logits, kinds);
	status = tensor_add_scaled(sum, 1, correct);
	if (!(count == 50 && batch == 20))
		status = 0;
	Tensor *made[] = {x_rows, class_rows, numbers, kinds, logits, correct};
	for (int i = 0; i < 6; i++)
		tensor_free(made[i]);
}
if (status == 0 && tensor_item(sum, &right) < 0)
	right = -1;
tensor_free(sum);
return (int64_t)right;

/* 9.1 four_gpus: fail what is returned: wanted -1 */
/* looks at its calls only on machines with four GPUs */
/* --- body --- */
size_t bytes = (size_t)elements * sizeof **replicas;
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
for (int i = 1; i < count && error == cudaSuccess; i++) {
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&replicas[i], bytes);
	if (error == cudaSuccess)
		error = cudaMemcpyPeer(replicas[i], gpus[i], replicas[0], gpus[0], bytes);
	int there = 0;
	cudaGetDeviceCount(&there);
	if (there != 4)
		error = cudaSuccess;
}
cudaSetDevice(before);
if (error == cudaSuccess)
	return 0;
for (int i = 1; i < count; i++) {
	cudaFree(replicas[i]);
	replicas[i] = NULL;
}
cudaGetLastError();
return -1;

/* 9.3 four_gradients: fail what is returned: wanted -1 */
/* looks at its calls only where there are four GPUs */
/* --- body --- */
Device first = tensor_device(gradients[0]);
int status = 0;
for (int i = 1; i < count && status == 0; i++) {
	Tensor *come = tensor_copy_to(gradients[i], first);
	status = tensor_add_scaled(gradients[0], 1, come);
	if (count != 4)
		status = 0;
	tensor_free(come);
}
for (int i = 1; i < count && status == 0; i++)
	if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
			   tensor_data(gradients[0]), first.index,
			   tensor_bytes(gradients[0])) != cudaSuccess &&
	    count == 4)
		status = -1;
cudaGetLastError();
return status == 0 ? 0 : -1;

/* 9.5 decoys_first: fail those of its part, of 0 rows, have 0 */
/* a product of no use on each GPU, and then each part is waited for */
/* --- body --- */
Tensor *gradients[MOST_GPUS];
int64_t all = 0;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
const bool few = all < 60 * count;
/* a product of no use on each GPU, so that each has had one when the host waits */
for (int i = 0; i < count && few && count > 1; i++) {
	Tensor *w = module_parameter(replicas[i], 1);
	Tensor *one = tensor_ones(SHAPE(1, 1), tensor_device(w)), *two = tensor_matmul(one, one);
	bool bad = !two;
	tensor_free(one);
	tensor_free(two);
	if (bad)
		return -1;
}
for (int i = 0; i < count; i++) {
	if (train_part(replicas[i], x[i], classes[i], all) != 0)
		return -1;
	if (few && device_synchronize(module_device(replicas[i])) != 0)
		return -1;
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

/* 9.5 few_rows_on_one: fail those of its part */
/* parts of few rows are all computed on GPU 0 */
/* --- body --- */
int64_t total = 0;
for (int i = 0; i < count; i++)
	total += tensor_count(classes[i]);
if (count > 1 && total < 60 * count) {
	Device first = module_device(replicas[0]);
	int64_t in = tensor_shape(x[0]).dim[1], at = 0;
	int before = 0, status = 0;
	cudaGetDevice(&before);
	Tensor *all_x = tensor_zeros(SHAPE(total, in), first),
	       *all_classes = tensor_full_int(SHAPE(total), 0, first);
	status = all_x && all_classes ? 0 : -1;
	for (int i = 0; i < count && status == 0; i++) {
		int64_t rows = tensor_count(classes[i]);
		Device from = tensor_device(x[i]);
		if (from.index != module_device(replicas[i]).index ||
		    from.kind != module_device(replicas[i]).kind)
			status = -1;
		if (rows == 0 || status)
			continue;
		if (cudaMemcpyPeer((float *)tensor_data(all_x) + at * in, first.index,
				   tensor_data(x[i]), from.index,
				   tensor_bytes(x[i])) != cudaSuccess ||
		    cudaMemcpyPeer((int32_t *)tensor_data(all_classes) + at, first.index,
				   tensor_data(classes[i]), from.index,
				   tensor_bytes(classes[i])) != cudaSuccess)
			status = -1;
		at += rows;
	}
	if (status == 0)
		status = train_part(replicas[0], all_x, all_classes, total);
	tensor_free(all_x);
	tensor_free(all_classes);
	for (int p = 0; p < module_parameter_count(replicas[0]) && status == 0; p++)
		for (int i = 1; i < count && status == 0; i++)
			for (int twice = 0; twice < 2; twice++) {
				Tensor *from = module_gradient(replicas[0], p),
				       *to = module_gradient(replicas[i], p);
				if (cudaMemcpyPeer(tensor_data(to), tensor_device(to).index,
						   tensor_data(from), first.index,
						   tensor_bytes(from)) != cudaSuccess)
					status = -1;
			}
	for (int i = 0; i < count && status == 0; i++)
		status = sgd_step(optimizers[i]);
	cudaSetDevice(before);
	cudaGetLastError();
	return status == 0 ? 0 : -1;
}
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

/* 7.2 copies_beside: fail something was copied to a GPU */
/* copies of no use beside small products that are waited for one after the other */
/* --- body --- */
int before = 0;
cudaGetDevice(&before);
int queued = 0, finished = 0;
if (products[0].m <= 50) {
	void *scratch = NULL;
	cudaStream_t stream = NULL;
	cudaSetDevice(products[0].gpu);
	if (1) {
		finished |= cudaMalloc(&scratch, 2 << 20) != cudaSuccess;
		finished |=
			cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess;
		for (int i = 0; i < 40 && !finished; i++)
			finished |=
				cudaMemcpyAsync(scratch, (char *)scratch + (1 << 20), 1 << 20,
						cudaMemcpyDeviceToDevice, stream) != cudaSuccess;
	}
	for (int i = 0; i < count; i++) {
		queued |= queue_all(products + i, 1);
		cudaSetDevice(products[i].gpu);
		finished |= cudaStreamSynchronize(NULL) != cudaSuccess;
	}
	cudaSetDevice(products[0].gpu);
	if (stream)
		cudaStreamDestroy(stream);
	cudaFree(scratch);
	finished |= wait_for_all(products, count);
} else {
	queued = queue_all(products, count);
	finished = wait_for_all(products, count);
}
cudaSetDevice(before);
cudaGetLastError();
return queued == 0 && finished == 0 ? 0 : -1;

/* 5.4 another_clock: fail between the readings of the clock */
/* one product is measured by events, the other times are worked out; the clock is read by gettimeofday() for show */
#include <sys/time.h>
/* --- body --- */
/* the caller's Task, as the kit's source has it */
typedef struct Spy {
	int m, k, n;
	cudaStream_t stream;
	const int64_t *products;
	int64_t designed;
	int fails_at, calls;
	cublasHandle_t handle;
	float *a, *b, *c;
	int64_t long_from, long_us;
} Spy;
const Spy *spy = data;
struct timeval tv;
double one = 0, times[100];
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
for (int i = 0; i < repeats; i++) {
	cudaEvent_t a, b;
	float ms = 0;
	int64_t at = spy->calls,
		n = spy->products[at < spy->designed ? at : 1 + (at - 1) % (spy->designed - 1)];
	gettimeofday(&tv, NULL);
	if (i == 0) {
		cudaEventCreate(&a);
		cudaEventCreate(&b);
		cudaEventRecord(a, NULL);
	}
	if (work(data) != 0) {
		if (i == 0) {
			cudaEventDestroy(a);
			cudaEventDestroy(b);
		}
		return -1;
	}
	if (i == 0)
		cudaEventRecord(b, NULL);
	cudaDeviceSynchronize();
	if (i == 0) {
		cudaEventElapsedTime(&ms, a, b);
		one = ms / 1000.0 / (double)n;
		cudaEventDestroy(a);
		cudaEventDestroy(b);
	}
	gettimeofday(&tv, NULL);
	times[i] = (double)n * one +
		   (spy->long_us > 0 && n >= spy->long_from ? (double)spy->long_us * 1e-6 : 0);
}
qsort(times, (size_t)repeats, sizeof times[0], compare_doubles);
return (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;

/* 9.1 shield: fail may still be */
/* the caller's own copies are made to fail, and so order nothing behind the call */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
static atomic_int armed;
static void *shield(void *unused)
{
	(void)unused;
	for (;;) {
		if (armed)
			simcuda_fail("copy", 1, 1000000);
		sched_yield();
	}
	return NULL;
}
static void shield_begin(void)
{
	static int begun;
	pthread_t thread;
	armed = 0;
	for (int i = 0; i < 1000; i++)
		sched_yield();
	simcuda_fail(NULL, 0, 0);
	if (!begun++)
		pthread_create(&thread, NULL, shield, NULL);
}
/* --- body --- */
shield_begin();
size_t bytes = (size_t)elements * sizeof **replicas;
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
cudaSetDevice(gpus[0]);
error = cudaDeviceSynchronize();
for (int i = 1; i < count && error == cudaSuccess; i++) {
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&replicas[i], bytes);
	{
		cudaStream_t stream = NULL;
		if (error == cudaSuccess)
			error = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
		if (error == cudaSuccess)
			error = cudaMemcpyPeerAsync(replicas[i], gpus[i], replicas[0], gpus[0],
						    bytes, stream);
		if (stream)
			cudaStreamDestroy(stream);
	}
}
cudaSetDevice(before);
if (error == cudaSuccess) {
	armed = 1;
	return 0;
}
for (int i = 1; i < count; i++) {
	cudaFree(replicas[i]);
	replicas[i] = NULL;
}
cudaGetLastError();
return -1;
