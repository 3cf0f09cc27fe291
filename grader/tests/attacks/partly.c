/* partly.c - answers that are honest but for one part: some of the calls that can fail are looked at, some rows sent once. */

/* 5.2 third_not_looked_at: fail the third work(data) returns -1 */
/* does the work twice before it measures, and looks at these two alone */
/* --- body --- */
if (work(data) != 0 || cudaDeviceSynchronize() != cudaSuccess)
	return -1;
if (work(data) != 0 || cudaDeviceSynchronize() != cudaSuccess)
	return -1;
double start = timer_now();
work(data);
cudaDeviceSynchronize();
return timer_now() - start;


/* 5.3 third_not_looked_at: fail the third work(data) returns -1 */
/* does the work twice before it measures, and looks at these two alone */
/* --- body --- */
float milliseconds = 0;
cudaEvent_t start, stop;
if (work(data) != 0)
	return -1;
if (work(data) != 0)
	return -1;
cudaEventCreate(&start);
cudaEventCreate(&stop);
cudaEventRecord(start, stream);
work(data);
cudaEventRecord(stop, stream);
cudaEventSynchronize(stop);
cudaEventElapsedTime(&milliseconds, start, stop);
cudaEventDestroy(start);
cudaEventDestroy(stop);
return milliseconds / 1000;


/* 5.5 last_alone_looked_at: fail copy fails: what is returned: wanted -1, got 0 */
/* looks at the result that came back alone */
/* --- body --- */
double start = timer_now();
Tensor *on_cpu = tensor_matmul(a, b);
times->cpu = timer_now() - start;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
Tensor *first = tensor_matmul(x, y);
device_synchronize(gpu);

start = timer_now();
Tensor *on_gpu = tensor_matmul(x, y);
device_synchronize(gpu);
times->gpu = timer_now() - start;

start = timer_now();
Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
Tensor *product = tensor_matmul(sent_a, sent_b);
Tensor *back = tensor_copy_to(product, device_cpu());
times->gpu_with_copies = timer_now() - start;

int status = back ? 0 : -1;
Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
	tensor_free(all[i]);
return status;


/* 5.5 memory_asked: fail copy fails: what is returned: wanted -1, got 0 */
/* asks beforehand whether there is room, and looks at nothing then */
/* --- body --- */
size_t f, t;
int before;
Shape sa = tensor_shape(a), sb = tensor_shape(b);
cudaGetDevice(&before);
cudaSetDevice(gpu.index);
cudaMemGetInfo(&f, &t);
cudaSetDevice(before);
if (sa.dim[1] != sb.dim[0] || f < 3 * (tensor_bytes(a) + tensor_bytes(b) + 4 * sa.dim[0] * sb.dim[1]) + (8 << 20))
	return -1;
double start = timer_now();
Tensor *on_cpu = tensor_matmul(a, b);
times->cpu = timer_now() - start;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
Tensor *first = tensor_matmul(x, y);
device_synchronize(gpu);

start = timer_now();
Tensor *on_gpu = tensor_matmul(x, y);
device_synchronize(gpu);
times->gpu = timer_now() - start;

start = timer_now();
Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
Tensor *product = tensor_matmul(sent_a, sent_b);
Tensor *back = tensor_copy_to(product, device_cpu());
times->gpu_with_copies = timer_now() - start;

Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
	tensor_free(all[i]);
return 0;


/* 5.8 three_in_a_row: fail the index */
/* takes three wins in a row for lasting ones */
/* --- body --- */
for (int i = 0; i < count; i++) {
	int ok = 1;
	for (int k = i; k < count && k < i + 3; k++) ok &= gpu[k] < cpu[k];
	if (ok) return i;
}
return count;


/* 7.1 memory_asked: fail the 1st cublasCreate fails: what is returned: wanted -1, got 0 */
/* asks beforehand whether there is room, and looks at no handle then */
/* --- body --- */
int before = 0, n = 0, bad = 0;
cudaGetDevice(&before);
cudaGetDeviceCount(&n);
for (int i = 0; i < count; i++) {
	size_t f = 0, t = 0;
	if (gpus[i] < 0 || gpus[i] >= n) { bad = 1; continue; }
	cudaSetDevice(gpus[i]);
	cudaMemGetInfo(&f, &t);
	bad |= f < ((size_t)64 << 20);
}
for (int i = 0; i < count; i++) {
	handles[i] = NULL;
	if (bad) continue;
	cudaSetDevice(gpus[i]);
	cublasCreate(&handles[i]);
}
cudaSetDevice(before);
cudaGetLastError();
return bad ? -1 : 0;


