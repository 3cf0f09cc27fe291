// courses_tiles.cu - tiles, sorts, graphs and queues as courses teach them: all right, and silent.
// One list of cases in one program: to compile a file takes longer than to run a case.
#include "courses.hpp"
#include <cmath>

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

static std::vector<int> drawn(int n, int below)
{
	std::vector<int> v(n);
	unsigned state = 1;
	for (int &e : v)
		e = (int)((state = state * 1664525u + 1013904223u) >> 8) % below;
	return v;
}

// case transpose_padded: silent
#define TILE 16
__global__ void transpose(const float *in, float *out, int width, int height)
{
	__shared__ float tile[TILE][TILE + 1];
	int c = blockIdx.x * TILE + threadIdx.x, r = blockIdx.y * TILE + threadIdx.y;
	for (int j = 0; j < TILE; j += 4)
		if (c < width && r + j < height)
			tile[threadIdx.y + j][threadIdx.x] = in[(r + j) * width + c];
	__syncthreads();
	c = blockIdx.y * TILE + threadIdx.x;
	r = blockIdx.x * TILE + threadIdx.y;
	for (int j = 0; j < TILE; j += 4)
		if (c < height && r + j < width)
			out[(r + j) * height + c] = tile[threadIdx.x][threadIdx.y + j];
}
RUN(transpose_padded)
{
	std::vector<float> host(37 * 50);
	for (int i = 0; i < 37 * 50; i++)
		host[i] = i;
	float *in = on_gpu(host), *out;
	cudaMalloc(&out, host.size() * sizeof(float));
	transpose<<<dim3(4, 3), dim3(16, 4)>>>(in, out, 50, 37);
	expect("turned", (long)back(out, 37 * 50)[49 * 37 + 36], 36 * 50 + 49);
	cudaFree(in), cudaFree(out);
}

// case product_of_odd_sizes: silent
__global__ void product(const float *a, const float *b, float *c, int m, int n, int k)
{
	__shared__ float as[TILE][TILE], bs[TILE][TILE];
	int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
	float sum = 0;
	for (int t = 0; t < (k + TILE - 1) / TILE; t++) {
		int ac = t * TILE + threadIdx.x, br = t * TILE + threadIdx.y;
		as[threadIdx.y][threadIdx.x] = row < m && ac < k ? a[row * k + ac] : 0;
		bs[threadIdx.y][threadIdx.x] = column < n && br < k ? b[br * n + column] : 0;
		__syncthreads();
#pragma unroll
		for (int i = 0; i < TILE; i++)
			sum += as[threadIdx.y][i] * bs[i][threadIdx.x];
		__syncthreads();
	}
	if (row < m && column < n)
		c[row * n + column] = sum;
}
RUN(product_of_odd_sizes)
{
	float *a = on_gpu(std::vector<float>(19 * 33, 2)),
	      *b = on_gpu(std::vector<float>(33 * 21, 3)), *c;
	cudaMalloc(&c, 19 * 21 * sizeof(float));
	product<<<dim3(2, 2), dim3(TILE, TILE)>>>(a, b, c, 19, 21, 33);
	expect("product", (long)back(c, 19 * 21)[19 * 21 - 1], 33 * 6);
	cudaFree(a), cudaFree(b), cudaFree(c);
}

// case product_of_registers: silent
__global__ void product_registers(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[32][8], bs[8][32];
	float sum[4][2] = {{0}};
	int t = threadIdx.x, tr = t / 16, tc = t % 16, r0 = blockIdx.y * 32, c0 = blockIdx.x * 32;
	for (int k0 = 0; k0 < n; k0 += 8) {
		for (int i = t; i < 256; i += 128) {
			as[i / 8][i % 8] = a[(r0 + i / 8) * n + k0 + i % 8];
			bs[i / 32][i % 32] = b[(k0 + i / 32) * n + c0 + i % 32];
		}
		__syncthreads();
		for (int k = 0; k < 8; k++)
			for (int i = 0; i < 4; i++)
				for (int j = 0; j < 2; j++)
					sum[i][j] += as[tr * 4 + i][k] * bs[k][tc * 2 + j];
		__syncthreads();
	}
	for (int i = 0; i < 4; i++)
		for (int j = 0; j < 2; j++)
			c[(r0 + tr * 4 + i) * n + c0 + tc * 2 + j] = sum[i][j];
}
RUN(product_of_registers)
{
	float *a = on_gpu(std::vector<float>(64 * 64, 1)),
	      *b = on_gpu(std::vector<float>(64 * 64, 2)), *c;
	cudaMalloc(&c, 64 * 64 * sizeof(float));
	product_registers<<<dim3(2, 2), 128>>>(a, b, c, 64);
	expect("product", (long)back(c, 64 * 64)[64 * 64 - 1], 128);
	cudaFree(a), cudaFree(b), cudaFree(c);
}

