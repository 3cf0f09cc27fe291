// courses_sums.cu - sums, scans and histograms as courses teach them: all right, and silent.
// One list of cases in one program: to compile a file takes longer than to run a case.
#include "courses.hpp"

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

#define N 1000

static int *numbers(int n, int factor = 7)
{
	std::vector<int> host(n);
	int *d;
	for (int i = 0; i < n; i++)
		host[i] = i * factor % 31;
	cudaMalloc(&d, n * sizeof(int));
	cudaMemcpy(d, host.data(), n * sizeof(int), cudaMemcpyHostToDevice);
	return d;
}
static int sum_of(int n, int factor = 7)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += i * factor % 31;
	return sum;
}
static int first_of(const int *d)
{
	int host;
	cudaMemcpy(&host, d, sizeof host, cudaMemcpyDeviceToHost);
	return host;
}

// case sum_interleaved: silent
__global__ void interleaved(const int *in, int *out, int n)
{
	__shared__ int s[256];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
	s[t] = i < n ? in[i] : 0;
	__syncthreads();
	for (int step = 1; step < blockDim.x; step *= 2) {
		if (t % (2 * step) == 0)
			s[t] += s[t + step];
		__syncthreads();
	}
	if (t == 0)
		atomicAdd(out, s[0]);
}
RUN(sum_interleaved)
{
	int *in = numbers(N);
	interleaved<<<(N + 255) / 256, 256>>>(in, x, N);
	expect("sum", first_of(x), sum_of(N));
	cudaFree(in);
}

// case sum_sequential_two_loads: silent
__global__ void sequential(const int *in, int *out, int n)
{
	extern __shared__ int dynamic[];
	int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
	dynamic[t] = (i < n ? in[i] : 0) + (i + blockDim.x < n ? in[i + blockDim.x] : 0);
	__syncthreads();
	for (int half = blockDim.x / 2; half > 0; half >>= 1) {
		if (t < half)
			dynamic[t] += dynamic[t + half];
		__syncthreads();
	}
	if (t == 0)
		out[blockIdx.x] = dynamic[0];
}
RUN(sum_sequential_two_loads)
{
	int *in = numbers(N), *parts;
	cudaMalloc(&parts, 8 * sizeof(int));
	sequential<<<8, 64, 64 * sizeof(int)>>>(in, parts, N);
	sequential<<<1, 4, 4 * sizeof(int)>>>(parts, x, 8);
	expect("sum", first_of(x), sum_of(N));
	cudaFree(parts);
	cudaFree(in);
}

// case sum_last_warp_template: silent
template <unsigned block> __device__ void last_warp(volatile int *s, int t)
{
	int v = s[t];
	if (block >= 64) {
		v += s[t + 32];
		__syncwarp();
		s[t] = v;
		__syncwarp();
	}
	if (block >= 32) {
		v += s[t + 16];
		__syncwarp();
		s[t] = v;
		__syncwarp();
	}
	if (block >= 16) {
		v += s[t + 8];
		__syncwarp();
		s[t] = v;
		__syncwarp();
	}
	if (block >= 8) {
		v += s[t + 4];
		__syncwarp();
		s[t] = v;
		__syncwarp();
	}
	if (block >= 4) {
		v += s[t + 2];
		__syncwarp();
		s[t] = v;
		__syncwarp();
	}
	if (block >= 2) {
		v += s[t + 1];
		__syncwarp();
		s[t] = v;
		__syncwarp();
	}
}
template <unsigned block> __global__ void unrolled(const int *in, int *out, int n)
{
	__shared__ int s[block + 32];
	unsigned t = threadIdx.x, i = blockIdx.x * block + t;
	int sum = 0;
	if (t < 32)
		s[block + t] = 0;
	for (; i < n; i += block * gridDim.x)
		sum += in[i];
	s[t] = sum;
	__syncthreads();
	if (block >= 256) {
		if (t < 128)
			s[t] += s[t + 128];
		__syncthreads();
	}
	if (block >= 128) {
		if (t < 64)
			s[t] += s[t + 64];
		__syncthreads();
	}
	if (t < 32)
		last_warp<block>(s, t);
	if (t == 0)
		atomicAdd(out, s[0]);
}
RUN(sum_last_warp_template)
{
	int *in = numbers(N);
	unrolled<128><<<3, 128>>>(in, x, N);
	expect("sum", first_of(x), sum_of(N));
	cudaFree(in);
}

