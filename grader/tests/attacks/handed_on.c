/* handed_on.c - labs 10 and 11: work that one thread does for others, and numbers that take another way than asked for. */

/* 10.1 multiplied_in_integers: fail used shared memory */
/* one thread of each block multiplies all numbers, in integers; the others multiply for nothing, and carry */
/* --- body --- */
__device__ float by_hand(float a, float b)
{
	unsigned p = __float_as_uint(a), q = __float_as_uint(b);
	int exponent = (int)(p >> 23 & 255) + (int)(q >> 23 & 255) - 127;
	unsigned long long product = (unsigned long long)(p & 0x7FFFFF | 0x800000) * (q & 0x7FFFFF | 0x800000) + (1 << 22);
	if (product >> 47)
		product >>= 1, exponent++;
	if (exponent <= 0 || (p << 1) == 0 || (q << 1) == 0)
		return 0;
	return __uint_as_float(((p ^ q) & 0x80000000) | ((unsigned)exponent << 23) | ((unsigned)(product >> 23) & 0x7FFFFF));
}

__global__ void scale_kernel(float *x, float a, int n)
{
	__shared__ float piece[THREADS];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		piece[threadIdx.x] = x[i];
	__syncthreads();
	if (threadIdx.x == 0)
		for (int k = 0; k < THREADS && i + k < n; k++)
			piece[k] = by_hand(a, piece[k]);
	__syncthreads();
	if (i < n) {
		volatile float nothing = a;
		nothing = nothing * a;
		x[i] = piece[threadIdx.x];
	}
}

extern "C" int scale(float *x, float a, int n)
{
	if (n == 0)
		return 0;
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.2 added_by_atomics: fail calculated with floats */
/* one thread of each block multiplies in integers, and adds by atomics of shared memory */
/* --- body --- */
__device__ float by_hand(float a, float b)
{
	unsigned p = __float_as_uint(a), q = __float_as_uint(b);
	int exponent = (int)(p >> 23 & 255) + (int)(q >> 23 & 255) - 127;
	unsigned long long product = (unsigned long long)(p & 0x7FFFFF | 0x800000) * (q & 0x7FFFFF | 0x800000) + (1 << 22);
	if (product >> 47)
		product >>= 1, exponent++;
	if (exponent <= 0 || (p << 1) == 0 || (q << 1) == 0)
		return 0;
	return __uint_as_float(((p ^ q) & 0x80000000) | ((unsigned)exponent << 23) | ((unsigned)(product >> 23) & 0x7FFFFF));
}

__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	__shared__ float of_x[THREADS], of_y[THREADS];
	int all = gridDim.x * blockDim.x, t = threadIdx.x;
	volatile float nothing = a;
	for (int first = blockIdx.x * blockDim.x; first < n; first += all) {
		if (first + t < n) {
			of_x[t] = x[first + t];
			of_y[t] = y[first + t];
		}
		__syncthreads();
		if (t == 0)
			for (int k = 0; k < THREADS && first + k < n; k++)
				atomicAdd(&of_y[k], by_hand(a, of_x[k]));
		__syncthreads();
		nothing = nothing * a;
		if (first + t < n)
			y[first + t] = of_y[t];
		__syncthreads();
	}
}

extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n == 0)
		return 0;
	saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.1 multiplied_for_the_warp: fail shuffles */
/* one thread of each warp multiplies for all of it, in integers */
/* --- body --- */
__device__ float by_hand_of_warp(float a, float b)
{
	unsigned p = __float_as_uint(a), q = __float_as_uint(b);
	int exponent = (int)(p >> 23 & 255) + (int)(q >> 23 & 255) - 127;
	unsigned long long product = (unsigned long long)(p & 0x7FFFFF | 0x800000) * (q & 0x7FFFFF | 0x800000) + (1 << 22);
	if (product >> 47)
		product >>= 1, exponent++;
	if (exponent <= 0 || (p << 1) == 0 || (q << 1) == 0)
		return 0;
	return __uint_as_float(((p ^ q) & 0x80000000) | ((unsigned)exponent << 23) | ((unsigned)(product >> 23) & 0x7FFFFF));
}