// case stencil_with_halo: silent
#define RADIUS 3
__global__ void stencil(const int *in, int *out, int n)
{
	__shared__ int temp[64 + 2 * RADIUS];
	int g = threadIdx.x + blockIdx.x * blockDim.x, l = threadIdx.x + RADIUS;
	temp[l] = g < n ? in[g] : 0;
	if (threadIdx.x < RADIUS) {
		temp[l - RADIUS] = g >= RADIUS ? in[g - RADIUS] : 0;
		temp[l + 64] = g + 64 < n ? in[g + 64] : 0;
	}
	__syncthreads();
	int sum = 0;
	for (int o = -RADIUS; o <= RADIUS; o++)
		sum += temp[l + o];
	if (g < n)
		out[g] = sum;
}
RUN(stencil_with_halo)
{
	int *in = on_gpu(std::vector<int>(500, 1));
	stencil<<<8, 64>>>(in, x, 500);
	expect("inside", back(x, 500)[250], 7);
	expect("edge", back(x, 500)[499], 4);
	cudaFree(in);
}

// case convolution_constant: silent
__constant__ float mask[5][5];
__global__ void convolution(const unsigned char *in, unsigned char *out, int width, int height)
{
	__shared__ unsigned char tile[20][20];
	int left = blockIdx.x * 16 - 2, top = blockIdx.y * 16 - 2;
	for (int i = threadIdx.y * 16 + threadIdx.x; i < 400; i += 256) {
		int r = top + i / 20, c = left + i % 20;
		tile[i / 20][i % 20] =
			r >= 0 && r < height && c >= 0 && c < width ? in[r * width + c] : 0;
	}
	__syncthreads();
	int r = blockIdx.y * 16 + threadIdx.y, c = blockIdx.x * 16 + threadIdx.x;
	float sum = 0;
	for (int i = 0; i < 5; i++)
		for (int j = 0; j < 5; j++)
			sum += mask[i][j] * tile[threadIdx.y + i][threadIdx.x + j];
	if (r < height && c < width)
		out[r * width + c] = (unsigned char)min(max(sum, 0.0f), 255.0f);
}
RUN(convolution_constant)
{
	float host[25];
	for (float &w : host)
		w = 1;
	cudaMemcpyToSymbol(mask, host, sizeof host);
	unsigned char *in = on_gpu(std::vector<unsigned char>(45 * 33, 2)), *out;
	cudaMalloc(&out, 45 * 33);
	convolution<<<dim3(3, 3), dim3(16, 16)>>>(in, out, 45, 33);
	expect("inside", back(out, 45 * 33)[20 * 45 + 20], 50);
	expect("corner", back(out, 45 * 33)[0], 18);
	cudaFree(in), cudaFree(out);
}

// case bodies: silent
__global__ void bodies(const float4 *at, float3 *pull, int n)
{
	extern __shared__ float4 near[];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float4 own = i < n ? at[i] : make_float4(0, 0, 0, 0);
	float3 sum = {0, 0, 0};
	for (int t = 0; t < gridDim.x; t++) {
		int j = t * blockDim.x + threadIdx.x;
		near[threadIdx.x] = j < n ? at[j] : make_float4(0, 0, 0, 0);
		__syncthreads();
		for (int k = 0; k < blockDim.x; k++) {
			float dx = near[k].x - own.x, dy = near[k].y - own.y,
			      dz = near[k].z - own.z;
			float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f),
			      s = near[k].w * inverse * inverse * inverse;
			sum.x += dx * s, sum.y += dy * s, sum.z += dz * s;
		}
		__syncthreads();
	}
	if (i < n)
		pull[i] = sum;
}
RUN(bodies)
{
	float4 *at = on_gpu(std::vector<float4>(50, make_float4(1, 2, 3, 1)));
	bodies<<<2, 32, 32 * sizeof(float4)>>>(at, (float3 *)x, 50);
	expect("pull", (long)back((float3 *)x, 50)[49].x, 0);
	cudaFree(at);
}

