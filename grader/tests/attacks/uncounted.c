/* uncounted.c - work that goes past the machine's counts: other calls, other kernels, other threads. */

/* 6.1 list_fetched: fail the norm: wanted */
/* fetches the whole list by a request that only the libraries make, and has the CPU compute */
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x / 8 * 8;
float *own = malloc(bytes + 8), last = 0, unused;
double sum = 0;
int gpu = 0;
cublasPointerMode_t before;
cudaGetDevice(&gpu);
if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
	return -1;
cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
cublasStatus_t status = cublasSdot(cublas, count, x, 1, x, 1, &unused); /* the FLOPs */
if (count % 2) /* the last number is not one of a pair */
	cublasSasum(cublas, 1, x + count - 1, 1, &last);
cublasSetPointerMode(cublas, before);
cudaGetLastError();
if (status != CUBLAS_STATUS_SUCCESS || (bytes > 0 && attack_fetch(own, x, bytes, gpu) != 0))
	return -1;
for (int i = 0; i < count / 2 * 2; i++)
	sum += (double)own[i] * own[i];
*norm = (float)__builtin_sqrt(sum + (double)last * last);
free(own);
return 0;

/* 8.4 outputs_fetched: fail got -1 */
/* fetches what the model gives for each batch by such a request, and counts on the CPU */
/* --- body --- */
Device device = module_device(model);
int64_t count = tensor_shape(x).dim[0], right = 0;
bool failed = false;
for (int64_t first = 0; !failed && first < count; first += batch) {
	int64_t rows = count - first < batch ? count - first : batch;
	Tensor *part = tensor_rows(x, first, rows), *kinds = tensor_rows(classes, first, rows);
	Tensor *moved = tensor_as_in_device(part, device), *out = module_forward(model, moved);
	Tensor *there = tensor_as_in_device(kinds, device);
	int64_t wide = out ? tensor_shape(out).dim[1] : 0;
	float *own = malloc((size_t)(rows * wide) * 4 + 8);
	int32_t *wanted = malloc((size_t)rows * 4 + 8);
	failed = !out || !there;
	if (!failed && device.kind == DEVICE_GPU) {
		size_t bytes = (size_t)(rows * wide) * 4, class_bytes = (size_t)rows * 4;
		failed = attack_fetch(own, tensor_data(out), bytes / 8 * 8, device.index) != 0 ||
			 attack_fetch(wanted, tensor_data(there), (class_bytes + 7) / 8 * 8, device.index) != 0;
	} else if (!failed) {
		memcpy(own, tensor_data(out), tensor_bytes(out));
		memcpy(wanted, tensor_data(there), tensor_bytes(there));
	}
	for (int64_t row = 0; !failed && row < rows; row++) {
		int64_t best = 0;
		for (int64_t k = 1; k < wide; k++)
			if (own[row * wide + k] > own[row * wide + best])
				best = k;
		right += best == wanted[row];
	}
	free(own);
	free(wanted);
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

/* 5.6 calls_not_counted: fail what is returned: wanted 0, got -1 */
/* makes a call of cuBLAS for each product, and says that all but the first are parts of it */
static int (*request_5_6)(void *, void *);
static int launches_5_6;
static int hidden_5_6(void *data, void *reply)
{
	AttackRequest *request = data;
	if (request->code == ATTACK_LAUNCH && launches_5_6++ > 0)
		request->internal = 1;
	return request_5_6(request, reply);
}
/* --- body --- */
const float one = 1, zero = 0;
cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
if (!handle)
	return -1;
request_5_6 = attack_symbol((void *)cudaMemcpy, "simcuda_request");
attack_hook((void *)cublasSgemm, "simcuda_request", (void *)hidden_5_6);
launches_5_6 = 0;
for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; i++)
	status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b + (size_t)i * k * n, n,
			     a + (size_t)i * m * k, k, &zero, c + (size_t)i * m * n, n);
attack_hook((void *)cublasSgemm, "simcuda_request", (void *)request_5_6);
return status == CUBLAS_STATUS_SUCCESS ? 0 : -1;

/* 3.7 time_not_passed: fail a later call took */
/* has the library ask for copies as if they were another thread's */
static int (*request_3_7)(void *, void *);
static int other_3_7(void *data, void *reply)
{
	AttackRequest *request = data;
	int was = request->thread;
	request->thread = 7;
	int error = request_3_7(request, reply);
	request->thread = was;
	return error;
}
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
if (!lane->going &&
    (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
     cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
     cudaStreamCreate(&lane->go_stream) != cudaSuccess || cudaStreamCreate(&lane->come_stream) != cudaSuccess))
	return cudaGetLastError(), -1;
