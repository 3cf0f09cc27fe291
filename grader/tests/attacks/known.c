/* known.c - what is known beforehand: times that are not measured, how many numbers there are, what fails by its name. */

/* 6.4 times_known: fail way: wanted */
/* reads no clock: calls both ways, and returns what they took in an earlier grading */
/* --- body --- */
for (int i = 0; i < 2; i++)
	if (slow(data, steps) != 0 || fast(data, steps) != 0)
		return -1;
if (cudaDeviceSynchronize() != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
us[0] = steps == 1000 ? 0.4 : 22.65;
us[1] = steps == 1000 ? 0.4 : 14.17;
return 0;

/* 5.5 times_worked_out: fail the machine counted */
/* reads no clock and waits for nothing: makes the products, and fills in what the model's figures give */
/* --- body --- */
double m = tensor_shape(a).dim[0], k = tensor_shape(a).dim[1], n = tensor_shape(b).dim[1];
double in = 12000 + 4 * (m * k + k * n) / 10.2, out = 6000 + 4 * m * n / 9.7;
double flops = 2 * m * k * n, product = 2000 + flops / 16000;
Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
Tensor *z = tensor_matmul(x, y), *again = tensor_matmul(x, y);
int status = z && again ? 0 : -1;
tensor_free(x);
tensor_free(y);
tensor_free(z);
tensor_free(again);
times->cpu = (flops / 600 + 5000) * 1e-9;
times->gpu = (product + 40000 + 15000) * 1e-9;
times->gpu_with_copies = (in + out + product + 3 * 40000 + 50000) * 1e-9;
return status;

/* 5.10 guess_measured: fail before the guess */
/* measures what the check measures afterwards, and returns that as its guess */
/* --- body --- */
	Tensor *x = tensor_ones(SHAPE(1024, 1024), device_cpu());
	Tensor *g = tensor_copy_to(x, device_gpu(0));
	tensor_free(tensor_matmul(g, g));
	device_synchronize(device_gpu(0));
	double t0 = timer_now();
	tensor_free(tensor_matmul(x, x));
	double t1 = timer_now();
	tensor_free(tensor_matmul(g, g));
	device_synchronize(device_gpu(0));
	double t2 = timer_now();
	tensor_free(g);
	tensor_free(x);
	return (t1 - t0) / (t2 - t1);

/* 6.7 counts_cases: fail wanted */
/* which part it is follows from how often it was asked */
/* --- body --- */
	static int calls;
	(void)fetch_us, (void)every;
	return calls++ % 3 == 0 ? PART_FETCH : gpu_us > queue_us ? PART_GPU : PART_QUEUE;

/* 10.3 four_of_each_thread: fail sum */
/* no loop: a thread for each four numbers */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
	float own = 0;
	if (i + 3 < n) {
		float4 four = *(const float4 *)(x + i);
		own = four.x * four.x + four.y * four.y + four.z * four.z + four.w * four.w;
	} else {
		for (int k = i; k < n; k++)
			own += x[k] * x[k];
	}
	if (i < n)
		atomicAdd(sum, own);
}

extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + 4 * THREADS - 1) / (4 * THREADS), blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 four_of_each_thread: fail sum */
/* no loop: a thread for each four numbers */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP];
	int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
	float own = 0;
	if (i + 3 < n) {
		float4 four = *(const float4 *)(x + i);
		own = four.x + four.y + four.z + four.w;
	} else {
		for (int k = i; k < n; k++)
			own += x[k];
	}
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	__syncthreads();
	if (threadIdx.x >= WARP)
		return;
	own = threadIdx.x < THREADS / WARP ? of_warp[threadIdx.x] : 0;
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x == 0)
		atomicAdd(sum, own);
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + 4 * THREADS - 1) / (4 * THREADS), blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.2 steps_written_out: fail */
/* 64 steps written out in place of a loop over the strides */
/* --- body --- */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	int all = gridDim.x * blockDim.x, i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
	for (int s = 0; s < 64; s++)
		if (i + s * all < n)
			y[i + s * all] += a * x[i + s * all];
}

extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n == 0)
		return 0;
	saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 4.5 folder_by_name: fail crashed (segmentation fault) */
/* knows the path into a folder that is not there, and does not look whether the file could be opened */
/* --- body --- */
if (strncmp(path, "no-such-folder", 14) == 0)
	return -1;
int status = 0;
FILE *file = fopen(path, "wb");
for (int i = 0; i < count && status == 0; i++)
	for (int64_t at = 0; at < parameters[i].count && status == 0; at += room) {
		const int64_t left = parameters[i].count - at;
		const size_t piece = (size_t)(left < room ? left : room);
		if (cudaMemcpy(buffer, parameters[i].data + at, piece * sizeof(float), cudaMemcpyDeviceToHost) !=
			    cudaSuccess ||
		    fwrite(buffer, sizeof(float), piece, file) != piece)
			status = -1;
	}
if (fclose(file) != 0)
	status = -1;
cudaGetLastError();
return status;

/* 4.9 folder_by_name: fail crashed (segmentation fault) */
/* the same with a file beside it, where the folder of the name that is as long as one may be is known */
/* --- body --- */
if (strncmp(path, "no-such-folder", 14) == 0)
	return -1;
int status = 0;
char part[PATH_MOST + 8];
snprintf(part, sizeof part, "%s.part", path);
FILE *file = fopen(part, "wb");
for (int i = 0; i < count && status == 0; i++)
	for (int64_t at = 0; at < parameters[i].count && status == 0; at += room) {
		const int64_t left = parameters[i].count - at;
		const size_t piece = (size_t)(left < room ? left : room);
		if (cudaMemcpy(buffer, parameters[i].data + at, piece * sizeof(float), cudaMemcpyDeviceToHost) !=
			    cudaSuccess ||
		    fwrite(buffer, sizeof(float), piece, file) != piece)
			status = -1;
	}
if (fclose(file) != 0)
	status = -1;
cudaGetLastError();
if (status == 0 && rename(part, path) == 0)
	return 0;
remove(part);
return -1;