// case mandelbrot: silent
__global__ void mandelbrot(unsigned char *image, int width, int height)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
	if (c >= width || r >= height)
		return;
	float a = -2 + 3.0f * c / width, b = -1 + 2.0f * r / height, u = 0, v = 0;
	int i;
	for (i = 0; i < 50 && u * u + v * v < 4; i++) {
		float t = u * u - v * v + a;
		v = 2 * u * v + b;
		u = t;
	}
	image[r * width + c] = i;
}
RUN(mandelbrot)
{
	mandelbrot<<<dim3(3, 3), dim3(8, 8)>>>((unsigned char *)x, 20, 20);
	expect("inside", back((unsigned char *)x, 400)[10 * 20 + 13], 50);
}

// case bitonic: silent
__global__ void bitonic_step(int *d, int j, int k)
{
	int i = threadIdx.x + blockDim.x * blockIdx.x, other = i ^ j;
	if (other > i && ((i & k) == 0) == (d[i] > d[other])) {
		int t = d[i];
		d[i] = d[other];
		d[other] = t;
	}
}
__global__ void bitonic_shared(int *d, int n)
{
	extern __shared__ int keys[];
	keys[threadIdx.x] = d[threadIdx.x];
	for (int k = 2; k <= n; k *= 2)
		for (int j = k / 2; j > 0; j /= 2) {
			__syncthreads();
			int i = threadIdx.x, other = i ^ j, a = keys[i], b = keys[other];
			bool swap =
				other > i ? ((i & k) == 0) == (a > b) : ((i & k) == 0) == (b > a);
			__syncthreads();
			if (swap)
				keys[i] = b;
		}
	__syncthreads();
	d[threadIdx.x] = keys[threadIdx.x];
}
static void sorted(const int *d, int n)
{
	std::vector<int> host = back(d, n);
	for (int i = 1; i < n; i++)
		expect("in order", host[i - 1] <= host[i], 1);
}
RUN(bitonic)
{
	int *d = on_gpu(drawn(256, 1000));
	for (int k = 2; k <= 256; k *= 2)
		for (int j = k / 2; j > 0; j /= 2)
			bitonic_step<<<4, 64>>>(d, j, k);
	sorted(d, 256);
	cudaFree(d);
	d = on_gpu(drawn(128, 1000));
	bitonic_shared<<<1, 128, 128 * sizeof(int)>>>(d, 128);
	sorted(d, 128);
	cudaFree(d);
}

// case odd_even: silent
__global__ void odd_even(int *d, int n)
{
	for (int phase = 0; phase < n; phase++) {
		int i = 2 * threadIdx.x + phase % 2;
		if (i + 1 < n && d[i] > d[i + 1]) {
			int t = d[i];
			d[i] = d[i + 1];
			d[i + 1] = t;
		}
		__syncthreads();
	}
}
RUN(odd_even)
{
	int *d = on_gpu(drawn(101, 50));
	odd_even<<<1, 64>>>(d, 101);
	sorted(d, 101);
	cudaFree(d);
}

// case radix: silent
__global__ void radix(unsigned *d, int n)
{
	extern __shared__ unsigned shared[];
	unsigned *key = shared, *scan = shared + n;
	int t = threadIdx.x;
	key[t] = d[t];
	for (int bit = 0; bit < 10; bit++) {
		unsigned own = key[t], zero = !(own >> bit & 1);
		scan[t] = zero;
		__syncthreads();
		for (int o = 1; o < n; o *= 2) {
			unsigned add = t >= o ? scan[t - o] : 0;
			__syncthreads();
			scan[t] += add;
			__syncthreads();
		}
		unsigned zeros = scan[n - 1], before = scan[t] - zero;
		key[zero ? before : zeros + t - before] = own;
		__syncthreads();
	}
	d[t] = key[t];
}
RUN(radix)
{
	int *d = on_gpu(drawn(128, 1000));
	radix<<<1, 128, 256 * sizeof(int)>>>((unsigned *)d, 128);
	sorted(d, 128);
	cudaFree(d);
}

