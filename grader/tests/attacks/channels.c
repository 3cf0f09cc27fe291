/* channels.c - lab 11: sums that go from thread to thread by other ways than shuffles. */

/* 11.3 by_way_of_warps: fail itself or by way of others */
/* other warps fold the sums in shared memory, no thread two of one warp; the shuffles carry nothing */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float2 of_readers[WARP]; /* of the two warps that read */
	__shared__ float4 of_four[8];       /* columns in eights: of warps 2 to 5 */
	__shared__ float of_half[4];
	__shared__ float4 last;
	int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, each = (n + 64 * 64 - 1) / (64 * 64) * 64; /* numbers of a block */
	float own = 0;
	if (warp < 2) {
		for (int i = threadIdx.x; i < each; i += 64)
			own += blockIdx.x * each + i < n ? x[blockIdx.x * each + i] : 0;
		((float *)&of_readers[lane])[warp] = own;
	}
	__syncthreads();
	if (warp >= 2 && warp < 6 && lane < 8) {
		float2 two = of_readers[lane + 8 * (warp - 2)];
		((float *)&of_four[lane])[warp - 2] = two.x + two.y;
	}
	__syncthreads();
	own = 0;
	if (warp >= 6 && lane < 4) { /* warp 6 has of each eight the first four, warp 7 the others */
		float4 four = of_four[lane + 4 * (warp - 6)];
		own = four.x + four.y + four.z + four.w;
		if (warp == 7)
			of_half[lane] = own;
	}
	__syncthreads();
	if (warp != 6)
		return;
	if (lane < 4)
		((float *)&last)[lane] = own + of_half[lane];
	__syncwarp();
	if (lane == 0) {
		float4 four = last;
		atomicAdd(sum, four.x + four.y + four.z + four.w);
	}
	for (int far = WARP / 2; far > 0; far /= 2) /* counted, and of no use */
		asm volatile("{ .reg .b32 r; shfl.sync.down.b32 r, %0, %1, 31, -1; }" ::"r"(lane), "r"(far));
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int each = (n + 64 * 64 - 1) / (64 * 64) * 64, blocks = (n + each - 1) / (each > 0 ? each : 1);
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 voted_elsewhere: fail itself or by way of others */
/* the sums of two warps go to three others, which vote about twelve bits each */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float2 of_readers[WARP];
	__shared__ double of_bits[3];
	int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, each = (n + 64 * 64 - 1) / (64 * 64) * 64; /* numbers of a block */
	float own = 0;
	if (warp < 2) {
		for (int i = threadIdx.x; i < each; i += 64)
			own += blockIdx.x * each + i < n ? x[blockIdx.x * each + i] : 0;
		((float *)&of_readers[lane])[warp] = own;
	}
	__syncthreads();
	if (warp >= 2 && warp < 5) {
		float2 two = of_readers[lane];
		float both = two.x + two.y, most = fabsf(both), power;
		for (int far = WARP / 2; far > 0; far /= 2)
			most = fmaxf(most, __shfl_xor_sync(0xFFFFFFFF, most, far));
		/* as 36 bits, of which 24 lie behind the point, of numbers below 2048 */
		power = most > 0 ? __uint_as_float((127 + 10 + 127 - (__float_as_uint(most) >> 23)) << 23) : 1;
		long long fixed = (long long)(both * power * (1 << 24)) >> 12 * (warp - 2);
		double total = 0;
		for (int bit = 0; bit < 12; bit++) {
			double many = __popc(__ballot_sync(0xFFFFFFFF, fixed >> bit & 1)) * (double)(1 << bit);
			total += warp == 4 && bit == 11 ? -many : many;
		}
		if (lane == 0)
			of_bits[warp - 2] = total / power;
	}
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(sum, (float)((of_bits[0] + 4096 * of_bits[1] + 16777216 * of_bits[2]) / 16777216));
	if (warp == 0)
		for (int far = WARP / 2; far > 0; far /= 2) /* counted, and of no use */
			asm volatile("{ .reg .b32 r; shfl.sync.down.b32 r, %0, %1, 31, -1; }" ::"r"(lane), "r"(far));
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int each = (n + 64 * 64 - 1) / (64 * 64) * 64, blocks = (n + each - 1) / (each > 0 ? each : 1);
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 counted_elsewhere: fail itself or by way of others */
/* the same by barriers of one warp that count */
/* --- body --- */
/* a barrier of that warp alone */
__device__ int counted_by_warp(int warp, int bit)
{
	int many;
	asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; bar.red.popc.u32 %0, %2, 32, p; }"
		     : "=r"(many)
		     : "r"(bit), "r"(warp));
	return many;
}