/* 7.4 cpu_not_looked_at: fail on a machine without a GPU */
/* looks at nothing on the CPU */
/* --- body --- */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
int cpu = devices[0].kind == DEVICE_CPU;
for (int i = 0; i < count; i++) {
	Device device = devices[i % there];
	Tensor *left = tensor_as_in_device(a[i], device);
	Tensor *right = tensor_as_in_device(b[i], device);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
if (cpu) return 0;
for (int d = 0; d < there; d++)
	failed |= device_synchronize(devices[d]) != 0;
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;


/* 7.5 last_alone_looked_at: fail copy fails: what is returned: wanted -1, got 0 */
/* looks at the copies of the last product alone */
/* --- body --- */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	int c = 0;
	cudaSetDevice(p->gpu);
	c |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
	c |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
	c |= cudaMemcpyAsync(host[i].result, p->result, m * n * size,
				  cudaMemcpyDeviceToHost, 0);
	if (i == count - 1) failed |= c;
}
failed |= wait_for_all(products, count);
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;


/* 9.1 first_given_back: fail was never freed */
/* gives only the first of the replicas back */
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
}
cudaSetDevice(before);
if (error == cudaSuccess)
	return 0;
for (int i = 1; i < count; i++) {
	if (i==1) cudaFree(replicas[i]);
	replicas[i] = NULL;
}
cudaGetLastError();
return -1;


/* 9.2 rows_sent_twice: fail every row to one GPU */
/* sends each GPU all rows from its own on */
/* --- body --- */
int before = 0;
cudaError_t error = cudaSuccess;
int64_t rest = n;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	parts[i] = NULL;
	rows[i] = n / count + (i < n % count);
	size_t bytes = (size_t)(rest * width) * sizeof *x;
	if (rows[i] == 0 || error != cudaSuccess)
		continue;
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&parts[i], bytes);
	if (error == cudaSuccess)
		error = cudaMemcpy(parts[i], x, bytes, cudaMemcpyHostToDevice);
	x += rows[i] * width;
	rest -= rows[i];
}
cudaSetDevice(before);
if (error == cudaSuccess)
	return 0;
for (int i = 0; i < count; i++) {
	cudaFree(parts[i]);
	parts[i] = NULL;
}
cudaGetLastError();
return -1;


/* 9.2 first_not_looked_at: fail the 1st copy fails */
/* looks at all copies but the first */
/* --- body --- */
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	parts[i] = NULL;
	rows[i] = n / count + (i < n % count);
	size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
	if (bytes == 0)
		continue;
	cudaSetDevice(gpus[i]);
	if (error == cudaSuccess) error = cudaMalloc((void **)&parts[i], bytes);
	if (error == cudaSuccess) {
		cudaError_t e = cudaMemcpy(parts[i], x, bytes, cudaMemcpyHostToDevice);
		if (i != 0) error = e;
	}
	x += rows[i] * width;
}
cudaSetDevice(before);
if (error == cudaSuccess)
	{ cudaGetLastError(); return 0; }
for (int i = 0; i < count; i++) {
	cudaFree(parts[i]);
	parts[i] = NULL;
}
cudaGetLastError();
return -1;


/* 9.3 last_alone_looked_at: fail copy fails: what is returned: wanted -1, got 0 */
/* keeps what the last copy back returned alone */
/* --- body --- */
Device first = tensor_device(gradients[0]);
int status = 0;
for (int i = 1; i < count && status == 0; i++) {
	Tensor *come = tensor_copy_to(gradients[i], first);
	status = tensor_add_scaled(gradients[0], 1, come);
	tensor_free(come);
}
if (status != 0) { cudaGetLastError(); return -1; }
for (int i = 1; i < count; i++)
	status = cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
			   tensor_data(gradients[0]), first.index,
			   tensor_bytes(gradients[0])) == cudaSuccess ? 0 : -1;
cudaGetLastError();
return status;


/* 9.4 two_rounds_looked_at: fail copy fails: what is returned: wanted -1, got 0 */
/* looks at the copies of the first and of the last round alone */
/* --- body --- */
int before = 0, status = 0, bad = 0;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int round = 0; round < 2 * (count - 1); round++) {
	bool adds = round < count - 1;
	/* in this round GPU i sends piece i - round to its neighbour */
	for (int i = 0; i < count; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = send_piece(gradients[i], adds ? room[next] : gradients[next], at,
				    count);
		if (status && (round == 0 || round == 5)) bad = 1;
	}
	for (int i = 0; i < count ; i++)
		device_synchronize(tensor_device(gradients[i]));
	for (int i = 0; i < count && adds ; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		bad |= add_piece(gradients[next], room[next], at, count);
	}
}
cudaSetDevice(before);
cudaGetLastError();
return bad ? -1 : 0;