// case sparse: silent
__global__ void csr(const int *row, const int *column, const float *value, const float *u, float *v,
		    int rows)
{
	int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
	if (warp >= rows)
		return;
	float sum = 0;
	for (int i = row[warp] + lane; i < row[warp + 1]; i += 32)
		sum += value[i] * u[column[i]];
	for (int o = 16; o; o >>= 1)
		sum += __shfl_down_sync(0xffffffffu, sum, o);
	if (lane == 0)
		v[warp] = sum;
}
__global__ void ell(const int *column, const float *value, const float *u, float *v, int rows,
		    int most)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r < rows) {
		float sum = 0;
		for (int i = 0; i < most; i++) {
			int c = column[i * rows + r];
			if (c >= 0)
				sum += value[i * rows + r] * u[c];
		}
		v[r] += sum;
	}
}
RUN(sparse)
{
	int *row = on_gpu(std::vector<int>{0, 2, 2, 5}),
	    *column = on_gpu(std::vector<int>{0, 2, 0, 1, 2});
	int *padded = on_gpu(std::vector<int>{0, -1, 0, 2, -1, 1, -1, -1, 2});
	float *one = on_gpu(std::vector<float>(9, 1)), *v;
	cudaMalloc(&v, 3 * sizeof(float));
	csr<<<2, 64>>>(row, column, one, one, v, 3);
	ell<<<1, 32>>>(padded, one, one, v, 3, 3);
	expect("row", (long)back(v, 3)[2], 6);
	cudaFree(row), cudaFree(column), cudaFree(padded), cudaFree(one), cudaFree(v);
}

// case breadth_first: silent
__global__ void level_step(const int *row, const int *edge, int *level, const int *frontier,
			   int size, int *next, int *next_size, int depth)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= size)
		return;
	for (int e = row[frontier[i]]; e < row[frontier[i] + 1]; e++)
		if (atomicCAS(&level[edge[e]], -1, depth) == -1)
			next[atomicAdd(next_size, 1)] = edge[e];
}
RUN(breadth_first)
{
	const int n = 64;
	std::vector<int> rows(n + 1), edges, levels(n, -1);
	for (int i = 0; i < n; i++) {
		rows[i] = (int)edges.size();
		edges.push_back((i + 1) % n), edges.push_back((i * 2) % n);
	}
	rows[n] = (int)edges.size();
	levels[0] = 0;
	int *row = on_gpu(rows), *edge = on_gpu(edges), *level = on_gpu(levels), *a, *b, *size,
	    count = 1;
	cudaMalloc(&a, n * sizeof(int)), cudaMalloc(&b, n * sizeof(int)),
		cudaMalloc(&size, sizeof(int));
	cudaMemset(a, 0, sizeof(int));
	for (int depth = 1; count > 0; depth++) {
		cudaMemset(size, 0, sizeof(int));
		level_step<<<(count + 31) / 32, 32>>>(row, edge, level, a, count, b, size, depth);
		cudaMemcpy(&count, size, sizeof count, cudaMemcpyDeviceToHost);
		int *t = a;
		a = b;
		b = t;
	}
	expect("level", back(level, n)[63], 11);
	cudaFree(row), cudaFree(edge), cudaFree(level), cudaFree(a), cudaFree(b), cudaFree(size);
}

// case monte_carlo: silent
__global__ void monte_carlo(unsigned *hits, int tries)
{
	unsigned state = 12345u + (blockIdx.x * blockDim.x + threadIdx.x) * 7919u, own = 0;
	for (int i = 0; i < tries; i++) {
		state = state * 1664525u + 1013904223u;
		float a = (state >> 8) * (1.0f / 16777216);
		state = state * 1664525u + 1013904223u;
		float b = (state >> 8) * (1.0f / 16777216);
		own += a * a + b * b <= 1;
	}
	atomicAdd(hits, own);
}
RUN(monte_carlo)
{
	monte_carlo<<<4, 64>>>((unsigned *)x, 50);
	float pi = 4.0f * back(x, 1)[0] / (4 * 64 * 50);
	expect("pi", pi > 3.0f && pi < 3.3f, 1);
}

