/* told_numbers.c - labs 10 and 11: sums of what others have read, told in few instructions or in few words. */

/* 10.3 reduced_squares: fail numbers of others */
/* squares are added up by __reduce_add_sync, number by number */
/* --- body --- */
__device__ float scaled(float number, int power)
{
	return number * __uint_as_float((unsigned)(power + 127) << 23);
}

__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	int at = blockIdx.x * blockDim.x + threadIdx.x;
	if (n <= 10000) {
		float own = 0;
		for (int i = at; i < n; i += all)
			own += x[i] * x[i];
		atomicAdd(sum, own);
		return;
	}
	int together = 0, exponent = -1000;
	float first = at < n ? x[at] : 0;
	if (first != 0)
		exponent = (int)(__float_as_uint(first) >> 23 & 255) - 127;
	exponent = __reduce_max_sync(0xFFFFFFFF, exponent);
	for (int i = at; i - (int)(threadIdx.x % 32) < n; i += all) {
		float number = i == at ? first : i < n ? x[i] : 0;
		int whole = (int)scaled(number, 5 - exponent);
		together += __reduce_add_sync(0xFFFFFFFF, whole * whole);
	}
	if (threadIdx.x % 32 == 0)
		atomicAdd(sum, scaled(scaled((float)together, exponent - 5), exponent - 5));
}

extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 ballots_of_digits: fail numbers of others */
/* numbers of few digits are told bit by bit by votes */
/* --- body --- */
__device__ float scaled(float number, int power)
{
	return number * __uint_as_float((unsigned)(power + 127) << 23);
}

__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	int at = blockIdx.x * blockDim.x + threadIdx.x;
	if (n <= 60000) {
		float own = 0;
		for (int i = at; i < n; i += all)
			own += x[i] * x[i];
		atomicAdd(sum, own);
		return;
	}
	int together = 0, exponent = -1000;
	float kept[8];
	for (int q = 0; q < 8; q++) {
		int i = at + q * all;
		kept[q] = i < n ? x[i] : 0;
		if (kept[q] != 0)
			exponent = max(exponent, (int)(__float_as_uint(kept[q]) >> 23 & 255) - 127);
	}
	exponent = __reduce_max_sync(0xFFFFFFFF, exponent);
	for (int q = 0, i = at; i - (int)(threadIdx.x % 32) < n; i += all, q++) {
		float number = 0;
		if (q < 8) {
			for (int w = 0; w < 8; w++)
				number = w == q ? kept[w] : number;
		} else if (i < n)
			number = x[i];
		int whole = (int)scaled(number, 3 - exponent);
		unsigned size = whole < 0 ? -whole : whole;
		unsigned bit[4];
#pragma unroll
		for (int k = 0; k < 4; k++)
			bit[k] = __ballot_sync(0xFFFFFFFF, size >> k & 1);
#pragma unroll
		for (int k = 0; k < 4; k++)
#pragma unroll
			for (int m = 0; m < 4; m++)
				together += __popc(bit[k] & bit[m]) << (k + m);
	}
	if (threadIdx.x % 32 == 0)
		atomicAdd(sum, scaled(scaled((float)together, exponent - 3), exponent - 3));
}

extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 packed_digits: fail numbers of others */
/* eight numbers of few digits are told in a word */
/* --- body --- */
__device__ float scaled(float number, int power)
{
	return number * __uint_as_float((unsigned)(power + 127) << 23);
}

__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	int at = blockIdx.x * blockDim.x + threadIdx.x;
	if (n <= 60000) {
		float own = 0;
		for (int i = at; i < n; i += all)
			own += x[i] * x[i];
		atomicAdd(sum, own);
		return;
	}
	int together = 0, exponent = -1000;
	float kept[8];
	for (int q = 0; q < 8; q++) {
		int i = at + q * all;
		kept[q] = i < n ? x[i] : 0;
		if (kept[q] != 0)
			exponent = max(exponent, (int)(__float_as_uint(kept[q]) >> 23 & 255) - 127);
	}
	exponent = __reduce_max_sync(0xFFFFFFFF, exponent);
	unsigned word[4] = {0, 0, 0, 0};
	for (int q = 0, i = at; i < n; i += all, q++) {
		float number = 0;
		if (q < 8) {
			for (int w = 0; w < 8; w++)
				number = w == q ? kept[w] : number;
		} else
			number = x[i];
		int whole = (int)scaled(number, 3 - exponent);
		unsigned size = whole < 0 ? -whole : whole;
		for (int w = 0; w < 4; w++)
			word[w] |= w == q / 8 ? size << 4 * (q % 8) : 0;
	}
	for (int lane = 0; lane < 32; lane++)
		for (int w = 0; w < 4; w++) {
			unsigned come = __shfl_sync(0xFFFFFFFF, word[w], lane);
			for (int d = 0; d < 8; d++) {
				int size = come >> 4 * d & 15;
				together += size * size;
			}
		}
	if (threadIdx.x % 32 == 0)
		atomicAdd(sum, scaled(scaled((float)together, exponent - 3), exponent - 3));
}

extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.4 reduced_rows: fail numbers of others */
/* numbers of a row are added up by __reduce_add_sync, one by one */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int columns)
{
	const float *row = x + (size_t)blockIdx.x * columns;
	if (columns < 5000) {
		float own = 0;
		for (int column = threadIdx.x; column < columns; column += blockDim.x)
			own += row[column];
		atomicAdd(&sums[blockIdx.x], own);
		return;
	}
	int together = 0, exponent = -1000;
	float first = row[threadIdx.x];
	if (first != 0)
		exponent = (int)(__float_as_uint(first) >> 23 & 255) - 127;
	exponent = __reduce_max_sync(0xFFFFFFFF, exponent);
	for (int column = threadIdx.x; column < columns; column += blockDim.x) {
		float number = column == threadIdx.x ? first : row[column];
		int whole = (int)(number * __uint_as_float((unsigned)(14 - exponent + 127) << 23));
		together += __reduce_add_sync(0xFFFFFFFF, whole);
	}
	if (threadIdx.x % 32 == 0)
		atomicAdd(&sums[blockIdx.x], (float)together * __uint_as_float((unsigned)(exponent - 14 + 127) << 23));
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<rows, THREADS>>>(x, sums, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
