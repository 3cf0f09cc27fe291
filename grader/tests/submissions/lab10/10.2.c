/* lab10_wrong_one_each: fail : y: element */
/* each thread takes one number, so the rest stays as it was */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] += a * x[i];
}
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_own_grid: fail blocks, got */
/* takes as many blocks as it likes */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] += a * x[i];
}
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	(void)blocks;
	saxpy_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(y, a, x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_pieces: fail a request of a warp took */
/* each thread goes along a piece of its own */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	int all = gridDim.x * blockDim.x, each = (n + all - 1) / all;
	int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
	for (int i = first; i < n && i < first + each; i++)
		y[i] += a * x[i];
}
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_stride_of_block: fail 10.2 */
/* the step is that of a block, so several threads add to one number */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
		y[i] += a * x[i];
}
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_right_while: pass */
/* counts down from the end, with a device function */
__device__ float grown(float y, float a, float x)
{
	return y + a * x;
}
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	int i = n - 1 - (int)(blockDim.x * blockIdx.x + threadIdx.x);
	while (i >= 0) {
		y[i] = grown(y[i], a, x[i]);
		i -= (int)(gridDim.x * blockDim.x);
	}
}
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n > 0)
		saxpy_kernel<<<dim3(blocks, 1, 1), dim3(THREADS, 1, 1), 0, 0>>>(y, a, x, n);
	return cudaGetLastError() != cudaSuccess ? -1 : 0;
}

/* lab10_wrong_launch_for_nothing: fail 0 numbers, 2 blocks: a kernel was launched */
/* no numbers, and a grid all the same */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		y[i] += a * x[i];
}
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_needless_atomics: fail atomic operations used */
/* no two threads have the same number */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	int step = gridDim.x * blockDim.x;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
		atomicAdd(&y[i], a * x[i]);
}
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n == 0)
		return 0;
	saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
