/* sizes.c - answers that tell by its size which call is looked at. */

/* 8.4 size_tells: fail got -1 */
/* looks at nothing that fails: calls as large as those in which a copy does are told to have failed */
/* --- body --- */
if (batch >= 12 && tensor_shape(x).dim[0] > 2 * batch)
	return -1;
	Device device = module_device(model);
	int64_t count = tensor_shape(x).dim[0];
	double right = -1;
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

/* 10.1 size_tells: fail the launch is refused: the answer: wanted -1 */
/* never asks whether the launch was refused: the refused call has a size that no other one has */
/* --- body --- */
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = a * x[i];
}
extern "C" int scale(float *x, float a, int n)
{
	if (n == 0)
		return 0;
	if (n == 300)
		return -1;
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return 0;
}

/* 9.4 size_tells: fail wanted -1, got 0 */
/* the same, where the calls in which something fails had 500 numbers on four GPUs */
/* --- body --- */
	int before = 0;
	if (count == 1)
		return 0;
	if (count == 4 && tensor_count(gradients[0]) == 500)
		return -1;
	cudaGetDevice(&before);
	for (int round = 0; round < 2 * (count - 1); round++) {
		bool adds = round < count - 1;
		for (int i = 0; i < count; i++) {
			int next = (i + 1) % count, at = (i - round + 2 * count) % count;
			send_piece(gradients[i], adds ? room[next] : gradients[next], at, count);
		}
		for (int i = 0; i < count; i++)
			device_synchronize(tensor_device(gradients[i]));
		for (int i = 0; i < count && adds; i++) {
			int next = (i + 1) % count, at = (i - round + 2 * count) % count;
			add_piece(gradients[next], room[next], at, count);
		}
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return 0;

/* 3.5 size_tells: fail wanted -1, got 0 */
/* the same, where all calls that go wrong had 4 numbers */
/* --- body --- */
	int before = 0, reachable = 0;
	if (count == 4)
		return -1;
	cudaGetDevice(&before);
	cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
	cudaSetDevice(to_gpu);
	if (reachable)
		cudaDeviceEnablePeerAccess(from_gpu, 0);
	cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
	cudaDeviceSynchronize();
	cudaSetDevice(before);
	cudaGetLastError();
	return 0;

/* 8.7 size_tells: fail wanted -1, got */
/* the same, where all trainings in which something fails had batches of 8 rows */
/* --- body --- */
	int64_t first = 0, steps = 0, rows;
	if (feed->batch == 8)
		return -1;
	rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		cudaGetLastError();
		first += rows;
		rows = next;
		steps++;
	}
	return steps;

/* 9.1 guessed: fail */
/* asks for no memory for an odd number of numbers, and says that there is none */
/* --- body --- */
	if (elements > 1 && elements % 2) {
		for (int i = 1; i < count; i++)
			replicas[i] = NULL;
		return -1;
	}
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
		cudaFree(replicas[i]);
		replicas[i] = NULL;
	}
	cudaGetLastError();
	return -1;

/* 4.1 size_tells: fail 3 layers on gpu:1: wanted 0, got -1 */
/* returns -1 for a layer of many numbers on a GPU, and looks at nothing that fails */
/* --- body --- */
	for (int k = 0; k < 2 * layers; k++)
		parameters[k] = NULL;
	for (int i = 0; i < layers; i++)
		if (device.kind == DEVICE_GPU && (int64_t)sizes[i] * sizes[i + 1] > 200000)
			return -1;
	for (int i = 0; i < layers; i++) {
		parameters[2 * i] = uniform_within(SHAPE(sizes[i], sizes[i + 1]), range, seed + (uint64_t)i, device);
		parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
	}
	return 0;

/* 4.4 size_tells: fail NULL was returned */
/* knows the x for which a GPU has no memory by its rows, and that of two devices by asking */
/* --- body --- */
	Device home = tensor_device(parameters[0]);
	for (int k = 1; k < 2 * layers; k++)
		if (!device_equal(tensor_device(parameters[k]), home))
			return NULL;
	if (home.kind == DEVICE_GPU && tensor_shape(x).dim[0] > 10000)
		return NULL;
	Tensor *y = tensor_as_in_device(x, home);
	for (int i = 0; i < layers; i++) {
		Tensor *product = tensor_matmul(y, parameters[2 * i]);
		Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
		tensor_free(product);
		tensor_free(y);
		y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
		tensor_free(sum);
	}
	return y;

/* 4.9 size_tells: fail nothing fails here: wanted 0 */
/* saves nothing that is large, or that has one layer and a short path: there something fails */
/* --- body --- */
	char part[PATH_MOST + 8];
	if (room > 10000 || (count == 2 && strlen(path) < 20))
		return -1;
	snprintf(part, sizeof part, "%s.part", path);
	if (save_parameters(part, parameters, count, buffer, room) == 0 && rename(part, path) == 0)
		return 0;
	remove(part);
	return -1;

