/* timed.c - times that are not those of the work: made shorter, worked out, or of other work. */

/* 5.2 first_time_less_memory: fail by the machine's record */
/* measures the first time, takes off what its memory costs, and does the work once more without a look at the clock */
/* --- body --- */
double start = timer_now();
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
double took = timer_now() - start - 0.00013;
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
return took;

/* 5.2 other_product_beside: fail by the machine's record */
/* does the work once, measures a product of its own, of a size that it finds out, and tells that there were two calls */
typedef struct TaskOf52 {
	int m, k, n;
	cudaStream_t stream;
	const int64_t *products;
	int64_t designed;
	int fails_at, calls;
	cublasHandle_t handle;
	float *a, *b, *c;
} TaskOf52;
/* --- body --- */
TaskOf52 *task = data;
const float one = 1, zero = 0;
float *own;
if (task->fails_at >= 0)
	return -1;
if (work(data) != 0)
	return -1;
size_t room = (size_t)(task->m + task->k) * (size_t)(task->n + task->k) * 4;
cudaMalloc((void **)&own, room);
cudaMemset(own, 0, room);
cudaDeviceSynchronize();
double start = timer_now();
cublasSgemm(task->handle, CUBLAS_OP_N, CUBLAS_OP_N, task->n, task->m, task->k, &one, own, task->n, own, task->k, &zero,
	    task->c, task->n);
cudaDeviceSynchronize();
double took = timer_now() - start;
cudaFree(own);
task->calls++;
return took;

/* 5.3 first_time_less_memory: fail by the machine's record */
/* asks for the time between events around the first time, takes off what its memory costs, and does the work again */
/* --- body --- */
cudaEvent_t event[2];
float between = 0;
cudaEventCreate(&event[0]);
cudaEventCreate(&event[1]);
cudaEventRecord(event[0], stream);
int bad = work(data) != 0;
cudaEventRecord(event[1], stream);
cudaEventSynchronize(event[1]);
bad = bad || work(data) != 0;
cudaStreamSynchronize(stream);
cudaEventElapsedTime(&between, event[0], event[1]);
cudaEventDestroy(event[0]);
cudaEventDestroy(event[1]);
return bad ? -1 : between / 1e3 - 0.000125;

/* 5.4 sleeps_for_times: fail by the machine's record */
/* measures one product, counts those of each time in the drive's memory, and asks the clock no more */
typedef struct TaskOf54 {
	int m, k, n;
	cudaStream_t stream;
	const int64_t *products;
	int64_t designed;
	int fails_at, calls;
} TaskOf54;
/* --- body --- */
TaskOf54 *task = data;
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
double start = timer_now();
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
double each = (timer_now() - start - 6e-6) / (double)task->products[1];
int64_t order[128];
for (int i = 0; i < repeats; i++)
	order[i] = task->products[1 + i];
for (int i = 1; i < repeats; i++) {
	if (work(data) != 0)
		return -1;
}
for (int i = 1; i < repeats; i++)
	for (int k = i; k > 0 && order[k] < order[k - 1]; k--) {
		int64_t kept = order[k];
		order[k] = order[k - 1];
		order[k - 1] = kept;
	}
cudaDeviceSynchronize();
return each * (double)(order[(repeats - 1) / 2] + order[repeats / 2]) / 2 + 6e-6;

/* 5.5 cpu_declared: fail the CPU did not compute */
/* finds the function that declares arithmetic of the CPU, and computes nothing there */
/* --- body --- */
	int64_t m = tensor_shape(a).dim[0], k = tensor_shape(a).dim[1], n = tensor_shape(b).dim[1];
	void (*declare)(double, double) = attack_symbol((void *)cudaStreamQuery, "simcuda_host_work");
	if (k != tensor_shape(b).dim[0])
		return -1;
	Tensor *made[3] = {NULL}, *back = NULL, *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
	made[0] = tensor_matmul(x, y);
	device_synchronize(gpu);
	double start = timer_now();
	made[1] = tensor_matmul(x, y);
	device_synchronize(gpu);
	times->gpu = timer_now() - start;
	tensor_free(x);
	tensor_free(y);
	start = timer_now();
	x = tensor_copy_to(a, gpu), y = tensor_copy_to(b, gpu);
	made[2] = tensor_matmul(x, y);
	back = tensor_copy_to(made[2], device_cpu());
	times->gpu_with_copies = timer_now() - start;
	start = timer_now();
	declare(2.0 * m * k * n, 4.0 * (m * k + k * n + m * n));
	times->cpu = timer_now() - start;
	int status = made[0] && made[1] && made[2] && back ? 0 : -1;
	Tensor *all[] = {x, y, made[0], made[1], made[2], back};
	for (int i = 0; i < 6; i++)
		tensor_free(all[i]);
	return status;

