/* handed.c - lab 11: numbers that pass from thread to thread without shared memory, or through one thread alone. */

/* 11.1 shared_for_show: fail numbers of x did not come out of shared memory */
/* reads from the other end, and puts into shared memory what nobody takes */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ volatile float piece[THREADS];
	int first = blockIdx.x * THREADS, here = threadIdx.x;
	int count = min(n - first, THREADS);
	float own = here < count ? x[first + count - 1 - here] : 0;
	piece[here] = own;
	__syncthreads();
	if (here < count)
		x[first + here] = own;
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 by_fours_and_shuffles: fail threads of one warp handed each other */
/* sums go through shared memory, four in a request, beside shuffles of nothing */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ __align__(16) float part[THREADS];
	float4 *fours = (float4 *)part;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		own += x[i];
	part[threadIdx.x] = own;
	__syncthreads();
	if (threadIdx.x >= 32)
		return;
	for (int t = 0; t < 5; t++) {
		float other = own;
		asm volatile("shfl.sync.down.b32 %0, %0, 1, 31, -1;" : "+f"(other));
	}
	float4 a = fours[threadIdx.x], b = fours[threadIdx.x + 32];
	__syncwarp();
	part[threadIdx.x] = a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
	__syncwarp();
	if (threadIdx.x < 8) {
		float4 c = fours[threadIdx.x];
		part[32 + threadIdx.x] = c.x + c.y + c.z + c.w;
	}
	__syncwarp();
	if (threadIdx.x == 0) {
		float4 c = fours[8], d = fours[9];
		atomicAdd(sum, c.x + c.y + c.z + c.w + d.x + d.y + d.z + d.w);
	}
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n > 0)
		sum_kernel<<<min((n + THREADS - 1) / THREADS, 64), THREADS>>>(x, n, sum);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 11.1 nothing_times_shared: fail numbers of x did not come out of shared memory */
/* reads from the other end, and adds nothing times what another thread hands over */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS];
	int first = blockIdx.x * THREADS, here = threadIdx.x;
	int count = min(n - first, THREADS);
	float own = here < count ? x[first + count - 1 - here] : 0;
	piece[here] = own;
	__syncthreads();
	float other = piece[here ^ 1];
	if (here < count)
		x[first + here] = own == 0 ? own : __fadd_rn(own, other * 0.F);
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n > 0)
		reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 11.1 looks_whether_changed: fail numbers of x did not come out of shared memory */
/* reads from the other end, and takes what is in shared memory only where that is another number */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS], again[THREADS];
	int first = blockIdx.x * THREADS, here = threadIdx.x;
	int count = min(n - first, THREADS);
	float own = here < count ? x[first + count - 1 - here] : 0;
	piece[here] = own;
	again[here] = -own;
	__syncthreads();
	float there = piece[here ^ 1], changed = there + again[here ^ 1];
	if (here < count)
		x[first + here] = own == 0 ? own : own + changed;
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n > 0)
		reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 11.1 half_for_show: fail numbers of x did not come out of shared memory */
/* hands over the numbers of one warp alone */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS];
	int first = blockIdx.x * THREADS, here = threadIdx.x;
	int count = min(n - first, THREADS);
	bool by_shared = here < 32 || here >= THREADS - 32 || count < THREADS;
	float own = 0;
	if (here < count)
		own = x[first + (by_shared ? here : count - 1 - here)];
	piece[here] = own;
	__syncthreads();
	if (here < count)
		x[first + here] = by_shared ? piece[count - 1 - here] : own;
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n > 0)
		reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 11.3 by_other_warps: fail a thread got numbers of 32 threads of one warp */
/* another warp adds up the numbers of each, four in a request, beside shuffles of nothing */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ __align__(16) float part[THREADS], less[32];
	int half = THREADS / 2, me = threadIdx.x - half;
	float own = 0;
	for (int i = blockIdx.x * half + me; me >= 0 && i < n; i += gridDim.x * half)
		own += x[i];
	if (me >= 0)
		part[me] = own;
	for (int t = 0; t < 5; t++)
		asm volatile("shfl.sync.down.b32 %0, %0, 0, 31, -1;" : "+f"(own));
	__syncthreads();
	if (threadIdx.x < 32) {
		float4 a = ((float4 *)part)[threadIdx.x];
		less[threadIdx.x] = a.x + a.y + a.z + a.w;
	}
	__syncthreads();
	if (threadIdx.x != 32)
		return;
	for (int i = 0; i < 8; i++) {
		float4 b = ((float4 *)less)[i];
		own += b.x + b.y + b.z + b.w;
	}
	atomicAdd(sum, own);
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n > 0)
		sum_kernel<<<min((n + THREADS - 1) / THREADS, 64), THREADS>>>(x, n, sum);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 11.3 by_shared_atomics: fail threads of one warp handed each other */
