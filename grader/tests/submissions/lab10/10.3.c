/* lab10_wrong_no_atomic: fail sum */
/* several threads read, add and write at once */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i] * x[i];
	*sum += own;
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	squares_kernel<<<4, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_atomic_inside: fail atomic additions, wanted at most one each */
/* adds each square to what all share */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		atomicAdd(sum, x[i] * x[i]);
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	squares_kernel<<<4, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_many_threads: fail wanted at most 16384 threads */
/* a thread for each number */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(sum, x[i] * x[i]);
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	squares_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_two_kernels: fail wanted one launch of a kernel, got 2 */
/* stores the squares, and adds them up in a second kernel */
__global__ void squares_kernel(const float *x, float *square, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		square[i] = x[i] * x[i];
}
__global__ void add_kernel(const float *square, int n, float *sum)
{
	float own = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		own += square[i];
	atomicAdd(sum, own);
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	float *square;
	if (n == 0)
		return 0;
	cudaMalloc(&square, n * sizeof *square);
	squares_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, square, n);
	add_kernel<<<1, THREADS>>>(square, n, sum);
	cudaFree(square);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_read_twice: fail to read each number once takes */
/* looks at all numbers for the largest first, and makes nothing of it */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
	float own = 0, most = 0;
	for (int i = first; i < n; i += all)
		most = fmaxf(most, fabsf(x[i]));
	if (most == 0)
		return;
	for (int i = first; i < n; i += all)
		own += x[i] / most * (x[i] / most);
	atomicAdd(sum, own * most * most);
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	squares_kernel<<<4, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_right_one_block: pass */
/* one block, and a helper that squares */
__device__ float squared(float x)
{
	return x * x;
}
__global__ void squares_kernel(float *sum, const float *x, int n)
{
	float own = 0;
	for (const float *at = x + threadIdx.x; at < x + n; at += blockDim.x)
		own += squared(*at);
	if (own != 0)
		atomicAdd(sum, own);
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	squares_kernel<<<1, THREADS>>>(sum, x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_right_sum_of_block: pass */
/* atomic additions in shared memory, and one a block to the sum */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	__shared__ float all;
	if (threadIdx.x == 0)
		all = 0;
	__syncthreads();
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		own += x[i] * x[i];
	atomicAdd(&all, own);
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(sum, all);
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	int blocks = (n + THREADS - 1) / THREADS;
	if (blocks > 64)
		blocks = 64;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