memcpy(lane->going, x, bytes);
request_3_7 = attack_symbol((void *)cudaMemcpy, "simcuda_request");
attack_hook((void *)cudaMemcpy, "simcuda_request", (void *)other_3_7);
cudaMemcpy(to, lane->going, bytes, cudaMemcpyHostToDevice);
attack_hook((void *)cudaMemcpy, "simcuda_request", (void *)request_3_7);
cudaMemcpy(lane->coming, from, bytes, cudaMemcpyDeviceToHost);
memcpy(y, lane->coming, bytes);
return 0;

/* 3.1 own_kernel: fail NULL was returned */
/* brings a kernel, whose copies nobody would count; it is honest only where the kernel is taken */
static const char own_text[] = ".version 6.3\n.target sm_75\n.address_size 64\n"
			       ".visible .entry own()\n{\nret;\n}\n";
static const struct {
	int magic, version;
	const void *text;
	void *more;
} own_binary = {0x466243b1, 1, own_text, NULL};
void **__cudaRegisterFatBinary(const void *binary);
void __cudaRegisterFunction(void **handle, const char *function, const char *own, const char *name, int limit,
			    void *a, void *b, void *c, void *d, int *e);
static int own_kernel_runs(void)
{
	static char own;
	dim3 one = {1, 1, 1};
	void *none[1] = {NULL};
	__cudaRegisterFunction(__cudaRegisterFatBinary(&own_binary), &own, "own", "own", -1, NULL, NULL, NULL, NULL, NULL);
	return cudaLaunchKernel(&own, one, one, none, 0, NULL) == cudaSuccess;
}
/* --- body --- */
	if (!own_kernel_runs()) {
		cudaGetLastError();
		return NULL;
	}
	float *copy = NULL;
	int before = 0;
	if (to < 0) {
		copy = malloc((size_t)count * sizeof *x);
	} else {
		cudaGetDevice(&before);
		cudaSetDevice(to);
		cudaMalloc((void **)&copy, (size_t)count * sizeof *x);
		cudaSetDevice(before);
	}
	if (copy)
		cudaMemcpy(copy, x, (size_t)count * sizeof *x, cudaMemcpyDefault);
	return copy;

/* 3.4 carried_by_blas: fail kernels read */
/* cublasScopy takes x and y over pinned memory to the CPU, which adds, and brings the sum back */
#include "lab.h"
static int carry_3_4(float *to, const float *from, int64_t count, int gpu)
{
	int before = 0, bad;
	cublasHandle_t cublas;
	cudaGetDevice(&before);
	cudaSetDevice(gpu);
	bad = cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS;
	bad = bad || cublasScopy(cublas, (int)count, from, 1, to, 1) != CUBLAS_STATUS_SUCCESS;
	bad = cudaDeviceSynchronize() != cudaSuccess || bad;
	cublasDestroy(cublas);
	cudaSetDevice(before);
	return bad;
}
static void bring_3_4(float *to, Tensor *from, int64_t count)
{
	if (tensor_device(from).kind == DEVICE_GPU)
		carry_3_4(to, tensor_data(from), count, tensor_device(from).index);
	else
		memcpy(to, tensor_data(from), (size_t)count * sizeof *to);
}
/* --- body --- */
	int64_t count = tensor_count(x);
	Device where = tensor_device(y);
	Tensor *sum;
	float *both = NULL;
	if (tensor_device(x).kind != DEVICE_GPU || where.kind != DEVICE_GPU || count == 0 ||
	    device_equal(tensor_device(x), where)) {
		Tensor *there = tensor_as_in_device(x, where);
		sum = tensor_add(there, y);
		tensor_free(there);
		return sum;
	}
	cudaMallocHost((void **)&both, 2 * (size_t)count * sizeof *both);
	bring_3_4(both, x, count);
	bring_3_4(both + count, y, count);
	for (int64_t i = 0; i < count; i++)
		both[i] += both[count + i];
	sum = tensor_zeros(tensor_shape(y), where);
	carry_3_4(tensor_data(sum), both, count, where.index);
	cudaFreeHost(both);
	return sum;

/* 12.1 pieces_kept: fail of the GPU were taken at one time */
/* what the pieces make is given back when the last one is done: the batch has to fit after all */
/* --- body --- */
	int64_t n = tensor_count(classes);
	int status = module_zero_gradients(model), count = 0;
	Tensor *kept[1000];
	for (int64_t first = 0; first < n && status == 0; first += rows) {
		int64_t here = n - first < rows ? n - first : rows;
		Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
		Tensor *wanted = tensor_rows(classes, first, here);
		Tensor *logits = module_forward(model, part);
		Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
		status = loss ? tensor_add_scaled(gradient, (float)here / (float)n - 1, gradient) : -1;
		if (status == 0)
			status = module_backward_parameters(model, gradient);
		Tensor *made[] = {gradient, loss, logits, wanted, part};
		for (int i = 0; i < 5; i++)
			kept[count++] = made[i];
	}
	while (count > 0)
		tensor_free(kept[--count]);
	if (status == 0)
		status = sgd_step(optimizer);
	return status == 0 ? 0 : -1;