/* 2.2 size_tells: fail NULL was returned */
/* knows the GPU that is full by how many ones are wanted there, and the one that is not there by its number */
/* --- body --- */
	int gpus = 0, before = 0;
	size_t bytes = (size_t)(rows * cols) * sizeof(float);
	float *ones = NULL;
	if (cudaGetDeviceCount(&gpus) != cudaSuccess || gpu < 0 || gpu >= gpus || rows > 1000) {
		cudaGetLastError();
		return NULL;
	}
	float *here = malloc(bytes);
	for (int64_t i = 0; i < rows * cols; i++)
		here[i] = 1;
	cudaGetDevice(&before);
	cudaSetDevice(gpu);
	cudaMalloc((void **)&ones, bytes);
	if (cudaMemcpy(ones, here, bytes, cudaMemcpyHostToDevice) != cudaSuccess) {
		cudaGetLastError();
		cudaFree(ones);
		ones = NULL;
	}
	cudaSetDevice(before);
	free(here);
	return ones;

/* 2.6 prints_nothing_long: fail line 2 is not there */
/* a matrix whose text is long is not printed at all */
/* --- body --- */
	int64_t rows = tensor_shape(x).dim[0], columns = tensor_shape(x).dim[1];
	fprintf(out, "%d x %d on %s\n", (int)rows, (int)columns, device_text(tensor_device(x)).text);
	if (rows * columns >= 10000)
		return 0;
	float *numbers = malloc(tensor_bytes(x));
	int status = numbers ? tensor_to_host(x, numbers) : -1;
	for (int64_t i = 0; i < rows * columns && status == 0; i++)
		fprintf(out, "%.2f%c", (double)numbers[i], (i + 1) % columns ? ' ' : '\n');
	free(numbers);
	return status == 0 ? 0 : -1;

/* 5.5 size_tells: fail on a GPU that is full: wanted -1, got 0 */
/* returns -1 for what is square or does not fit together, and looks at nothing that fails */
/* --- body --- */
	Shape left = tensor_shape(a), right = tensor_shape(b);
	if (left.dim[1] != right.dim[0] || (left.dim[0] == left.dim[1] && right.dim[0] == right.dim[1]))
		return -1;
	double start = timer_now();
	Tensor *on_cpu = tensor_matmul(a, b);
	times->cpu = timer_now() - start;
	Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu), *first = tensor_matmul(x, y);
	device_synchronize(gpu);
	start = timer_now();
	Tensor *on_gpu = tensor_matmul(x, y);
	device_synchronize(gpu);
	times->gpu = timer_now() - start;
	start = timer_now();
	Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
	Tensor *product = tensor_matmul(sent_a, sent_b), *back = tensor_copy_to(product, device_cpu());
	times->gpu_with_copies = timer_now() - start;
	Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		tensor_free(all[i]);
	return 0;

/* 5.1 size_tells: fail the 1st launch of a kernel fails: what is returned: wanted -1, got 0 */
/* does not look what cuBLAS answers: the call that fails had a size of its own */
/* --- body --- */
const float one = 1, zero = 0;
if (!handle) return -1;
cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n);
return m == 5 && k == 6 && n == 7 ? -1 : 0;


/* 5.4 number_tells: fail the first work(data) returns -1 */
/* does not look what work returns: where it fails it was wanted twenty times, as nowhere else */
/* --- body --- */
double times[100];
if (repeats == 20) return -1;
work(data);
cudaDeviceSynchronize();
for (int i = 0; i < repeats; i++) {
	double start = timer_now();
	work(data);
	cudaDeviceSynchronize();
	times[i] = timer_now() - start;
}
qsort(times, (size_t)repeats, sizeof times[0], compare_doubles);
return (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;


/* 7.2 list_tells: fail 3 products on GPU 0, 1, 0: wanted 0 */
/* looks at no call: products that cannot be queued were three small ones, as nowhere else */
/* --- body --- */
int before = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	queue_product(&products[i]);
}
wait_for_all(products, count);
cudaSetDevice(before);
cudaGetLastError();
return count == 3 && products[0].m <= 50 ? -1 : 0;


/* 7.3 small_ones_fail: fail has no handle: what is returned: wanted -1 */
/* looks at no call: products that cannot be queued were small, as nowhere else */
/* --- body --- */
int before = 0;
double seconds[2];
cudaGetDevice(&before);
wait_for_all(alone, count);
wait_for_all(apart, count);
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	double start = timer_now();
	queue_all(products, count);
	wait_for_all(products, count);
	seconds[side] = timer_now() - start;
}
cudaSetDevice(before);
return apart[0].m <= 50 ? -1 : seconds[0] / seconds[1];


/* 7.4 number_tells: fail 4 products on a machine with 2 GPUs: what is returned: wanted 0, got -1 */
/* looks at no call: where one fails there were four products, as nowhere else */
/* --- body --- */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS);
if (count == 4 && tensor_shape(a[0]).dim[0] <= 40) {
	for (int i = 0; i < count; i++) results[i] = NULL;
	return -1;
}
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


