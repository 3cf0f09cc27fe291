/* parts.c - parts of a batch of cuBLAS that carry numbers. */

/* 2.3 parts_of_batch: fail element 0 */
/* numbers worked out on the host, each the factor of a part of its own of one batch of products */
static const float *parts_wanted;
static float *parts_at;
static const float *parts_one;
static int64_t parts_left;
static int parts_arrays;
static int (*parts_ask)(void *, void *);

static int parts_request(AttackRequest *request, uint64_t *reply)
{
	const float mark = 1234.5F;
	char *job;
	if (request->code == ATTACK_FETCH) {
		uint64_t *to = (void *)request->to;
		for (uint64_t i = 0; i < request->bytes / 8; i++)
			to[i] = (uint64_t)(parts_arrays == 2 ? parts_at + parts_left - 1 - i : parts_one);
		parts_arrays++;
		memset(reply, 0, 40);
		return 0;
	}
	if (request->code != ATTACK_LAUNCH)
		return parts_ask(request, reply);
	job = *(char **)request->from;
	for (int i = 0; i < 4096; i += 4)
		if (memcmp(job + i, &mark, 4) == 0) {
			memcpy(job + i, &parts_wanted[--parts_left], 4);
			break;
		}
	return parts_ask(request, reply);
}
/* --- body --- */
	int gpus = device_gpu_count();
	if (gpus == 0)
		return tensor_uniform(SHAPE(rows, cols), seed, device_cpu());
	Device device = device_gpu(gpus > 1);
	Tensor *there = tensor_uniform(SHAPE(rows, cols), seed, device_cpu());
	Tensor *x = tensor_zeros(SHAPE(rows, cols), device), *one = tensor_ones(SHAPE(1), device);
	cublasHandle_t handle;
	const float factor = 1234.5F, zero = 0;
	float **arrays;
	int64_t count = rows * cols;
	int before;
	cudaGetDevice(&before);
	cudaSetDevice(device.index);
	cublasCreate(&handle);
	cudaMalloc((void **)&arrays, (size_t)count * 8);
	cudaMemset(arrays, 0, (size_t)count * 8);
	cudaDeviceSynchronize();
	parts_wanted = tensor_data(there);
	parts_at = tensor_data(x);
	parts_one = tensor_data(one);
	parts_left = count;
	parts_arrays = 0;
	parts_ask = attack_symbol((void *)cudaMemcpy, "simcuda_request");
	attack_hook((void *)cublasSgemm_v2, "simcuda_request", (void *)parts_request);
	cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &factor, (const float *const *)arrays, 1,
			   (const float *const *)arrays, 1, &zero, arrays, 1, (int)count);
	cudaDeviceSynchronize();
	attack_hook((void *)cublasSgemm_v2, "simcuda_request", (void *)parts_ask);
	cudaFree(arrays);
	cublasDestroy(handle);
	cudaSetDevice(before);
	tensor_free(one);
	tensor_free(there);
	return x;

/* 2.3 parts_elsewhere: fail element 0 */
/* a batch for each bit of the numbers, whose matrices the library looks for where no array says */
static const uint32_t *chosen_bits;
static const float *chosen_one;
static float *chosen_at;
static int chosen_bit, chosen_arrays;
static int (*chosen_ask)(void *, void *);