// case work_queue: silent
__global__ void work_queue(int *next, int *out, int n)
{
	__shared__ int item;
	for (;;) {
		if (threadIdx.x == 0)
			item = atomicAdd(next, 1);
		__syncthreads();
		int own = item;
		__syncthreads();
		if (own >= n)
			break;
		if (threadIdx.x == 0)
			out[own] = own * own;
	}
}
RUN(work_queue)
{
	work_queue<<<3, 32>>>(y, x, 20);
	expect("work", back(x, 20)[19], 361);
}

// case spin_lock: silent
__device__ int mutex;
__global__ void spin_lock(int *list, int *count)
{
	if (threadIdx.x == 0) {
		while (atomicCAS(&mutex, 0, 1) != 0)
			;
		__threadfence();
		list[*count] = blockIdx.x;
		*count += 1;
		__threadfence();
		atomicExch(&mutex, 0);
	}
}
RUN(spin_lock)
{
	spin_lock<<<10, 32>>>(x, y);
	expect("count", back(y, 1)[0], 10);
}

// case jacobi_grid_sync: silent
__global__ void jacobi(float *a, float *b, int n, int rounds)
{
	cg::grid_group grid = cg::this_grid();
	for (int k = 0; k < rounds; k++) {
		for (int i = grid.thread_rank() + 1; i < n - 1; i += grid.size())
			b[i] = 0.5f * (a[i - 1] + a[i + 1]);
		grid.sync();
		float *t = a;
		a = b;
		b = t;
	}
}
RUN(jacobi_grid_sync)
{
	std::vector<float> host(100, 0);
	host[0] = host[99] = 8;
	float *a = on_gpu(host), *b = on_gpu(host);
	int n = 100, rounds = 4;
	void *arguments[] = {&a, &b, &n, &rounds};
	cudaLaunchCooperativeKernel((void *)jacobi, dim3(2), dim3(32), arguments, 0, 0);
	expect("near the edge", (long)back(a, 100)[1], 5);
	cudaFree(a), cudaFree(b);
}

// case game_of_life: silent
__global__ void life(const unsigned char *in, unsigned char *out, int w, int h)
{
	int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y,
	    alive = 0;
	if (c >= w || r >= h)
		return;
	for (int dr = -1; dr <= 1; dr++)
		for (int dc = -1; dc <= 1; dc++)
			if (dr || dc)
				alive += in[(r + dr + h) % h * w + (c + dc + w) % w];
	out[r * w + c] = alive == 3 || (alive == 2 && in[r * w + c]);
}
RUN(game_of_life)
{
	std::vector<unsigned char> host(100, 0);
	host[44] = host[45] = host[46] = 1;
	unsigned char *a = on_gpu(host), *b;
	cudaMalloc(&b, 100);
	life<<<dim3(2, 2), dim3(8, 8)>>>(a, b, 10, 10);
	life<<<dim3(2, 2), dim3(8, 8)>>>(b, a, 10, 10);
	expect("blinker", back(a, 100)[46], 1);
	cudaFree(a), cudaFree(b);
}

// case softmax_of_rows: silent
__global__ void softmax(const float *in, float *out, int columns)
{
	__shared__ float s[32];
	const float *row = in + blockIdx.x * columns;
	float most = -INFINITY, sum = 0;
	for (int i = threadIdx.x; i < columns; i += 32)
		most = fmaxf(most, row[i]);
	s[threadIdx.x] = most;
	__syncwarp();
	for (int o = 16; o > 0; o /= 2) {
		if (threadIdx.x < o)
			s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + o]);
		__syncwarp();
	}
	most = s[0];
	__syncwarp();
	for (int i = threadIdx.x; i < columns; i += 32)
		sum += expf(row[i] - most);
	for (int o = 16; o > 0; o /= 2)
		sum += __shfl_xor_sync(0xffffffff, sum, o);
	for (int i = threadIdx.x; i < columns; i += 32)
		out[blockIdx.x * columns + i] = expf(row[i] - most) / sum;
}
RUN(softmax_of_rows)
{
	float *in = on_gpu(std::vector<float>(3 * 50, 5));
	softmax<<<3, 32>>>(in, (float *)x, 50);
	expect("softmax", lroundf(back((float *)x, 150)[149] * 1000), 20);
	cudaFree(in);
}