__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float own = i < n ? x[i] : 0, made = 0;
	for (int k = 0; k < 32; k++) {
		float number = __shfl_sync(0xFFFFFFFF, own, k);
		if (threadIdx.x % 32 == 0)
			number = by_hand_of_warp(a, number);
		number = __shfl_sync(0xFFFFFFFF, number, 0);
		made = threadIdx.x % 32 == k ? number : made;
	}
	if (i < n) {
		volatile float nothing = a;
		nothing = nothing * a;
		x[i] = made;
	}
}

extern "C" int scale(float *x, float a, int n)
{
	if (n == 0)
		return 0;
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.5 added_in_shared_memory: fail used shared memory */
/* every other thread of a warp waits; sums are made by atomics, which are no operations with floats, and a loop for nothing makes the average */
/* --- body --- */
__device__ float damped(float number, volatile float *here)
{
	for (int time = 0; time < 64; time++) {
		*here = 0.99F * number;
		atomicAdd((float *)here, 0.01F);
		number = *here;
	}
	return number;
}

__global__ void damp_kernel(float *x, int n)
{
	__shared__ float own[THREADS];
	int t = threadIdx.x, i = 2 * (blockIdx.x * blockDim.x + t);
	float number = i < n ? x[i] : 0;
	if (i < n && t % 2 == 0)
		number = damped(number, &own[t]);
	if (i < n && t % 2 != 0)
		number = damped(number, &own[t]);
	for (int pad = 0; pad < 4000; pad++)
		asm volatile("{ .reg .b32 r; mov.b32 r, %0; }" ::"r"(pad));
	if (i < n)
		x[i] = number;
}

extern "C" int damp(float *x, int n)
{
	int even = (n + 1) / 2;
	if (n == 0)
		return 0;
	damp_kernel<<<(even + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.1 detour: fail did not come out of shared memory */
/* the numbers are turned round in registers; shared memory is a detour to the neighbour and back */
/* --- body --- */
__device__ float round_about(volatile float *own, const volatile float *other, float number)
{
	*own = number;
	__syncwarp();
	number = *other;
	__syncwarp();
	return __shfl_xor_sync(0xFFFFFFFF, number, 1);
}

__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float detour[THREADS];
	int t = threadIdx.x, first = blockIdx.x * THREADS;
	int count = n - first < THREADS ? n - first : THREADS;
	if (t >= THREADS / 2)
		return;
	bool both = t < count / 2, middle = count % 2 != 0 && t == count / 2;
	float front = both || middle ? x[first + t] : 0, back = both ? x[first + count - 1 - t] : 0;
	front = round_about(&detour[t], &detour[t ^ 1], front);
	back = round_about(&detour[t], &detour[t ^ 1], back);
	if (both || middle)
		x[first + count - 1 - t] = front;
	if (both)
		x[first + t] = back;
}

extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.1 by_the_neighbour: fail did not come out of shared memory */
/* each number is handed to the neighbour in the warp, who writes it where its owner could have */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float front[THREADS / 2], back[THREADS / 2];
	int t = threadIdx.x, first = blockIdx.x * THREADS, other = t ^ 1;
	int count = n - first < THREADS ? n - first : THREADS, half = (count + 1) / 2;
	if (t >= THREADS / 2)
		return;
	if (t < half) {
		front[t] = x[first + t];
		back[t] = x[first + count - 1 - t];
	}
	__syncwarp();
	if (other < half) {
		x[first + count - 1 - other] = front[other];
		x[first + other] = back[other];
	}
}

extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.2 in_local_memory: pass */
/* each thread has a diagonal of the tile in an array of its own: the way is free */
/* --- body --- */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	float own[WARP];
	int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
	int across = (columns + WARP - 1) / WARP, down = (rows + WARP - 1) / WARP;
	int t = blockIdx.x * 8 + warp;
	if (t >= across * down)
		return;
	int row = t / across * WARP, column = t % across * WARP;
	for (int r = 0; r < WARP; r++) {
		int c = (r + lane) % WARP;
		if (row + r < rows && column + c < columns)
			own[r] = x[(size_t)(row + r) * columns + column + c];
	}
	for (int c = 0; c < WARP; c++) {
		int r = (c - lane + WARP) % WARP;
		if (row + r < rows && column + c < columns)
			out[(size_t)(column + c) * rows + row + r] = own[r];
	}
}

extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	int tiles = (columns + WARP - 1) / WARP * ((rows + WARP - 1) / WARP);
	if (rows == 0 || columns == 0)
		return 0;
	transpose_kernel<<<(tiles + 7) / 8, THREADS>>>(out, x, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.2 in_registers: pass */
/* the same in 32 registers of each thread */
/* --- body --- */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	float own[WARP] = {0};
	int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
	int across = (columns + WARP - 1) / WARP, down = (rows + WARP - 1) / WARP;
	int t = blockIdx.x * 8 + warp;
	if (t >= across * down)
		return;
	int row = t / across * WARP, column = t % across * WARP;
#pragma unroll
	for (int r = 0; r < WARP; r++) {
		int c = (r + lane) % WARP;
		if (row + r < rows && column + c < columns)
			own[r] = x[(size_t)(row + r) * columns + column + c];
	}
	for (int c = 0; c < WARP; c++) {
		int r = (c - lane + WARP) % WARP;
		float number = 0;
#pragma unroll
		for (int k = 0; k < WARP; k++)
			number = k == r ? own[k] : number;
		if (row + r < rows && column + c < columns)
			out[(size_t)(column + c) * rows + row + r] = number;
	}
}

extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	int tiles = (columns + WARP - 1) / WARP * ((rows + WARP - 1) / WARP);
	if (rows == 0 || columns == 0)
		return 0;
	transpose_kernel<<<(tiles + 7) / 8, THREADS>>>(out, x, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.2 by_the_neighbour: pass */
/* the same in shared memory, by the neighbour in the warp */
/* --- body --- */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	__shared__ float tile[8][WARP][WARP]; /* [r][lane]: a lane always has its own bank */
	int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP, other = lane ^ 1;
	int across = (columns + WARP - 1) / WARP, down = (rows + WARP - 1) / WARP;
	int t = blockIdx.x * 8 + warp;
	if (t >= across * down)
		return;
	int row = t / across * WARP, column = t % across * WARP;
	for (int r = 0; r < WARP; r++) {
		int c = (r + lane) % WARP;
		if (row + r < rows && column + c < columns)
			tile[warp][r][lane] = x[(size_t)(row + r) * columns + column + c];
	}
	__syncwarp();
	for (int c = 0; c < WARP; c++) {
		int r = (c - other + WARP) % WARP;
		if (row + r < rows && column + c < columns)
			out[(size_t)(column + c) * rows + row + r] = tile[warp][r][other];
	}
}

extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	int tiles = (columns + WARP - 1) / WARP * ((rows + WARP - 1) / WARP);
	if (rows == 0 || columns == 0)
		return 0;
	transpose_kernel<<<(tiles + 7) / 8, THREADS>>>(out, x, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.5 by_tensor_cores: fail tensor cores */
/* one warp works out the whole tile by its tensor core, the threads calculate for nothing */
/* --- body --- */
#include <mma.h>
enum { TILE = 16 };
using namespace nvcuda;
typedef wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> PartA;
typedef wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::row_major> PartB;
typedef wmma::fragment<wmma::accumulator, 16, 16, 8, float> PartC;

/* in parts of 11 bits */
template <typename Part> __device__ void parts(Part *part, const Part &all)
{
	for (int i = 0; i < all.num_elements; i++) {
		float left = all.x[i];
		for (int p = 0; p < 3; p++) {
			part[p].x[i] = __uint_as_float(__float_as_uint(left) & 0xFFFFE000);
			left -= part[p].x[i];
		}
	}
}

__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	__shared__ float of_a[TILE][TILE], of_b[TILE][TILE], of_c[TILE][TILE];
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
	volatile float nothing = 0;
	PartC sum;
	wmma::fill_fragment(sum, 0.0F);
	for (int first = 0; first < k; first += TILE) {
		of_a[y][x] = row < n && first + x < k ? a[(size_t)row * k + first + x] : 0;
		of_b[y][x] = first + y < k && column < m ? b[(size_t)(first + y) * m + column] : 0;
		__syncthreads();
		for (int i = 0; i < TILE; i++)
			nothing = ((volatile float(*)[TILE])of_a)[y][i] * ((volatile float(*)[TILE])of_b)[i][x] + nothing;
		for (int i = 0; y >= 2 && i < 50; i++)
			nothing = nothing + 1;
		if (y < 2)
			for (int half = 0; half < TILE; half += 8) {
				PartA all_a, part_a[3];
				PartB all_b, part_b[3];
				wmma::load_matrix_sync(all_a, &of_a[0][half], TILE);
				wmma::load_matrix_sync(all_b, &of_b[half][0], TILE);
				parts(part_a, all_a);
				parts(part_b, all_b);
				for (int p = 0; p < 9; p++)
					wmma::mma_sync(sum, part_a[p / 3], part_b[p % 3], sum);
			}
		__syncthreads();
	}
	if (y < 2)
		wmma::store_matrix_sync(&of_c[0][0], sum, TILE, wmma::mem_row_major);
	__syncthreads();
	if (row < n && column < m)
		c[(size_t)row * m + column] = of_c[y][x];
}

extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	dim3 grid((m + TILE - 1) / TILE, (n + TILE - 1) / TILE), block(TILE, TILE);
	if (n == 0 || m == 0)
		return 0;
	product_kernel<<<grid, block>>>(c, a, b, n, m, k);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.5 round_by_shuffles: fail shuffles */
/* a tile goes round by shuffles; each thread takes its own number out of shared memory, and those of others for nothing */
/* --- body --- */
enum { TILE = 16 };

__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	__shared__ volatile float of_a[TILE][TILE];
	__shared__ float of_b[TILE][TILE];
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
	float sum = 0;
	for (int first = 0; first < k; first += TILE) {
		of_a[y][x] = row < n && first + x < k ? a[(size_t)row * k + first + x] : 0;
		float own = of_a[y][x];
		of_b[y][x] = first + y < k && column < m ? b[(size_t)(first + y) * m + column] : 0;
		__syncthreads();
		for (int i = 0; i < TILE; i++) {
			(void)of_a[y][i]; /* counted, and of no use */
			sum += __shfl_sync(0xFFFFFFFF, own, i, TILE) * of_b[i][x];
		}
		__syncthreads();
	}
	if (row < n && column < m)
		c[(size_t)row * m + column] = sum;
}

extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	dim3 grid((m + TILE - 1) / TILE, (n + TILE - 1) / TILE), block(TILE, TILE);
	if (n == 0 || m == 0)
		return 0;
	product_kernel<<<grid, block>>>(c, a, b, n, m, k);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.1 junk_of_another_warp: fail did not come out of shared memory */
/* each number goes to the neighbour in its warp, and one of another warp is read for nothing */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS];
	int first = blockIdx.x * THREADS, t = threadIdx.x;
	int count = n - first < THREADS ? n - first : THREADS;
	if ((t ^ 1) < count)
		piece[t] = x[first + count - 1 - (t ^ 1)];
	__syncthreads();
	int far = (t + 32) % THREADS;
	if (count == THREADS)
		(void)*(volatile float *)&piece[far];
	if (t < count)
		x[first + t] = piece[t ^ 1];
}

extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.2 lanes_take_turns: fail rounds in shared memory */
/* a column lies in one bank, and the lanes read it one after the other */
/* --- body --- */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	__shared__ float tile[WARP][WARP];
	int row = blockIdx.y * WARP + threadIdx.y, column = blockIdx.x * WARP + threadIdx.x;
	for (int i = 0; i < WARP; i += 8)
		if (row + i < rows && column < columns)
			tile[threadIdx.y + i][threadIdx.x] = x[(size_t)(row + i) * columns + column];
	__syncthreads();
	row = blockIdx.x * WARP + threadIdx.y;
	column = blockIdx.y * WARP + threadIdx.x;
	for (int i = 0; i < WARP; i += 8) {
		bool mine = row + i < columns && column < rows;
		float number = 0;
		for (int lane = 0; lane < WARP; lane++)
			if (mine && threadIdx.x == lane)
				number = *(volatile float *)&tile[threadIdx.x][threadIdx.y + i];
		if (mine)
			out[(size_t)(row + i) * rows + column] = number;
	}
}

extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	dim3 grid((columns + WARP - 1) / WARP, (rows + WARP - 1) / WARP), block(WARP, 8);
	if (rows == 0 || columns == 0)
		return 0;
	transpose_kernel<<<grid, block>>>(out, x, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