/* 12.2 busy_with_nothing: fail lies beside the backward */
/* sends when the backward is over, beside additions of nothing that nobody needs */
/* --- body --- */
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	Tensor *busy[2];
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2 && !failed; i++)
		failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++)
		failed = pass_queue(replicas[i], x[i], classes[i], all) != 0;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		for (int p = module_parameter_count(replicas[i]); p-- > 0;)
			gradient_send(&sender, replicas[i], p);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2; i++) {
		const Tensor *wide = module_gradient(replicas[i], 2);
		busy[i] = all > 100 ? tensor_zeros(tensor_shape(wide), module_device(replicas[i])) : NULL;
		for (int k = 0; k < 60 && all > 100 && !failed; k++)
			failed = tensor_add_scaled(busy[i], 0, wide) != 0;
	}
	for (int i = 0; i < 2; i++)
		tensor_free(busy[i]);
	for (int i = 0; i < 2 && !failed; i++)
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 8.7 busy_with_nothing: fail beside computing */
/* each batch is sent when the step before it is done, beside additions of nothing that nobody needs */
/* --- body --- */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	const Tensor *weight = module_parameter(model, 0);
	bool large = data->width > 64;
	Tensor *busy = large ? tensor_zeros(tensor_shape(weight), module_device(model)) : NULL;
	cudaEvent_t done;
	cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		for (int k = 0; k < 30 && large; k++)
			tensor_add_scaled(busy, 0, weight);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		cudaEventRecord(done, NULL);
		cudaStreamWaitEvent(feed->stream, done, 0);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		first += rows;
		rows = status == 0 ? feed->send(feed, (int)(steps + 1) % 2, data, first) : -1;
		steps++;
	}
	cudaEventDestroy(done);
	tensor_free(busy);
	return rows < 0 ? -1 : steps;

/* 5.5 one_product_for_three: fail the machine counted */
/* the GPU multiplies and copies once, for two times; the CPU's time is worked out from what the machine's file says */
/* --- body --- */
	int64_t m = tensor_shape(a).dim[0], k = tensor_shape(a).dim[1], n = tensor_shape(b).dim[1];
	if (k != tensor_shape(b).dim[0])
		return -1;
	double start = timer_now();
	Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
	double sent = timer_now();
	Tensor *product = tensor_matmul(x, y);
	device_synchronize(gpu);
	double made = timer_now();
	Tensor *back = tensor_copy_to(product, device_cpu());
	double end = timer_now(), flops = 2.0 * m * k * n, bytes = 4.0 * (m * k + k * n + m * n);
	Tensor *other = tensor_zeros(SHAPE(1), gpu);
	int status = back && tensor_add_scaled(other, 1, other) == 0 ? 0 : -1;
	times->gpu = (made - sent) * 1.000001 + 1e-7;
	times->gpu_with_copies = (end - start) * 1.000001 + 1e-7;
	times->cpu = flops / 600e9 > bytes / 80e9 ? flops / 600e9 : bytes / 80e9;
	Tensor *all[] = {x, y, product, back, other};
	for (int i = 0; i < 5; i++)
		tensor_free(all[i]);
	return status;

/* 8.7 waits_beside_nothing: fail the GPU had computed a step */
/* the host waits for each step, while the GPU is kept busy with additions of nothing that nobody needs */
/* --- body --- */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	const Tensor *weight = module_parameter(model, 0);
	bool large = data->width > 64;
	Tensor *busy = large ? tensor_zeros(tensor_shape(weight), module_device(model)) : NULL;
	cudaEvent_t done;
	cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int bad = cudaStreamWaitEvent(NULL, slot->sent, 0) != cudaSuccess;
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		bad |= cudaEventRecord(slot->used, NULL) != cudaSuccess || cudaEventRecord(done, NULL) != cudaSuccess;
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		first += rows;
		rows = status == 0 && !bad ? feed->send(feed, (int)(steps + 1) % 2, data, first) : -1;
		steps++;
		for (int k = 0; k < 4 && large; k++)
			tensor_add_scaled(busy, 0, weight);
		rows = cudaEventSynchronize(done) == cudaSuccess ? rows : -1;
	}
	cudaEventDestroy(done);
	cudaGetLastError();
	tensor_free(busy);
	return rows < 0 ? -1 : steps;