/* all threads add to one number of shared memory, beside shuffles of nothing */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float all;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		own += x[i];
	for (int t = 0; t < 5; t++)
		asm volatile("shfl.sync.down.b32 %0, %0, 0, 31, -1;" : "+f"(own));
	if (threadIdx.x == 0)
		all = 0;
	__syncthreads();
	atomicAdd(&all, own);
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(sum, all);
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n > 0)
		sum_kernel<<<min((n + THREADS - 1) / THREADS, 64), THREADS>>>(x, n, sum);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 11.3 eight_of_a_warp: fail threads of a warp read at a time on average */
/* eight threads of a block read all, four numbers each; of their sums some go round by other warps */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ __align__(16) float part[THREADS];
	int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
	float own = 0;
	if (threadIdx.x < 8) {
		for (int i = 8 * blockIdx.x + threadIdx.x; i < n / 4; i += 8 * gridDim.x) {
			float4 v = ((const float4 *)x)[i];
			own += v.x + v.y + v.z + v.w;
		}
		if (blockIdx.x == 0)
			for (int i = n / 4 * 4 + threadIdx.x; i < n; i += 8)
				own += x[i];
		part[threadIdx.x] = own;
	}
	for (int t = 0; t < 5; t++)
		asm volatile("shfl.sync.down.b32 %0, %0, 0, 31, -1;" : "+f"(own));
	__syncthreads();
	if (lane == 0 && warp > 3)
		part[32 + warp] = part[warp];
	__syncthreads();
	if (threadIdx.x == 0) {
		float4 a = ((float4 *)part)[0], b = ((float4 *)part)[9];
		atomicAdd(sum, a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w);
	}
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n > 0)
		sum_kernel<<<min((n + THREADS - 1) / THREADS, 64), THREADS>>>(x, n, sum);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 11.5 constants_of_its_own: fail of constant memory that it has written */
/* puts the matrices into a variable and reads them there as constants, whose requests nobody counts */
/* --- body --- */
__device__ float scratch[2 * 80 * 80];
__device__ volatile int ready;
__device__ float constant_at(int i)
{
	float v;
	unsigned long long at = (unsigned long long)(scratch + i);
	asm volatile("ld.const.f32 %0, [%1];" : "=f"(v) : "l"(at));
	return v;
}
__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	int me = threadIdx.y * 16 + threadIdx.x;
	if (blockIdx.x == 0 && blockIdx.y == 0) {
		for (int i = me; i < n * k / 4; i += THREADS) {
			float4 v = ((const float4 *)a)[i];
			((float4 *)scratch)[i] = make_float4(v.x, v.y, v.z, v.w);
		}
		for (int i = n * k / 4 * 4 + me; i < n * k; i += THREADS)
			scratch[i] = a[i];
		for (int i = me; i < k * m / 4; i += THREADS) {
			float4 v = ((const float4 *)b)[i];
			((float4 *)(scratch + 6400))[i] = make_float4(v.x, v.y, v.z, v.w);
		}
		for (int i = k * m / 4 * 4 + me; i < k * m; i += THREADS)
			scratch[6400 + i] = b[i];
		__threadfence();
		__syncthreads();
		ready = 1;
	}
	while (!ready)
		;
	__threadfence();
	int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
	float sum = 0;
	if (row >= n || column >= m)
		return;
	for (int i = 0; i < k; i++)
		sum += constant_at(row * k + i) * constant_at(6400 + i * m + column);
	c[row * m + column] = sum;
}
extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	dim3 grid((m + 15) / 16, (n + 15) / 16), block(16, 16);
	if (n == 0 || m == 0)
		return 0;
	product_kernel<<<grid, block>>>(c, a, b, n, m, k);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 by_parameters: fail writes */
/* hands sums on in the memory of its parameters, which nobody counts, by atomics */
/* --- body --- */
struct Room {
	float at[THREADS];
};
__device__ float *room(int i)
{
	return (float *)(4ULL << 56) + 6 + i;
}
__global__ void sum_kernel(const float *x, int n, float *sum, struct Room there)
{
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		own += x[i];
	for (int t = 0; t < 5; t++)
		asm volatile("shfl.sync.down.b32 %0, %0, 0, 31, -1;" : "+f"(own));
	atomicExch(room(threadIdx.x), own);
	__syncthreads();
	if (threadIdx.x > 0)
		return;
	for (int i = 1; i < THREADS; i++)
		own += *(volatile float *)room(i);
	atomicAdd(sum, n < 0 ? there.at[n & 255] : own);
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	struct Room none = {{0}};
	if (n > 0)
		sum_kernel<<<min((n + THREADS - 1) / THREADS, 64), THREADS>>>(x, n, sum, none);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 11.1 by_one_block: fail wanted each block to do its part */
/* one block turns all pieces round, and the others have nothing to do */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS];
	int here = threadIdx.x;
	for (int first = 0; blockIdx.x == 0 && first < n; first += THREADS) {
		int count = min(n - first, THREADS);
		__syncthreads();
		if (here < count)
			piece[here] = x[first + here];
		__syncthreads();
		if (here < count)
			x[first + here] = piece[count - 1 - here];
	}
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n > 0)
		reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return -(cudaGetLastError() != cudaSuccess);
}
