/* lab10_wrong_bound: fail past its end: lab10_kernels.cu */
/* one thread too many has a number */
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i <= n)
		x[i] = a * x[i];
}
extern "C" int scale(float *x, float a, int n)
{
	if (n == 0)
		return 0;
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_block_more: fail blocks, got */
/* a block more than is needed where n is a multiple of 256 */
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
	scale_kernel<<<n / THREADS + 1, THREADS>>>(x, a, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_empty_grid: fail wanted 0, got -1; what it asked for was refused: cudaErrorInvalidConfiguration */
/* launches no block at all for no numbers */
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = a * x[i];
}
extern "C" int scale(float *x, float a, int n)
{
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_last_missing: fail : x: element */
/* the numbers behind the last whole block stay as they were */
__global__ void scale_kernel(float *x, float a)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	x[i] = a * x[i];
}
extern "C" int scale(float *x, float a, int n)
{
	if (n < THREADS)
		return 0;
	scale_kernel<<<n / THREADS, THREADS>>>(x, a);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_on_cpu: fail wanted one launch of a kernel, got 0 */
/* fetches the numbers, and sends them back */
extern "C" int scale(float *x, float a, int n)
{
	float *host = (float *)malloc((n + 1) * sizeof *host);
	cudaMemcpy(host, x, n * sizeof *host, cudaMemcpyDeviceToHost);
	for (int i = 0; i < n; i++)
		host[i] *= a;
	cudaMemcpy(x, host, n * sizeof *host, cudaMemcpyHostToDevice);
	free(host);
	return 0;
}

/* lab10_wrong_small_blocks: fail wanted blocks of 256 threads, got 128 */
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
	scale_kernel<<<(n + 127) / 128, 128>>>(x, a, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_right_pointers: pass */
/* each thread walks to its number, and the grid is rounded up by a remainder */
template <class T> __global__ void scale_kernel(T *x, T a, const T *end)
{
	x += (size_t)blockDim.x * blockIdx.x + threadIdx.x;
	if (x >= end)
		return;
	*x *= a;
}
extern "C" int scale(float *x, float a, int n)
{
	dim3 grid(n / THREADS + (n % THREADS != 0));
	if (grid.x > 0)
		scale_kernel<float><<<grid, dim3(THREADS)>>>(x, a, x + n);
	return -(cudaGetLastError() != cudaSuccess);
}

/* lab10_wrong_not_looked_at: fail the launch is refused: the answer */
/* nobody asks whether the launch was taken */
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
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return 0;
}

/* lab10_wrong_error_stays: fail an error was left behind */
/* asks, and leaves the error where it is */
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
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return cudaPeekAtLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_right_own_variables: pass */
/* the file has variables of its own, with first values */
__constant__ float ones[4] = {1, 1, 1, 1};
__constant__ float nothing = 0;
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = a * x[i] * ones[i % 4] + nothing;
}
extern "C" int scale(float *x, float a, int n)
{
	if (n == 0)
		return 0;
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_other_stream: fail in a stream other than the default one */
/* the caller's next work does not wait for it */
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] *= a;
}
extern "C" int scale(float *x, float a, int n)
{
	if (n == 0)
		return 0;
	cudaStream_t s;
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS, 0, s>>>(x, a, n);
	cudaStreamDestroy(s);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_waits: fail the call waited for the GPU */
/* waits for what it has launched */
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] *= a;
}
extern "C" int scale(float *x, float a, int n)
{
	if (n == 0)
		return 0;
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	cudaDeviceSynchronize();
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_too_many_threads: fail the launch was refused, yet 0 was returned: cudaErrorInvalidConfiguration, from */
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = threadIdx.x;
	if (i < n)
		x[i] *= a;
}

extern "C" int scale(float *x, float a, int n)
{
	if (n > 0)
		scale_kernel<<<1, n>>>(x, a, n);
	return 0;
}

/* lab10_wrong_no_return: fail scale */
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] *= a;
}

extern "C" int scale(float *x, float a, int n)
{
	if (n == 0)
		return 0;
	scale_kernel<<<(n + 255) / 256, 256>>>(x, a, n);
}