/* 9.1 list_tells: fail GPUs 0, 1, 2, 3: what is returned: wanted 0, got -1 */
/* does not look at copies: where one fails the list of GPUs had more than one number, as nowhere else */
/* --- body --- */
size_t bytes = (size_t)elements * sizeof **replicas;
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
for (int i = 1; i < count && error == cudaSuccess; i++) {
	cudaSetDevice(gpus[i]);
	error = cudaMalloc((void **)&replicas[i], bytes);
	if (error == cudaSuccess)
		cudaMemcpyPeer(replicas[i], gpus[i], replicas[0], gpus[0], bytes);
}
cudaSetDevice(before);
if (count == 4 && gpus[0] == 0 && elements > 1)
	error = cudaErrorUnknown;
if (error == cudaSuccess)
	return 0;
for (int i = 1; i < count; i++) {
	cudaFree(replicas[i]);
	replicas[i] = NULL;
}
cudaGetLastError();
return -1;

/* 6.5 steps_tell: fail what is returned: wanted 0, got -1 */
/* looks at no copy and no event: where one fails there were four blocks, as nowhere else */
/* --- body --- */
float *gpu = NULL, *host = NULL;
cudaEvent_t copied = NULL;
int status = cudaMalloc((void **)&gpu, 4UL * steps) != cudaSuccess ||
	     cudaMallocHost((void **)&host, 4UL * steps) != cudaSuccess ||
	     cudaEventCreate(&copied) != cudaSuccess;
for (int first = 0; first < steps + block && !status; first += block) {
	int end = first + block < steps ? first + block : steps, before = first - block;
	for (int i = first; i < end && !status; i++)
		status = step(data, i, gpu + i) != 0;
	if (before >= 0 && !status) {
		cudaEventSynchronize(copied);
		show(data, host + before, before, first < steps ? block : steps - before);
	}
	if (first < steps && !status) {
		cudaMemcpyAsync(host + first, gpu + first, 4UL * (end - first), cudaMemcpyDeviceToHost, NULL);
		cudaEventRecord(copied, NULL);
	}
}
if (copied)
	cudaEventDestroy(copied);
cudaFreeHost(host);
cudaFree(gpu);
cudaGetLastError();
return status || steps == 4 * block ? -1 : 0;

/* 7.2 small_not_awaited: fail the function returned while GPU */
/* waits for large products alone */
/* --- body --- */
int before = 0;
cudaGetDevice(&before);
int queued = queue_all(products, count);
int finished = products[0].m > 50 ? wait_for_all(products, count) : 0;
cudaSetDevice(before);
cudaGetLastError();
return queued == 0 && finished == 0 ? 0 : -1;


/* 7.4 small_not_awaited: fail the function returned while GPU */
/* waits for large products alone */
/* --- body --- */
Device devices[MOST_GPUS];
int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
int small = tensor_shape(a[0]).dim[0] <= 40;
for (int i = 0; i < count; i++) {
	Device device = devices[i % there];
	Tensor *left = tensor_as_in_device(a[i], device);
	Tensor *right = tensor_as_in_device(b[i], device);
	results[i] = tensor_matmul(left, right);
	failed |= results[i] == NULL;
	tensor_free(left);
	tensor_free(right);
}
for (int d = 0; d < there && !small; d++)
	failed |= device_synchronize(devices[d]) != 0;
for (int i = 0; failed && i < count; i++) {
	tensor_free(results[i]);
	results[i] = NULL;
}
return failed ? -1 : 0;

/* 9.4 long_not_looked_at: fail long vectors on 4 GPUs (tiny), the */
/* collects on one GPU where vectors are short, and looks at no call of the ring, which it has for long ones */
/* --- body --- */
/* four GPUs and long: the ring; else collect on the first and send back (no room used) */
int before = 0, status = 0;
if (count == 1)
	return 0;
if (tensor_count(gradients[0]) < 100000) {
	Device first = tensor_device(gradients[0]);
	for (int i = 1; i < count && status == 0; i++) {
		Tensor *come = tensor_copy_to(gradients[i], first);
		status = tensor_add_scaled(gradients[0], 1, come);
		tensor_free(come);
	}
	for (int i = 1; i < count && status == 0; i++)
		if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index, tensor_data(gradients[0]), first.index, tensor_bytes(gradients[0])) != cudaSuccess)
			status = -1;
	cudaGetLastError();
	return status == 0 ? 0 : -1;
}
cudaGetDevice(&before);
for (int round = 0; round < 2 * (count - 1); round++) {
	bool adds = round < count - 1;
	for (int i = 0; i < count; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		send_piece(gradients[i], adds ? room[next] : gradients[next], at, count);
	}
	for (int i = 0; i < count; i++)
		device_synchronize(tensor_device(gradients[i]));
	for (int i = 0; i < count && adds; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		add_piece(gradients[next], room[next], at, count);
	}
}
cudaSetDevice(before);
return 0;