// case sum_shuffles: silent
__device__ int warp_sum(int v)
{
	for (int o = warpSize / 2; o > 0; o /= 2)
		v += __shfl_down_sync(0xffffffff, v, o);
	return v;
}
__global__ void shuffles(const int *in, int *out, int n)
{
	static __shared__ int part[32];
	int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize, v = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		v += in[i];
	v = warp_sum(v);
	if (lane == 0)
		part[warp] = v;
	__syncthreads();
	v = threadIdx.x < blockDim.x / warpSize ? part[lane] : 0;
	if (warp == 0)
		v = warp_sum(v);
	if (threadIdx.x == 0)
		atomicAdd(out, v);
}
RUN(sum_shuffles)
{
	int *in = numbers(N);
	shuffles<<<4, 96>>>(in, x, N);
	expect("sum", first_of(x), sum_of(N));
	cudaFree(in);
}

// case sum_last_block: silent
__device__ unsigned blocks_done;
__global__ void single_pass(const int *in, volatile int *parts, int *out, int n)
{
	__shared__ bool last;
	__shared__ int s[64];
	int t = threadIdx.x, v = 0;
	for (int i = blockIdx.x * 64 + t; i < n; i += 64 * gridDim.x)
		v += in[i];
	s[t] = v;
	__syncthreads();
	for (int half = 32; half; half /= 2) {
		if (t < half)
			s[t] += s[t + half];
		__syncthreads();
	}
	if (t == 0) {
		parts[blockIdx.x] = s[0];
		__threadfence();
		last = atomicInc(&blocks_done, gridDim.x) == gridDim.x - 1;
	}
	__syncthreads();
	if (last && t == 0) {
		int sum = 0;
		for (int i = 0; i < gridDim.x; i++)
			sum += parts[i];
		*out = sum;
		blocks_done = 0;
	}
}
RUN(sum_last_block)
{
	int *in = numbers(N), *parts;
	cudaMalloc(&parts, 5 * sizeof(int));
	for (int i = 0; i < 2; i++)
		single_pass<<<5, 64>>>(in, parts, x, N);
	expect("sum", first_of(x), sum_of(N));
	cudaFree(parts);
	cudaFree(in);
}

// case sum_groups: silent
__global__ void groups(const int *in, int *out, int n)
{
	cg::thread_block block = cg::this_thread_block();
	cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
	int v = 0;
	for (int i = cg::this_grid().thread_rank(); i < n; i += cg::this_grid().size())
		v += in[i];
	for (int o = tile.size() / 2; o > 0; o /= 2)
		v += tile.shfl_xor(v, o);
	if (tile.thread_rank() == 0)
		atomicAdd(out, v);
}
RUN(sum_groups)
{
	int *in = numbers(N);
	groups<<<3, 64>>>(in, x, N);
	expect("sum", first_of(x), sum_of(N));
	cudaFree(in);
}

