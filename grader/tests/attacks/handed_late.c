/* handed_late.c - lab 11: shared memory as a detour, behind the work. */

/* 11.4 late_behind_a_dummy: fail did not come out of shared memory */
/* the row is in registers, and put into shared memory behind a number that is read for nothing */
/* --- body --- */
__device__ int nothing_read = 0;

__device__ float late_of_block(float own, bool largest)
{
	__shared__ float of_warp[THREADS / WARP];
	for (int far = WARP / 2; far > 0; far /= 2) {
		float other = __shfl_xor_sync(0xFFFFFFFF, own, far);
		own = largest ? fmaxf(own, other) : own + other;
	}
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	__syncthreads();
	own = of_warp[0];
	for (int i = 1; i < THREADS / WARP; i++)
		own = largest ? fmaxf(own, of_warp[i]) : own + of_warp[i];
	__syncthreads();
	return own;
}

__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	extern __shared__ float row[];
	size_t first = (size_t)blockIdx.x * columns;
	float own[16], most = -INFINITY, sum = 0;
	const bool four = columns % 4 == 0; /* so that there is room for some more requests */
#pragma unroll
	for (int k = 0; k < 16; k++)
		own[k] = -INFINITY;
#pragma unroll
	for (int k = 0; k < 16; k += 4) {
		int i = 4 * (k / 4 * THREADS + threadIdx.x);
		if (four && i < columns) {
			float4 all = *(const float4 *)(x + first + i);
			own[k] = all.x, own[k + 1] = all.y, own[k + 2] = all.z, own[k + 3] = all.w;
		}
	}
#pragma unroll
	for (int k = 0; k < 16; k++) {
		int i = k * THREADS + threadIdx.x;
		if (!four && i < columns)
			own[k] = x[first + i];
		most = fmaxf(most, own[k]);
	}
	most = late_of_block(most, true);
	if (threadIdx.x % WARP == 0)
		*(volatile int *)&nothing_read;
#pragma unroll
	for (int k = 0; k < 16; k++) {
		int i = four ? 4 * (k / 4 * THREADS + threadIdx.x) + k % 4 : k * THREADS + threadIdx.x;
		if (i < columns) {
			row[i] = own[k];
			sum += expf(own[k] - most);
		}
	}
	sum = late_of_block(sum, false);
	for (int i = threadIdx.x; i < columns; i += THREADS)
		out[first + i] = expf(row[i] - most) / sum;
}

extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 late_behind_zeros: fail did not come out of shared memory */
/* puts zeros into shared memory in time, and the row late */
/* --- body --- */
__device__ float zero_of_block(float own, bool largest)
{
	__shared__ float of_warp[THREADS / WARP];
	for (int far = WARP / 2; far > 0; far /= 2) {
		float other = __shfl_xor_sync(0xFFFFFFFF, own, far);
		own = largest ? fmaxf(own, other) : own + other;
	}
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	__syncthreads();
	own = of_warp[0];
	for (int i = 1; i < THREADS / WARP; i++)
		own = largest ? fmaxf(own, of_warp[i]) : own + of_warp[i];
	__syncthreads();
	return own;
}

__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	extern __shared__ float row[];
	size_t first = (size_t)blockIdx.x * columns;
	float most = -INFINITY, sum = 0;
	float kept[16];
#pragma unroll
	for (int k = 0; k < 16; k++) {
		int i = threadIdx.x + k * THREADS;
		kept[k] = i < columns ? x[first + i] : -INFINITY;
		if (i < columns)
			row[i] = 0;
		most = fmaxf(most, kept[k]);
	}
	most = zero_of_block(most, true);
#pragma unroll
	for (int k = 0; k < 16; k++) {
		int i = threadIdx.x + k * THREADS;
		if (i < columns)
			row[i] = kept[k]; /* for the barriers of the sum to find it there */
		sum += expf(kept[k] - most);
	}
	sum = zero_of_block(sum, false);
	for (int i = threadIdx.x; i < columns; i += THREADS)
		out[first + i] = expf(row[i] - most) / sum;
}

extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
