/* besides.c - labs 10 and 11: several threads of a block do what one of them may do besides its share. */

/* 10.3 three_add_up: fail one thread made */
/* three threads of each block add up what the others fetch */
/* --- body --- */
enum { ADDERS = 3, PIECES = 4 };
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	__shared__ float kept[PIECES * THREADS];
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int first = blockIdx.x * blockDim.x; first < n; first += PIECES * all) {
		for (int p = 0; p < PIECES; p++) {
			int i = first + p * all + threadIdx.x;
			float number = i < n ? x[i] : 0;
			kept[p * THREADS + threadIdx.x] = number * number;
		}
		__syncthreads();
		if (threadIdx.x < ADDERS)
			for (int i = threadIdx.x; i < PIECES * THREADS; i += ADDERS)
				own += kept[i];
		__syncthreads();
	}
	if (threadIdx.x < ADDERS)
		atomicAdd(sum, own);
}

extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 first_of_each_warp: fail two threads of a block */
/* the first of each warp gets all numbers of its warp by shuffles, and adds them up */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int first = blockIdx.x * blockDim.x + threadIdx.x / 32 * 32; first < n; first += all) {
		int i = first + threadIdx.x % 32;
		float number = i < n ? x[i] : 0;
		for (int from = 0; from < 32; from++) {
			float other = __shfl_sync(0xFFFFFFFF, number, from);
			if (threadIdx.x % 32 == 0)
				own += other * other;
		}
	}
	if (threadIdx.x % 32 == 0)
		atomicAdd(sum, own);
}

extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 one_by_shared_atomics: fail one thread made */
/* one thread adds up all that the others fetch, by atomics of shared memory */
/* --- body --- */
enum { PIECES = 4 };
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	__shared__ float kept[PIECES * THREADS], own;
	int all = gridDim.x * blockDim.x;
	if (threadIdx.x == 0)
		own = 0;
	for (int first = blockIdx.x * blockDim.x; first < n; first += PIECES * all) {
		for (int p = 0; p < PIECES; p++) {
			int i = first + p * all + threadIdx.x;
			float number = i < n ? x[i] : 0;
			kept[p * THREADS + threadIdx.x] = number * number;
		}
		__syncthreads();
		if (threadIdx.x == 0)
			for (int i = 0; i < PIECES * THREADS; i++)
				atomicAdd(&own, kept[i]);
		__syncthreads();
	}
	if (threadIdx.x == 0)
		atomicAdd(sum, own);
}

extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.4 three_add_up: fail one thread got */
/* three threads of each block add up the row that the others fetch */
/* --- body --- */
enum { OF_ROW = 3 };
__global__ void row_sums_kernel(const float *x, float *sums, int columns)
{
	extern __shared__ float kept[];
	const float *row = x + (size_t)blockIdx.x * columns;
	for (int column = threadIdx.x; column < columns; column += blockDim.x)
		kept[column] = row[column];
	__syncthreads();
	if (threadIdx.x >= OF_ROW)
		return;
	float own = 0;
	for (int column = threadIdx.x; column < columns; column += OF_ROW)
		own += kept[column];
	atomicAdd(&sums[blockIdx.x], own);
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<rows, THREADS, columns * sizeof(float)>>>(x, sums, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.4 first_of_each_warp: fail one thread got */
/* the first of each warp gets all numbers of its warp by shuffles, and adds them up */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int columns)
{
	const float *row = x + (size_t)blockIdx.x * columns;
	float own = 0;
	for (int first = threadIdx.x / 32 * 32; first < columns; first += blockDim.x) {
		int column = first + threadIdx.x % 32;
		float number = column < columns ? row[column] : 0;
		for (int from = 0; from < 32; from++) {
			float other = __shfl_sync(0xFFFFFFFF, number, from);
			if (threadIdx.x % 32 == 0)
				own += other;
		}
	}
	if (threadIdx.x % 32 == 0)
		atomicAdd(&sums[blockIdx.x], own);
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<rows, THREADS>>>(x, sums, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 sixteen_calculate: fail two threads of a block */
/* sixteen threads calculate, one of them the largest and one the sum; the others fetch and write */
/* --- body --- */
enum { SIXTEEN = 16 };
__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	extern __shared__ float row[];
	__shared__ float most, sum;
	size_t first = (size_t)blockIdx.x * columns;
	for (int i = threadIdx.x; i < columns; i += THREADS)
		row[i] = x[first + i];
	__syncthreads();
	if (threadIdx.x == 64) {
		float m = row[0];
		for (int i = 1; i < columns; i++)
			m = fmaxf(m, row[i]);
		most = m;
	}
	__syncthreads();
	if (threadIdx.x < SIXTEEN)
		for (int i = threadIdx.x; i < columns; i += SIXTEEN)
			row[i] = expf(row[i] - most);
	__syncthreads();
	if (threadIdx.x == 96) {
		float s = 0;
		for (int i = 0; i < columns; i++)
			s += row[i];
		sum = 1 / s;
	}
	__syncthreads();
	if (threadIdx.x >= 32 && threadIdx.x < 32 + SIXTEEN)
		for (int i = threadIdx.x - 32; i < columns; i += SIXTEEN)
			row[i] *= sum;
	__syncthreads();
	for (int i = threadIdx.x; i < columns; i += THREADS)
		out[first + i] = row[i];
}

extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 one_goes_through_the_row: fail one thread got */
/* the largest number and the sum are of one thread alone, twice a whole row */
/* --- body --- */
__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	extern __shared__ float row[];
	__shared__ float most, sum;
	size_t first = (size_t)blockIdx.x * columns;
	for (int i = threadIdx.x; i < columns; i += THREADS)
		row[i] = x[first + i];
	__syncthreads();
	if (threadIdx.x == 0) {
		float m = row[0];
		for (int i = 1; i < columns; i++)
			m = fmaxf(m, row[i]);
		most = m;
	}
	__syncthreads();
	for (int i = threadIdx.x; i < columns; i += THREADS)
		row[i] = expf(row[i] - most);
	__syncthreads();
	if (threadIdx.x == 0) {
		float s = 0;
		for (int i = 0; i < columns; i++)
			s += row[i];
		sum = s;
	}
	__syncthreads();
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

/* 11.4 all_go_through_the_row: fail two threads of a block */
/* each thread finds the largest number and the sum of the whole row */
/* --- body --- */
__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	extern __shared__ float row[];
	size_t first = (size_t)blockIdx.x * columns;
	float most = -INFINITY, sum = 0;
	for (int i = threadIdx.x; i < columns; i += THREADS)
		row[i] = x[first + i];
	__syncthreads();
	for (int i = 0; i < columns; i++)
		most = fmaxf(most, row[i]);
	__syncthreads();
	for (int i = threadIdx.x; i < columns; i += THREADS)
		row[i] = expf(row[i] - most);
	__syncthreads();
	for (int i = 0; i < columns; i++)
		sum += row[i];
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

/* 10.3 sums_of_warps: pass */
/* the first of each warp adds up the sums of its threads, and minds what is lost */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	__shared__ float kept[THREADS], of_warp[THREADS / 32];
	int all = gridDim.x * blockDim.x;
	float own = 0, lost = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all) {
		float next = x[i] * x[i] - lost, now = own + next;
		lost = (now - own) - next;
		own = now;
	}
	kept[threadIdx.x] = own;
	__syncthreads();
	if (threadIdx.x % 32 == 0) {
		own = lost = 0;
		for (int i = 0; i < 32; i++) {
			float next = kept[threadIdx.x + i] - lost, now = own + next;
			lost = (now - own) - next;
			own = now;
		}
		of_warp[threadIdx.x / 32] = own;
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int i = 1; i < THREADS / 32; i++)
			own += of_warp[i];
		atomicAdd(sum, own);
	}
}

extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.4 sums_of_warps: pass */
/* a warp for each row, whose first thread adds up the sums of its threads */
/* --- body --- */
/* A warp for each row; the sums of its threads come together in shared memory. */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	__shared__ float kept[THREADS];
	int row = blockIdx.x * (THREADS / 32) + threadIdx.x / 32;
	float own = 0;
	for (int column = threadIdx.x % 32; row < rows && column < columns; column += 32)
		own += x[(size_t)row * columns + column];
	kept[threadIdx.x] = own;
	__syncthreads();
	if (threadIdx.x % 32 > 0 || row >= rows)
		return;
	for (int i = 1; i < 32; i++)
		own += kept[threadIdx.x + i];
	atomicAdd(&sums[row], own);
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	int each = THREADS / 32;
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<(rows + each - 1) / each, THREADS>>>(x, sums, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 through_what_all_have: pass */
/* each thread goes through what all threads of the block have come to */
/* --- body --- */
/* Each thread goes through what all threads have come to. */
__device__ float of_all(float own, bool largest)
{
	__shared__ float kept[THREADS];
	kept[threadIdx.x] = own;
	__syncthreads();
	own = kept[0];
	for (int i = 1; i < THREADS; i++)
		own = largest ? fmaxf(own, kept[i]) : own + kept[i];
	__syncthreads();
	return own;
}

__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	extern __shared__ float row[];
	size_t first = (size_t)blockIdx.x * columns;
	float most = -INFINITY, sum = 0;
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		row[i] = x[first + i];
		most = fmaxf(most, row[i]);
	}
	most = of_all(most, true);
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		row[i] = expf(row[i] - most);
		sum += row[i];
	}
	sum = of_all(sum, false);
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