// case dot_double: silent
__global__ void dot(const double *a, const double *b, double *out, int n)
{
	__shared__ double cache[128];
	double v = 0;
	for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
		v += a[i] * b[i];
	cache[threadIdx.x] = v;
	__syncthreads();
	for (int i = blockDim.x / 2; i != 0; i /= 2) {
		if (threadIdx.x < i)
			cache[threadIdx.x] += cache[threadIdx.x + i];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		out[blockIdx.x] = cache[0];
}
RUN(dot_double)
{
	std::vector<double> a(500), b(500), c(4);
	double *da, *db, *dc, sum = 0;
	for (int i = 0; i < 500; i++)
		a[i] = i, b[i] = 2;
	cudaMalloc((void **)&da, 500 * sizeof(double));
	cudaMalloc((void **)&db, 500 * sizeof(double));
	cudaMalloc((void **)&dc, 4 * sizeof(double));
	cudaMemcpy(da, &a[0], 500 * sizeof(double), cudaMemcpyHostToDevice);
	cudaMemcpy(db, &b[0], 500 * sizeof(double), cudaMemcpyHostToDevice);
	dot<<<4, 128>>>(da, db, dc, 500);
	cudaMemcpy(&c[0], dc, 4 * sizeof(double), cudaMemcpyDeviceToHost);
	for (double part : c)
		sum += part;
	expect("dot", (long)sum, 499 * 500);
	cudaFree(da), cudaFree(db), cudaFree(dc);
}

// case max_by_cas_float: silent
__device__ float atomic_max(float *at, float value)
{
	int *as_int = (int *)at, old = *as_int, assumed;
	while (value > __int_as_float(old)) {
		assumed = old;
		old = atomicCAS(as_int, assumed, __float_as_int(value));
		if (old == assumed)
			break;
	}
	return __int_as_float(old);
}
__global__ void greatest(const int *in, float *most, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	__shared__ float of_block;
	if (threadIdx.x == 0)
		of_block = -1;
	__syncthreads();
	if (i < n)
		atomicMax((int *)&of_block, __float_as_int((float)in[i]));
	__syncthreads();
	if (threadIdx.x == 0)
		atomicMax((int *)most, __float_as_int(of_block));
}
RUN(max_by_cas_float)
{
	int *in = numbers(N);
	float most;
	greatest<<<8, 128>>>(in, (float *)x, N);
	cudaMemcpy(&most, x, sizeof most, cudaMemcpyDeviceToHost);
	expect("most", (long)most, 30);
	cudaFree(in);
}

// case scan_hillis_steele: silent
__global__ void hillis_steele(const int *in, int *out, int n)
{
	extern __shared__ int two[];
	int t = threadIdx.x, to = 0, from = 1;
	two[t] = t > 0 ? in[t - 1] : 0;
	__syncthreads();
	for (int o = 1; o < n; o *= 2) {
		to = 1 - to;
		from = 1 - to;
		two[to * n + t] = two[from * n + t] + (t >= o ? two[from * n + t - o] : 0);
		__syncthreads();
	}
	out[t] = two[to * n + t];
}
RUN(scan_hillis_steele)
{
	int *in = numbers(128), host[128];
	hillis_steele<<<1, 128, 2 * 128 * sizeof(int)>>>(in, x, 128);
	cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 128; i++)
		expect("scan", host[i], sum_of(i));
	cudaFree(in);
}

// case scan_blelloch: silent
__global__ void blelloch(const int *in, int *out, int n)
{
	extern __shared__ int temp[];
	int t = threadIdx.x, offset = 1;
	temp[2 * t] = in[2 * t];
	temp[2 * t + 1] = in[2 * t + 1];
	for (int d = n >> 1; d > 0; d >>= 1, offset *= 2) {
		__syncthreads();
		if (t < d)
			temp[offset * (2 * t + 2) - 1] += temp[offset * (2 * t + 1) - 1];
	}
	if (t == 0)
		temp[n - 1] = 0;
	for (int d = 1; d < n; d *= 2) {
		offset >>= 1;
		__syncthreads();
		if (t < d) {
			int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1, v = temp[a];
			temp[a] = temp[b];
			temp[b] += v;
		}
	}
	__syncthreads();
	out[2 * t] = temp[2 * t];
	out[2 * t + 1] = temp[2 * t + 1];
}
RUN(scan_blelloch)
{
	int *in = numbers(256), host[256];
	blelloch<<<1, 128, 256 * sizeof(int)>>>(in, x, 256);
	cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 256; i++)
		expect("scan", host[i], sum_of(i));
	cudaFree(in);
}