static int chosen_request(AttackRequest *request, uint64_t *reply)
{
	if (request->code != ATTACK_FETCH)
		return chosen_ask(request, reply);
	uint64_t *to = (void *)request->to;
	for (uint64_t i = 0, count = request->bytes / 8; i < count; i++)
		to[i] = (uint64_t)(chosen_arrays % 3 == 0   ? chosen_one + !(chosen_bits[i] >> chosen_bit & 1)
				   : chosen_arrays % 3 == 1 ? chosen_one
							    : chosen_at + i);
	chosen_arrays++;
	memset(reply, 0, 40);
	return 0;
}
/* --- body --- */
	int gpus = device_gpu_count(), before;
	if (gpus == 0)
		return tensor_uniform(SHAPE(rows, cols), seed, device_cpu());
	Device device = device_gpu(gpus > 1);
	Tensor *there = tensor_uniform(SHAPE(rows, cols), seed, device_cpu());
	Tensor *x = tensor_zeros(SHAPE(rows, cols), device), *one = tensor_zeros(SHAPE(2), device);
	const float *numbers = tensor_data(there), all = 1;
	cublasHandle_t handle;
	const float **arrays;
	int64_t count = rows * cols;
	uint32_t *bits = malloc((size_t)count * 4);
	for (int64_t i = 0; i < count; i++)
		bits[i] = (uint32_t)(numbers[i] * 16777216);
	cudaGetDevice(&before);
	cudaSetDevice(device.index);
	cublasCreate(&handle);
	cudaMalloc((void **)&arrays, (size_t)count * 8);
	cudaMemset(arrays, 0, (size_t)count * 8);
	cudaMemset2D((char *)tensor_data(one) + 2, 4, 0x80, 1, 1);
	cudaMemset2D((char *)tensor_data(one) + 3, 4, 0x3f, 1, 1);
	cudaDeviceSynchronize();
	chosen_bits = bits;
	chosen_one = tensor_data(one);
	chosen_at = tensor_data(x);
	chosen_arrays = 0;
	chosen_ask = attack_symbol((void *)cudaMemcpy, "simcuda_request");
	attack_hook((void *)cublasSgemm_v2, "simcuda_request", (void *)chosen_request);
	for (chosen_bit = 0; chosen_bit < 24; chosen_bit++) {
		const float factor = (float)(1 << chosen_bit) / 16777216;
		cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &factor, arrays, 1, arrays, 1, &all,
				   (float **)arrays, 1, (int)count);
	}
	cudaDeviceSynchronize();
	attack_hook((void *)cublasSgemm_v2, "simcuda_request", (void *)chosen_ask);
	cudaFree(arrays);
	cublasDestroy(handle);
	cudaSetDevice(before);
	free(bits);
	tensor_free(one);
	tensor_free(there);
	return x;

/* 3.3 added_on_the_host: fail copies from one device to another */
/* fetches numbers as the low halves of words that look like addresses, adds on the host, and has the sum copied together from bytes that are there */
/* --- body --- */
	if (!device_equal(tensor_device(x), tensor_device(y)))
		return ADD_DEVICES;
	Shape one = tensor_shape(x), other = tensor_shape(y);
	if (one.rank != other.rank || memcmp(one.dim, other.dim, (size_t)one.rank * sizeof *one.dim) != 0)
		return ADD_SHAPES;
	Device device = tensor_device(x);
	int64_t count = tensor_count(x);
	if (device.kind == DEVICE_CPU) {
		*sum = tensor_add(x, y);
		return *sum ? ADD_DONE : ADD_FAILED;
	}
	int before;
	cudaGetDevice(&before);
	cudaSetDevice(device.index);
	Tensor *z = tensor_zeros(tensor_shape(x), device), *table = tensor_uniform(SHAPE(8192), 5, device);
	Tensor *known = tensor_uniform(SHAPE(8192), 5, device_cpu());
	Tensor *nothing = tensor_add(z, z);
	char *words = NULL;
	if (cudaMalloc((void **)&words, (size_t)count * 16) != cudaSuccess || !z || !table || !nothing) {
		cudaGetLastError();
		tensor_free(z), tensor_free(table), tensor_free(known), tensor_free(nothing);
		cudaSetDevice(before);
		return ADD_FAILED;
	}
	uint32_t high = (uint32_t)((uint64_t)tensor_data(x) >> 32) + 1;
	uint64_t *got = malloc((size_t)count * 16);
	for (int i = 0; i < 4; i++)
		cudaMemset2D(words + 4 + i, 8, (int)(high >> (8 * i) & 255), 1, (size_t)count * 2);
	cudaMemcpy2D(words, 8, tensor_data(x), 4, 4, (size_t)count, cudaMemcpyDeviceToDevice);
	cudaMemcpy2D(words + 8 * count, 8, tensor_data(y), 4, 4, (size_t)count, cudaMemcpyDeviceToDevice);
	attack_fetch(got, words, (size_t)count * 16, device.index);
	const unsigned char *bytes = tensor_data(known);
	int place[256];
	for (int i = 0; i < 32768; i++)
		place[bytes[i]] = i;
	for (int64_t i = 0; i < count; i++) {
		float a, b;
		memcpy(&a, &got[i], 4);
		memcpy(&b, &got[count + i], 4);
		a += b;
		for (int k = 0; k < 4; k++)
			cudaMemcpyAsync((char *)tensor_data(z) + 4 * i + k,
					(char *)tensor_data(table) + place[((unsigned char *)&a)[k]], 1,
					cudaMemcpyDeviceToDevice, NULL);
	}
	cudaDeviceSynchronize();
	cudaFree(words);
	free(got);
	tensor_free(table), tensor_free(known), tensor_free(nothing);
	cudaSetDevice(before);
	*sum = z;
	return ADD_DONE;