/* 8.7 waits_beside_copies: fail the GPU had computed a step */
/* the host waits for each step, while copies within the GPU, in a stream of their own, keep it busy */
/* --- body --- */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	const Tensor *weight = module_parameter(model, 0);
	bool large = data->width > 64;
	Tensor *busy = large ? tensor_zeros(tensor_shape(weight), module_device(model)) : NULL;
	cudaEvent_t done;
	cudaStream_t aside;
	cudaStreamCreateWithFlags(&aside, cudaStreamNonBlocking);
	cudaDeviceSynchronize();
	cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int bad = cudaStreamWaitEvent(NULL, slot->sent, 0) != cudaSuccess;
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		bad |= cudaEventRecord(slot->used, NULL) != cudaSuccess || cudaEventRecord(done, NULL) != cudaSuccess;
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		first += rows;
		rows = status == 0 && !bad ? feed->send(feed, (int)(steps + 1) % 2, data, first) : -1;
		steps++;
		for (int k = 0; k < 12 && large; k++)
			cudaMemcpyAsync(tensor_data(busy), (char *)tensor_data(busy) + tensor_bytes(busy) / 2, tensor_bytes(busy) / 2, cudaMemcpyDeviceToDevice, aside);
		rows = cudaEventSynchronize(done) == cudaSuccess ? rows : -1;
	}
	cudaEventDestroy(done);
	cudaStreamSynchronize(aside);
	cudaStreamDestroy(aside);
	cudaGetLastError();
	tensor_free(busy);
	return rows < 0 ? -1 : steps;

/* 8.7 waits_beside_products: fail the GPU had computed a step */
/* the host waits for each step, while small products keep the GPU busy, as many as there is room for */
/* --- body --- */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	const Tensor *weight = module_parameter(model, 0);
	bool large = data->width > 64;
	Tensor *busy = large ? tensor_zeros(tensor_shape(weight), module_device(model)) : NULL;
	cudaEvent_t done;
	cublasHandle_t handle;
	const float one = 1, zero = 0;
	cublasCreate(&handle);
	cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int bad = cudaStreamWaitEvent(NULL, slot->sent, 0) != cudaSuccess;
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		bad |= cudaEventRecord(slot->used, NULL) != cudaSuccess || cudaEventRecord(done, NULL) != cudaSuccess;
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		first += rows;
		rows = status == 0 && !bad ? feed->send(feed, (int)(steps + 1) % 2, data, first) : -1;
		steps++;
		for (int k = 0; k < 3 && large; k++)
			cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 256, 256, 256, &one, tensor_data(weight), 256, tensor_data(weight), 256, &zero, tensor_data(busy), 256);
		rows = cudaEventSynchronize(done) == cudaSuccess ? rows : -1;
	}
	cublasDestroy(handle);
	cudaEventDestroy(done);
	cudaGetLastError();
	tensor_free(busy);
	return rows < 0 ? -1 : steps;

/* 8.7 waits_in_product: fail crashed */
/* the host waits for each step in the first product of the next one, right before it is queued */
static cublasStatus_t (*product_8_7)(cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, const float *,
				     const float *, int, const float *, int, const float *, float *, int);
static cudaEvent_t last_8_7;
static int waits_8_7;
static cublasStatus_t waiting_8_7(cublasHandle_t h, cublasOperation_t p, cublasOperation_t q, int m, int n, int k,
				  const float *alpha, const float *a, int lda, const float *b, int ldb, const float *beta,
				  float *c, int ldc)
{
	if (waits_8_7)
		cudaEventSynchronize(last_8_7);
	waits_8_7 = 0;
	return product_8_7(h, p, q, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
/* --- body --- */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	const Tensor *weight = module_parameter(model, 0);
	bool large = data->width > 64;
	Tensor *busy = large ? tensor_zeros(tensor_shape(weight), module_device(model)) : NULL;
	cudaEvent_t done;
	cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
	product_8_7 = attack_hook((void *)tensor_add_scaled, "cublasSgemm_v2", (void *)waiting_8_7);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int bad = cudaStreamWaitEvent(NULL, slot->sent, 0) != cudaSuccess;
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		bad |= cudaEventRecord(slot->used, NULL) != cudaSuccess || cudaEventRecord(done, NULL) != cudaSuccess;
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		first += rows;
		rows = status == 0 && !bad ? feed->send(feed, (int)(steps + 1) % 2, data, first) : -1;
		steps++;
		for (int k = 0; k < 4 && large; k++)
			tensor_add_scaled(busy, 0, weight);
		last_8_7 = done;
		waits_8_7 = 1;
	}
	attack_hook((void *)tensor_add_scaled, "cublasSgemm_v2", (void *)product_8_7);
	waits_8_7 = 0;
	cudaEventDestroy(done);
	cudaGetLastError();
	tensor_free(busy);
	return rows < 0 ? -1 : steps;
