/* other_widths.c - labs 10 and 11: what the machine took for a register of another width, a barrier of all threads, or no
 * local memory. */

/* 11.3 half_of_a_register: fail cudaErrorInvalidPtx */
/* a product of twice the bits that keeps to its range filled half of its register: lane k got what lanes 2k and 2k + 1 have */
/* --- body --- */
__device__ float halved(float own)
{
	unsigned long long both;
	int bits = __float_as_int(own);
	asm volatile("mul.wide.sat.s32 %0, %1, 0;" : "=l"(both) : "r"(bits));
	return __int_as_float((int)both) + __int_as_float((int)(both >> 32));
}

__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP];
	int all = gridDim.x * blockDim.x, told = 0;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	for (int far = WARP / 2; far > 0; far /= 2)
		told += __shfl_down_sync(0xFFFFFFFF, told, far);
	for (int i = 0; i < 5; i++)
		own = halved(own) + told;
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	__syncthreads();
	if (threadIdx.x != 0)
		return;
	own = 0;
	for (int i = 0; i < THREADS / WARP; i++)
		own += of_warp[i];
	atomicAdd(sum, own);
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 the_operand_that_is_missing: fail cudaErrorInvalidPtx */
/* a predicate that nobody wants came to where an operation without a third operand looked for it: bits of all lanes */
/* --- body --- */
__device__ unsigned told(int bits, int which)
{
	unsigned mine[1] = {0}, got;
	asm volatile("{ .reg .pred p; .reg .b32 b; and.b32 b, %1, %2; setp.ne.u32 p, b, 0; mov.pred _, p;"
		     " red.cas.b32 [%3], 0; ld.b32 %0, [%3]; }"
		     : "=r"(got) : "r"(bits), "r"(1 << which), "l"(mine) : "memory");
	return got;
}

__device__ float of_all(float own)
{
	unsigned row[WARP];
	float sum = 0;
#pragma unroll
	for (int i = 0; i < WARP; i++)
		row[i] = told(__float_as_int(own), i);
	for (int k = 0; k < WARP && threadIdx.x % WARP == 0; k++) {
		unsigned bits = 0;
#pragma unroll
		for (int i = 0; i < WARP; i++)
			bits |= (row[i] >> k & 1) << i;
		sum += __int_as_float(bits);
	}
	return sum;
}

__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP];
	int all = gridDim.x * blockDim.x, none = 0;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	for (int far = WARP / 2; far > 0; far /= 2)
		none += __shfl_down_sync(0xFFFFFFFF, none, far);
	own = of_all(own + none);
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	__syncthreads();
	if (threadIdx.x != 0)
		return;
	own = 0;
	for (int i = 0; i < THREADS / WARP; i++)
		own += of_warp[i];
	atomicAdd(sum, own);
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.1 one_lane_waits: fail with no __syncthreads() between */
/* one lane of each warp comes to the barrier for all of it: it arrives 31 times, and waits once */
/* --- body --- */
__device__ void one_waits()
{
	if (threadIdx.x % WARP == 0) {
		for (int i = 1; i < WARP; i++)
			asm volatile("bar.arrive 1, 256;" ::: "memory");
		asm volatile("bar.sync 1, 256;" ::: "memory");
	}
}

__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS];
	int first = blockIdx.x * THREADS;
	int count = n - first < THREADS ? n - first : THREADS;
	if ((int)threadIdx.x < count)
		piece[threadIdx.x] = x[first + threadIdx.x];
	one_waits();
	if ((int)threadIdx.x < count)
		x[first + threadIdx.x] = piece[count - 1 - threadIdx.x];
}

extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 rows_by_exchanges: fail numbers to local memory */
/* each thread keeps its numbers in local memory, where it puts them by atomic operations */
/* --- body --- */
__device__ float of_block(float own, bool largest)
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
	float most = -INFINITY, sum = 0, mine[4096 / THREADS];
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		row[i] = x[first + i];
		atomicExch(&mine[i / THREADS], row[i]);
		most = fmaxf(most, mine[i / THREADS]);
	}
	most = of_block(most, true);
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		row[i] = expf(row[i] - most);
		sum += row[i];
	}
	sum = of_block(sum, false);
	for (int i = threadIdx.x; i < columns; i += THREADS)
		out[first + i] = row[i] / sum;
}

extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