__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float2 of_readers[WARP];
	__shared__ double of_bits[3];
	int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, each = (n + 64 * 64 - 1) / (64 * 64) * 64; /* numbers of a block */
	float own = 0;
	if (warp < 2) {
		for (int i = threadIdx.x; i < each; i += 64)
			own += blockIdx.x * each + i < n ? x[blockIdx.x * each + i] : 0;
		((float *)&of_readers[lane])[warp] = own;
	}
	__syncthreads();
	if (warp >= 2 && warp < 5) {
		float2 two = of_readers[lane]; /* the barrier below takes all of three warps */
		float both = two.x + two.y, most = fabsf(both), power;
		for (int far = WARP / 2; far > 0; far /= 2)
			most = fmaxf(most, __shfl_xor_sync(0xFFFFFFFF, most, far));
		/* as 36 bits, of which 24 lie behind the point, of numbers below 2048 */
		power = most > 0 ? __uint_as_float((127 + 10 + 127 - (__float_as_uint(most) >> 23)) << 23) : 1;
		long long fixed = (long long)(both * power * (1 << 24)) >> 12 * (warp - 2);
		double total = 0;
		for (int bit = 0; bit < 12; bit++) {
			double many = counted_by_warp(warp, fixed >> bit & 1) * (double)(1 << bit);
			total += warp == 4 && bit == 11 ? -many : many;
		}
		if (lane == 0)
			of_bits[warp - 2] = total / power;
	}
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(sum, (float)((of_bits[0] + 4096 * of_bits[1] + 16777216 * of_bits[2]) / 16777216));
	if (warp == 0)
		for (int far = WARP / 2; far > 0; far /= 2) /* counted, and of no use */
			asm volatile("{ .reg .b32 r; shfl.sync.down.b32 r, %0, %1, 31, -1; }" ::"r"(lane), "r"(far));
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int each = (n + 64 * 64 - 1) / (64 * 64) * 64, blocks = (n + each - 1) / (each > 0 ? each : 1);
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 by_the_clock: fail the clock count as 32 */
/* each lane goes through a loop as often as a digit of its sum says, and all read the clock */
/* --- body --- */
#define LONG_4  "xor.b32 %0, %0, 1; xor.b32 %0, %0, 1; xor.b32 %0, %0, 1; xor.b32 %0, %0, 1;"
#define LONG_16 LONG_4 LONG_4 LONG_4 LONG_4
#define LONG    LONG_16 LONG_16 LONG_16 LONG_16

__device__ __noinline__ int in_turn(int digit)
{
	int begin = 0;
	if (threadIdx.x % WARP == 0)
		asm volatile("{ .reg .b32 r; mov.b32 r, 0; }" ::: "memory");
	__syncwarp();
	for (int lane = 0; lane < WARP; lane++) {
		if (lane == 0)
			begin = (int)clock64();
		__syncwarp();
		if ((int)threadIdx.x % WARP == lane) {
			int left = digit;
#pragma unroll 1
			do
				asm volatile(LONG : "+r"(left)::"memory");
			while (left-- > 0);
		}
		__syncwarp();
	}
	int end = (int)clock64();
	__syncwarp();
	return end - begin;
}

__device__ double of_warp(float own)
{
	float most = fabsf(own), power;
	for (int far = WARP / 2; far > 0; far /= 2)
		most = fmaxf(most, __shfl_xor_sync(0xFFFFFFFF, most, far));
	power = most > 0 ? __uint_as_float((127 + 4 + 127 - (__float_as_uint(most) >> 23)) << 23) : 1;
	int fixed = (int)((own * power + 32.0) * (1 << 21)); /* 27 bits, not below 0 */
	int none = in_turn(0);
	int one = (in_turn(7) - none + 7 * WARP / 2) / (7 * WARP);
	double all = 0;
	for (int shift = 0; shift < 27; shift += 3)
		all += (double)((in_turn(fixed >> shift & 7) - none + one / 2) / one) * (1 << shift);
	return (all / (1 << 21) - 32 * WARP) / power;
}