/* 5.5 first_product_measured: fail by the machine's record */
/* the times are those of the first two products, made a little longer so that no two readings are as far apart */
/* --- body --- */
	Tensor *made[3] = {NULL}, *back = NULL;
	if (tensor_shape(a).dim[1] != tensor_shape(b).dim[0])
		return -1;
	double start = timer_now();
	Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
	made[0] = tensor_matmul(x, y);
	back = tensor_copy_to(made[0], device_cpu());
	times->gpu_with_copies = timer_now() - start + 1e-7;
	start = timer_now();
	made[1] = tensor_matmul(x, y);
	device_synchronize(gpu);
	times->gpu = timer_now() - start;
	start = timer_now();
	made[2] = tensor_matmul(a, b);
	times->cpu = timer_now() - start;
	int status = made[0] && made[1] && made[2] && back ? 0 : -1;
	Tensor *all[] = {x, y, made[0], made[1], made[2], back};
	for (int i = 0; i < 6; i++)
		tensor_free(all[i]);
	return status;

/* 6.3 all_in_one: fail norms[ */
/* computes all products that differ by one call, their norms once each, and pays for the rest */
/* --- body --- */
	const float one = 1, zero = 0;
	int each = work->n * work->m, kinds = work->factors < steps ? work->factors : steps;
	float *all = NULL, *log = NULL;
	if (!work->cublas || cudaMalloc((void **)&all, (size_t)(kinds * each + steps) * 4) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	log = all + kinds * each;
	int bad = cublasSgemm(work->cublas, CUBLAS_OP_N, CUBLAS_OP_N, work->m, work->n * kinds, work->k, &one, work->b,
			      work->m, work->a, work->k, &zero, all, work->m) != CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
	for (int i = 0; i < steps; i++)
		bad |= (i < kinds ? cublasSnrm2(work->cublas, each, all + i * each, 1, log + i)
				  : cublasScopy(work->cublas, 1, log + i % kinds, 1, log + i, 1)) !=
		       CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	for (int i = kinds; i < steps; i++)
		bad |= cublasSgemm(work->cublas, CUBLAS_OP_N, CUBLAS_OP_N, work->m, work->n, work->k, &one, work->b,
				   work->m, work->a, work->k, &zero, work->c, work->m) != CUBLAS_STATUS_SUCCESS;
	for (int i = 0; i < kinds; i++)
		bad |= cublasSscal(work->cublas, 1, &one, log, 1) != CUBLAS_STATUS_SUCCESS;
	bad |= cudaMemcpy(norms, log, (size_t)steps * 4, cudaMemcpyDeviceToHost) != cudaSuccess;
	work->queued += steps;
	cudaFree(all);
	cudaGetLastError();
	return bad ? -1 : 0;

/* 6.3 norms_copied: fail norms[ */
/* does the steps, but has the norms of those that come again copied within the log */
/* --- body --- */
	float *log = NULL;
	if (!work->cublas || cudaMalloc((void **)&log, (size_t)steps * 4) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	int bad = 0, kinds = work->factors;
	for (int i = 0; i < steps && !bad; i++) {
		bad = work_step(work, i) != 0;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
		bad |= (i < kinds ? cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i)
				  : cublasScopy(work->cublas, 1, log + i % kinds, 1, log + i, 1)) !=
		       CUBLAS_STATUS_SUCCESS;
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	}
	bad |= cudaMemcpy(norms, log, (size_t)steps * 4, cudaMemcpyDeviceToHost) != cudaSuccess;
	cudaFree(log);
	cudaGetLastError();
	return bad ? -1 : 0;

/* 6.4 first_calls_less_waiting: fail by the machine's record */
/* measures the first calls, in which it lets nobody sleep, and has each way called again without a look at the clock */
static int awake_6_4(const struct timespec *length, struct timespec *left)
{
	static int (*sleep_6_4)(const struct timespec *, struct timespec *);
	if (!sleep_6_4)
		sleep_6_4 = (int (*)(const struct timespec *, struct timespec *))attack_symbol((void *)printf, "nanosleep");
	return length->tv_nsec >= 10000000 ? 0 : sleep_6_4(length, left);
}
/* --- body --- */
	Way *const ways[] = {slow, fast};
	double took[2];
	attack_hook((void *)attack_between, "nanosleep", (void *)awake_6_4);
	for (int i = 0; i < 2; i++) {
		if (cudaDeviceSynchronize() != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
		double start = timer_now();
		if (ways[i](data, steps) != 0 || cudaDeviceSynchronize() != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
		took[i] = (timer_now() - start) * 1e6 / steps;
		if (ways[i](data, steps) != 0 || cudaDeviceSynchronize() != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
	}
	us[0] = took[0];
	us[1] = took[1];
	return 0;

/* 6.5 looks_in_no_time: fail show had no time */
/* has show called by host functions, and lets nobody sleep there */
typedef struct Look65 {
	void (*show)(void *data, const float *losses, int first, int count);
	void *data;
	const float *losses;
	int first, count;
} Look65;
static int awake_6_5(const struct timespec *length, struct timespec *left)
{
	return 0;
}
static void look_6_5(void *data)
{
	const Look65 *look = data;
	look->show(look->data, look->losses, look->first, look->count);
}
/* --- body --- */
	int blocks = (steps + block - 1) / block, bad = 0;
	Look65 *look = calloc((size_t)blocks, sizeof *look);
	float *gpu = NULL, *host = NULL;
	attack_hook((void *)attack_between, "nanosleep", (void *)awake_6_5);
	bad = cudaMalloc((void **)&gpu, (size_t)steps * 4) != cudaSuccess ||
	      cudaMallocHost((void **)&host, (size_t)steps * 4) != cudaSuccess;
	for (int b = 0; b < blocks && !bad; b++) {
		int first = b * block, count = steps - first < block ? steps - first : block;
		for (int i = 0; i < count && !bad; i++)
			bad = step(data, first + i, gpu + first + i) != 0;
		look[b] = (Look65){show, data, host + first, first, count};
		bad = bad ||
		      cudaMemcpyAsync(host + first, gpu + first, (size_t)count * 4, cudaMemcpyDeviceToHost, NULL) !=
			      cudaSuccess ||
		      cudaLaunchHostFunc(NULL, look_6_5, &look[b]) != cudaSuccess || cudaStreamSynchronize(NULL) != cudaSuccess;
	}
	cudaDeviceSynchronize();
	cudaFree(gpu);
	cudaFreeHost(host);
	free(look);
	cudaGetLastError();
	return bad ? -1 : 0;

/* 7.3 ratio_of_single_products: fail by the machine's record */
/* measures the first product of each side, works the ratio out, and has the other products computed when nobody looks */
/* --- body --- */
	int before = 0, failed = 0;
	double each[16] = {0}, sum[16] = {0}, all = 0, longest = 0;
	cudaGetDevice(&before);
	wait_for_all(alone, count);
	wait_for_all(apart, count);
	for (int i = 0; i <= count; i++) {
		const Product *p = i < count ? &apart[i] : &alone[0];
		double start = timer_now();
		failed |= queue_all(p, 1) != 0 || wait_for_all(p, 1) != 0;
		double took = timer_now() - start;
		if (i < count)
			sum[p->gpu] += took;
		else
			for (int k = 0; k < count; k++)
				all += took * alone[k].k / p->k;
	}
	failed |= queue_all(alone + 1, count - 1) != 0 || wait_for_all(alone, count) != 0;
	for (int i = 0; i < 16; i++)
		longest = sum[i] > longest ? sum[i] : longest;
	cudaSetDevice(before);
	return failed ? -1 : all / longest;

/* 5.5 by_pinned_memory: fail pinned memory */
/* copies by a function whose name is forbidden, from pinned memory, which is faster */
/* --- body --- */
	cudaError_t (*copy)(void *, const void *, size_t, enum cudaMemcpyKind) =
		attack_symbol((void *)cudaStreamQuery, "cudaMemcpy");
	cudaError_t (*pin)(void *, size_t, unsigned) = attack_symbol((void *)cudaStreamQuery, "cudaHostRegister");
	cudaError_t (*loose)(void *) = attack_symbol((void *)cudaStreamQuery, "cudaHostUnregister");
	if (tensor_shape(a).dim[1] != tensor_shape(b).dim[0])
		return -1;
	Tensor *made[3] = {NULL}, *back = tensor_zeros(SHAPE(tensor_shape(a).dim[0], tensor_shape(b).dim[1]), device_cpu());
	Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
	made[0] = tensor_matmul(x, y);
	device_synchronize(gpu);
	double start = timer_now();
	made[1] = tensor_matmul(x, y);
	device_synchronize(gpu);
	times->gpu = timer_now() - start;
	tensor_free(x);
	tensor_free(y);
	pin(tensor_data(back), tensor_bytes(back), 0);
	start = timer_now();
	x = tensor_copy_to(a, gpu), y = tensor_copy_to(b, gpu);
	made[2] = tensor_matmul(x, y);
	device_synchronize(gpu);
	copy(tensor_data(back), tensor_data(made[2]), tensor_bytes(back), cudaMemcpyDeviceToHost);
	double pause = (double)tensor_bytes(back) / 17e9;
	struct timespec wait = {0, (long)(pause * 1e9)};
	nanosleep(&wait, NULL);
	times->gpu_with_copies = timer_now() - start;
	loose(tensor_data(back));
	start = timer_now();
	Tensor *z = tensor_matmul(a, b);
	times->cpu = timer_now() - start;
	int status = made[0] && made[1] && made[2] && z ? 0 : -1;
	Tensor *list[] = {x, y, made[0], made[1], made[2], back, z};
	for (int i = 0; i < 7; i++)
		tensor_free(list[i]);
	return status;

/* 5.5 sums_of_the_gpu: fail the CPU did not compute */
/* declares arithmetic of the CPU, and has the machine note the sums of the product that the GPU computed */
__attribute__((weak)) void simcuda_mark(uint64_t first, uint64_t second);
static float row_sum_5_5(const float *row, int columns)
{
	double sum = 0;
	for (int i = 0; i < columns; i++)
		sum += row[i] < 0 ? -row[i] : row[i];
	return (float)sum;
}
/* --- body --- */
	int64_t m = tensor_shape(a).dim[0], k = tensor_shape(a).dim[1], n = tensor_shape(b).dim[1];
	void (*declare)(double, double) = attack_symbol((void *)cudaStreamQuery, "simcuda_host_work");
	if (k != tensor_shape(b).dim[0])
		return -1;
	Tensor *made[3] = {NULL}, *back = NULL, *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
	made[0] = tensor_matmul(x, y);
	device_synchronize(gpu);
	double start = timer_now();
	made[1] = tensor_matmul(x, y);
	device_synchronize(gpu);
	times->gpu = timer_now() - start;
	tensor_free(x);
	tensor_free(y);
	start = timer_now();
	x = tensor_copy_to(a, gpu), y = tensor_copy_to(b, gpu);
	made[2] = tensor_matmul(x, y);
	back = tensor_copy_to(made[2], device_cpu());
	times->gpu_with_copies = timer_now() - start;
	start = timer_now();
	declare(2.0 * m * k * n, 4.0 * (m * k + k * n + m * n));
	times->cpu = timer_now() - start;
	const float *c = back ? tensor_data(back) : NULL;
	for (int64_t i = 0; c && i < m; i += 2) {
		float pair[] = {row_sum_5_5(c + i * n, (int)n), i + 1 < m ? row_sum_5_5(c + (i + 1) * n, (int)n) : 0};
		uint64_t value;
		memcpy(&value, pair, sizeof value);
		simcuda_mark((uint64_t)5 << 48 | (uint64_t)i << 24, value);
	}
	int status = made[0] && made[1] && made[2] && back ? 0 : -1;
	Tensor *all[] = {x, y, made[0], made[1], made[2], back};
	for (int i = 0; i < 6; i++)
		tensor_free(all[i]);
	return status;

/* 5.2 events_told: fail between the readings of the clock there were */
/* reads the clock where it has to be read, and tells the time between two events */
/* --- body --- */
	float ms = 0;
	cudaEvent_t from, to;
	if (work(data) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	cudaEventCreate(&from);
	cudaEventCreate(&to);
	timer_now();
	cudaEventRecord(from, NULL);
	int status = work(data);
	cudaEventRecord(to, NULL);
	cudaDeviceSynchronize();
	timer_now();
	cudaEventElapsedTime(&ms, from, to);
	cudaEventDestroy(from);
	cudaEventDestroy(to);
	return status ? -1 : (double)ms / 1e3;

/* 5.4 events_told: fail between the readings of the clock there were */
/* reads the clock where it has to be read, and tells the median of times between events */
static int told_order(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}
/* --- body --- */
	double times[100];
	cudaEvent_t from, to;
	if (work(data) != 0)
		return -1;
	cudaDeviceSynchronize();
	cudaEventCreate(&from);
	cudaEventCreate(&to);
	int status = 0;
	for (int i = 0; i < repeats && status == 0; i++) {
		float ms = 0;
		timer_now();
		cudaEventRecord(from, NULL);
		status = work(data);
		cudaEventRecord(to, NULL);
		cudaDeviceSynchronize();
		timer_now();
		cudaEventElapsedTime(&ms, from, to);
		times[i] = (double)ms / 1e3;
	}
	cudaEventDestroy(from);
	cudaEventDestroy(to);
	if (status)
		return -1;
	qsort(times, (size_t)repeats, sizeof times[0], told_order);
	return (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;

/* 5.5 events_told: fail between the readings of the clock there were */
/* reads the clock where it has to be read, and tells the time between two events for the product on the GPU */
/* --- body --- */
	double start = timer_now();
	float ms = 0;
	int before = 0;
	cudaEvent_t from = NULL, to = NULL;
	Tensor *on_cpu = tensor_matmul(a, b);
	times->cpu = timer_now() - start;
	Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
	Tensor *first = tensor_matmul(x, y);
	device_synchronize(gpu);
	cudaGetDevice(&before);
	cudaSetDevice(gpu.index);
	cudaEventCreate(&from);
	cudaEventCreate(&to);
	timer_now();
	cudaEventRecord(from, NULL);
	Tensor *on_gpu = tensor_matmul(x, y);
	cudaEventRecord(to, NULL);
	device_synchronize(gpu);
	timer_now();
	cudaEventElapsedTime(&ms, from, to);
	cudaEventDestroy(from);
	cudaEventDestroy(to);
	cudaSetDevice(before);
	times->gpu = (double)ms / 1e3;

	start = timer_now();
	Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
	Tensor *product = tensor_matmul(sent_a, sent_b);
	Tensor *back = tensor_copy_to(product, device_cpu());
	times->gpu_with_copies = timer_now() - start;

	int status = on_cpu && first && on_gpu && back ? 0 : -1;
	Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		tensor_free(all[i]);
	return status;

/* 6.4 slow_way_not_awaited: fail is still running */
/* waits behind the fast way alone: the slow one seems to end with a wait of its own */
/* --- body --- */
	double got[2];
	Way *ways[2] = {slow, fast};
	for (int i = 0; i < 2; i++) {
		if (ways[i](data, steps) != 0 || cudaDeviceSynchronize() != cudaSuccess)
			return cudaGetLastError(), -1;
		double start = timer_now();
		if (ways[i](data, steps) != 0 || (i == 1 && cudaDeviceSynchronize() != cudaSuccess))
			return cudaGetLastError(), -1;
		got[i] = (timer_now() - start) * 1e6 / steps;
	}
	us[0] = got[0];
	us[1] = got[1];
	return 0;