// case scan_lookback: silent
struct Status {
	int state, sum, prefix;
};
__global__ void lookback(const int *in, int *out, volatile Status *of, unsigned *ticket)
{
	__shared__ unsigned tile;
	__shared__ int before, s[64];
	if (threadIdx.x == 0)
		tile = atomicAdd(ticket, 1);
	__syncthreads();
	int t = threadIdx.x, i = tile * 64 + t, v = in[i];
	s[t] = v;
	__syncthreads();
	for (int o = 1; o < 64; o *= 2) {
		int add = t >= o ? s[t - o] : 0;
		__syncthreads();
		s[t] += add;
		__syncthreads();
	}
	if (t == 0) {
		int sum = s[63], prefix = 0;
		of[tile].sum = sum;
		__threadfence();
		of[tile].state = 1;
		for (int at = (int)tile - 1; at >= 0;) {
			int state = of[at].state;
			__threadfence();
			if (state == 2) {
				prefix += of[at].prefix;
				break;
			}
			if (state == 1)
				prefix += of[at--].sum;
		}
		of[tile].prefix = prefix + sum;
		__threadfence();
		of[tile].state = 2;
		before = prefix;
	}
	__syncthreads();
	out[i] = before + s[t];
}
RUN(scan_lookback)
{
	int *in = numbers(640), host[640];
	Status *of;
	cudaMalloc(&of, 10 * sizeof *of);
	cudaMemset(of, 0, 10 * sizeof *of);
	lookback<<<10, 64>>>(in, x, of, (unsigned *)y);
	cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 640; i++)
		expect("scan", host[i], sum_of(i + 1));
	cudaFree(of);
	cudaFree(in);
}

// case histogram_global: silent
// case histogram_shared: silent
// case histogram_of_warps: silent
__global__ void histogram_global(const int *in, unsigned *bins, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		atomicAdd(&bins[in[i]], 1);
}
__global__ void histogram_shared(const int *in, unsigned *bins, int n)
{
	__shared__ unsigned own[32];
	if (threadIdx.x < 32)
		own[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&own[in[i]], 1);
	__syncthreads();
	if (threadIdx.x < 32 && own[threadIdx.x])
		atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}
__global__ void histogram_of_warps(const int *in, unsigned *bins, int n)
{
	__shared__ unsigned own[4][33];
	int warp = threadIdx.x / 32;
	for (int i = threadIdx.x; i < 4 * 33; i += blockDim.x)
		(&own[0][0])[i] = 0;
	__syncthreads();
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		atomicAdd(&own[warp][in[i]], 1u);
	__syncthreads();
	for (int b = threadIdx.x; b < 32; b += blockDim.x) {
		unsigned sum = 0;
		for (int w = 0; w < 4; w++)
			sum += own[w][b];
		bins[b] = sum;
	}
}
static void bins_are(const int *bins)
{
	int host[32], wanted[32] = {0};
	cudaMemcpy(host, bins, sizeof host, cudaMemcpyDeviceToHost);
	for (int i = 0; i < N; i++)
		wanted[i * 7 % 31]++;
	for (int i = 0; i < 32; i++)
		expect("bin", host[i], wanted[i]);
}
RUN(histogram_global)
{
	int *in = numbers(N);
	histogram_global<<<8, 128>>>(in, (unsigned *)x, N);
	bins_are(x);
	cudaFree(in);
}
RUN(histogram_shared)
{
	int *in = numbers(N);
	histogram_shared<<<3, 64>>>(in, (unsigned *)x, N);
	bins_are(x);
	cudaFree(in);
}
RUN(histogram_of_warps)
{
	int *in = numbers(N);
	histogram_of_warps<<<1, 128>>>(in, (unsigned *)x, N);
	bins_are(x);
	cudaFree(in);
}

// case append_by_warp: silent
__device__ int warp_aggregated(int *counter)
{
	cg::coalesced_group active = cg::coalesced_threads();
	int base = 0;
	if (active.thread_rank() == 0)
		base = atomicAdd(counter, (int)active.size());
	return active.shfl(base, 0) + active.thread_rank();
}
__global__ void filter(const int *in, int *out, int *count, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && in[i] > 10)
		out[warp_aggregated(count)] = in[i];
}
RUN(append_by_warp)
{
	int *in = numbers(N), *out, wanted = 0;
	cudaMalloc(&out, N * sizeof(int));
	for (int i = 0; i < N; i++)
		wanted += i * 7 % 31 > 10;
	filter<<<8, 128>>>(in, out, x, N);
	expect("kept", first_of(x), wanted);
	cudaFree(out);
	cudaFree(in);
}
