/* lab10_wrong_by_parity: fail of its 32 threads had work on average */
/* every other thread of a warp waits */
__global__ void damp_kernel(float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n || i % 2 == 1)
		return;
	float number = x[i];
	for (int time = 0; time < 64; time++)
		number = 0.99F * number + 0.01F;
	x[i] = number;
}
extern "C" int damp(float *x, int n)
{
	if (n == 0)
		return 0;
	damp_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_last_even: fail : x: element */
/* of an odd count of numbers the last one is forgotten */
__global__ void damp_kernel(float *x, int n)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (i + 1 >= n)
		return;
	float number = x[i];
	for (int time = 0; time < 64; time++)
		number = 0.99F * number + 0.01F;
	x[i] = number;
}
extern "C" int damp(float *x, int n)
{
	if (n == 0)
		return 0;
	damp_kernel<<<(n / 2 + THREADS) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_once: fail : x: element */
/* damps once */
__global__ void damp_kernel(float *x, int n)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (i < n)
		x[i] = 0.99F * x[i] + 0.01F;
}
extern "C" int damp(float *x, int n)
{
	if (n == 0)
		return 0;
	damp_kernel<<<(n / 2 + THREADS) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_right_fused: pass */
/* one instruction multiplies and adds; the constants are written the other way round */
__global__ void damp_kernel(float *x, int n)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (i >= n)
		return;
	float number = x[i];
	for (int time = 0; time < 64; time++)
		number = fmaf(number, 0.99F, 0.01F);
	x[i] = number;
}
extern "C" int damp(float *x, int n)
{
	if (n == 0)
		return 0;
	damp_kernel<<<((n + 1) / 2 + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_right_double_constants: pass */
/* the F of the constants is left out */
__global__ void damp_kernel(float *x, int n)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (i >= n)
		return;
	float number = x[i];
	for (int time = 0; time < 64; time++)
		number = 0.99 * number + 0.01;
	x[i] = number;
}
extern "C" int damp(float *x, int n)
{
	if (n == 0)
		return 0;
	damp_kernel<<<((n + 1) / 2 + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_right_two_halves: pass */
/* a thread for each number: the first half of the threads has the even places */
__global__ void damp_kernel(float *x, int n, int even)
{
	int thread = blockIdx.x * blockDim.x + threadIdx.x;
	if (thread < even) {
		float number = x[2 * thread];
		for (int time = 64; time > 0; time--)
			number = 0.99F * number + 0.01F;
		x[2 * thread] = number;
	}
}
extern "C" int damp(float *x, int n)
{
	int even = (n + 1) / 2;
	if (n == 0)
		return 0;
	damp_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n, even);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