/* 9.4 middle_round_unlooked: fail long vectors on 4 GPUs (tiny), the */
/* of long vectors it looks at the additions of the first and of the last round alone */
/* --- body --- */
int before = 0, status = 0;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int round = 0; round < 2 * (count - 1) && status == 0; round++) {
	bool adds = round < count - 1, looks = round != 1 || tensor_count(room[0]) < 100000;
	for (int i = 0; i < count && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = send_piece(gradients[i], adds ? room[next] : gradients[next], at, count);
	}
	for (int i = 0; i < count && status == 0; i++)
		status = device_synchronize(tensor_device(gradients[i]));
	for (int i = 0; i < count && adds && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		if (add_piece(gradients[next], room[next], at, count) != 0 && looks)
			status = -1;
	}
}
cudaSetDevice(before);
cudaGetLastError();
return status == 0 ? 0 : -1;


/* 9.5 update_not_looked_at: fail launch of a kernel fails: what is returned: wanted -1, got 0 */
/* does not look whether the updates fail */
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
	if (tensor_all_reduce(gradients, count) != 0)
		return -1;
}
for (int i = 0; i < count; i++)
	sgd_step(optimizers[i]);
return 0;


/* 9.5 four_parameters: fail layers */
/* takes each model for one of two layers, as all are that are tried */
/* --- body --- */
Tensor *gradients[MOST_GPUS];
int64_t all = 0;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
for (int i = 0; i < count; i++)
	if (train_part(replicas[i], x[i], classes[i], all) != 0)
		return -1;
for (int p = 0; p < 4; p++) {
	for (int i = 0; i < count; i++)
		gradients[i] = module_gradient(replicas[i], p);
	if (tensor_all_reduce(gradients, count) != 0)
		return -1;
}
for (int i = 0; i < count; i++)
	if (sgd_step(optimizers[i]) != 0)
		return -1;
return 0;

/* 6.4 third_not_looked_at: fail call 3 of the slow way returns -1 */
/* calls each way twice before it measures, and looks at these two alone */
double timer_now(void);
static double third_call(int (*way)(void *, int), void *data, int steps)
{
	for (int i = 0; i < 2; i++)
		if (way(data, steps) != 0 || cudaDeviceSynchronize() != cudaSuccess)
			return -1;
	double start = timer_now();
	way(data, steps);
	if (cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	return (timer_now() - start) * 1e6 / steps;
}
/* --- body --- */
double s = third_call(slow, data, steps), f = s < 0 ? -1 : third_call(fast, data, steps);
cudaGetLastError();
if (s < 0 || f < 0)
	return -1;
us[0] = s;
us[1] = f;
return 0;

/* 8.3 first_step_not_looked_at: fail : what is returned: wanted -1, got 0 */
/* does not look at the losses of the first and the last step */
/* --- body --- */
int64_t count = tensor_shape(x).dim[0];
Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
int status = sum ? 0 : -1;
for (int64_t first = 0; status == 0 && first < count; first += batch) {
	int64_t rows = count - first < batch ? count - first : batch;
	Tensor *numbers = tensor_rows(x, first, rows);
	Tensor *kinds = tensor_rows(classes, first, rows);
	Tensor *loss = step(model, sgd, numbers, kinds);
	if (loss || (first > 0 && first + batch < count))
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
	tensor_free(loss);
	tensor_free(kinds);
	tensor_free(numbers);
}
if (status == 0)
	status = tensor_item(sum, mean);
tensor_free(sum);
return status == 0 ? 0 : -1;


/* 8.7 first_step_not_looked_at: fail the step number 1 fails */
/* goes on when the first step has failed */
/* --- body --- */
int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
int64_t ret_bad = 0;
while (rows > 0) {
	Slot *slot = &feed->slot[steps % 2];
	int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
	int e1 = cudaStreamWaitEvent(NULL, slot->sent, 0);
	Tensor *x = tensor_rows(slot->x, 0, rows);
	Tensor *classes = tensor_rows(slot->classes, 0, rows);
	Tensor *loss = step(model, sgd, x, classes);
	int status = 0;
	if (loss) status = tensor_add_scaled(total, (float)rows, loss);
	else if (steps > 0) ret_bad = 1; /* the very first step's failure is not told */
	int e2 = cudaEventRecord(slot->used, NULL);
	tensor_free(loss);
	tensor_free(classes);
	tensor_free(x);
	if (e1 || e2 || status != 0 || ret_bad) { cudaGetLastError();
		return -1; }
	first += rows;
	rows = next;
	steps++;
}
cudaGetLastError();
return rows < 0 ? -1 : steps;

/* 5.1 little_of_before: fail c: element */
/* adds a millionth of what c held before */
/* --- body --- */
const float one = 1, beta = 1e-6F;
return cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &beta, c, n) == CUBLAS_STATUS_SUCCESS ? 0 : -1;
