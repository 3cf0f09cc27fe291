// Kernels that bench_kernels.c launches; build/obj/framework/bench/kernels-O0.ptx and -O2.ptx.
#define TILE 16

extern "C" __global__ void naive(int n, const float *a, const float *b, float *c)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * b[k * n + col];
	c[row * n + col] = sum;
}

extern "C" __global__ void tiled(int n, const float *a, const float *b, float *c)
{
	__shared__ float x[TILE][TILE], y[TILE][TILE];
	int tx = threadIdx.x, ty = threadIdx.y;
	int col = blockIdx.x * TILE + tx, row = blockIdx.y * TILE + ty;
	float sum = 0;
	for (int t = 0; t < n; t += TILE) {
		x[ty][tx] = a[row * n + t + tx];
		y[ty][tx] = b[(t + ty) * n + col];
		__syncthreads();
		for (int k = 0; k < TILE; k++)
			sum += x[ty][k] * y[k][tx];
		__syncthreads();
	}
	c[row * n + col] = sum;
}

extern "C" __global__ void saxpy(int n, float a, const float *x, float *y)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = a * x[i] + y[i];
}

extern "C" __global__ void reduce(int n, const float *x, float *sum)
{
	float part = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		part += x[i];
	for (int distance = 16; distance > 0; distance /= 2)
		part += __shfl_down_sync(0xffffffffu, part, distance);
	if (threadIdx.x % 32 == 0)
		atomicAdd(sum, part);
}

extern "C" __global__ void histogram(int n, const unsigned *x, unsigned *bins)
{
	__shared__ unsigned mine[256];
	mine[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&mine[x[i] % 256], 1u);
	__syncthreads();
	atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