__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float other;
	int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, each = (n + 64 * 64 - 1) / (64 * 64) * 64; /* numbers of a block */
	float own = 0;
	double all = 0;
	if (warp < 2) {
		for (int i = threadIdx.x; i < each; i += 64)
			own += blockIdx.x * each + i < n ? x[blockIdx.x * each + i] : 0;
		all = of_warp(own);
		if (threadIdx.x == WARP)
			other = (float)all;
	}
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(sum, (float)all + other);
	if (warp == 0)
		for (int far = WARP / 2; far > 0; far /= 2) /* counted, and of no use */
			asm volatile("{ .reg .b32 r; shfl.sync.down.b32 r, %0, %1, 31, -1; }" ::"r"(lane), "r"(far));
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int each = (n + 64 * 64 - 1) / (64 * 64) * 64, blocks = (n + each - 1) / (each > 0 ? each : 1);
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 by_tensor_cores: fail the clock count as 32 */
/* the tensor core adds up, and the shuffles carry nothing */
/* --- body --- */
__device__ void ones_times(float *c, unsigned b)
{
	const unsigned one = __float_as_uint(1.0F), none = 0;
	asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
		     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
		     : "r"(one), "r"(one), "r"(b));
	(void)none;
}

/* Columns are lanes' quads: of the four lanes of each quad the sum; then c[0] and c[1] are those of quads 2 * (lane % 4) and one more. */
__device__ void quads(float *c, float own)
{
	for (int part = 0; part < 3; part++) {
		unsigned bits = __float_as_uint(own) & 0xFFFFE000;
		ones_times(c, bits);
		own -= __uint_as_float(bits);
	}
}

__device__ float of_warp(float own)
{
	float c[4] = {0, 0, 0, 0}, d[4] = {0, 0, 0, 0};
	quads(c, own);
	quads(d, c[0] + c[1]);
	return d[0];
}

__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warps[THREADS / WARP];
	int all = gridDim.x * blockDim.x, lane = threadIdx.x % WARP;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	own = of_warp(own);
	if (lane == 0)
		of_warps[threadIdx.x / WARP] = own;
	__syncthreads();
	if (threadIdx.x >= WARP)
		return;
	own = of_warp(threadIdx.x < THREADS / WARP ? of_warps[threadIdx.x] : 0);
	if (threadIdx.x == 0)
		atomicAdd(sum, own);
	for (int far = WARP / 2; far > 0; far /= 2) /* counted, and of no use */
		asm volatile("{ .reg .b32 r; shfl.sync.down.b32 r, %0, %1, 31, -1; }" ::"r"(lane), "r"(far));
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 by_integers: fail the clock count as 32 */
/* sums are numbers of fixed point, and __reduce_add_sync adds up */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP];
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	float most = fabsf(own), power;
	for (int far = WARP / 2; far > 0; far /= 2)
		most = fmaxf(most, __shfl_xor_sync(0xFFFFFFFF, most, far));
	/* of numbers below 16 */
	power = most > 0 ? __uint_as_float((127 + 3 + 127 - (__float_as_uint(most) >> 23)) << 23) : 1;
	int fixed = (int)(own * power * (1 << 22)), whole;
	for (int k = 0; k < 5; k++)
		asm volatile("redux.sync.add.s32 %0, %1, -1;" : "=r"(whole) : "r"(fixed));
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = (float)((double)whole / (1 << 22)) / power;
	__syncthreads();
	if (threadIdx.x == 0) {
		own = 0;
		for (int i = 0; i < THREADS / WARP; i++)
			own += of_warp[i];
		atomicAdd(sum, own);
	}
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 four_of_each_warp: pass */
/* each eight threads of a warp put their sum into shared memory; one warp adds up 32 of these */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_eight[THREADS / 8];
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		own += x[i];
	for (int far = 4; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far, 8);
	if (threadIdx.x % 8 == 0)
		of_eight[threadIdx.x / 8] = own;
	__syncthreads();
	if (threadIdx.x >= WARP)
		return;
	own = of_eight[threadIdx.x];
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x == 0)
		atomicAdd(sum, own);
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	sum_kernel<<<min((n + THREADS - 1) / THREADS, 64), THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 total_for_all: pass */
/* the first warp adds up what the warps have; one of another warp adds that to the sum */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP], of_block;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		own += x[i];
	for (int far = 1; far < WARP; far *= 2)
		own += __shfl_xor_sync(0xFFFFFFFF, own, far);
	bool last = __all_sync(0xFFFFFFFF, threadIdx.x / WARP == THREADS / WARP - 1);
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	__syncthreads();
	if (threadIdx.x < THREADS / WARP) {
		own = of_warp[threadIdx.x];
		for (int far = THREADS / WARP / 2; far > 0; far /= 2)
			own += __shfl_down_sync(__activemask(), own, far);
		if (threadIdx.x == 0)
			of_block = own;
	}
	__syncthreads();
	if (!last)
		return;
	float total = of_block;
	if (__any_sync(0xFFFFFFFF, total != 0) && threadIdx.x % WARP == 0)
		atomicAdd(sum, total);
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	sum_kernel<<<min((n + THREADS - 1) / THREADS, 64), THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
