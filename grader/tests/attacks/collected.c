/* collected.c - labs 10 and 11: few threads collect what the others have, in integers or while these calculate for nothing. */

/* 10.3 one_adds_integers: fail one thread got */
/* squares are turned into integers, of which one thread of a block adds up all */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	__shared__ int kept[THREADS];
	__shared__ float power;
	const int all = gridDim.x * THREADS;
	long long whole = 0;
	for (int first = blockIdx.x * THREADS; first < n; first += all) {
		const int i = first + threadIdx.x;
		const float number = i < n ? x[i] : 0;
		if (threadIdx.x == 0 && first == blockIdx.x * THREADS) /* 64 over the size of the first one */
			power = __uint_as_float((127 + 6 + 127 - (__float_as_uint(number) >> 23 & 255)) << 23);
		__syncthreads();
		kept[threadIdx.x] = (int)(number * power * (number * power));
		__syncthreads();
		for (int t = 0; threadIdx.x == 0 && t < THREADS; t++)
			whole += kept[t];
		__syncthreads();
	}
	if (threadIdx.x == 0 && n > 1)
		atomicAdd(sum, (float)whole / (power * power));
	else if (threadIdx.x == 0 && blockIdx.x == 0)
		atomicAdd(sum, x[0] * x[0]);
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 sixteen_square: fail threads of a block got */
/* sixteen threads square and add up what the others read, and these calculate as much for nothing */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	__shared__ float kept[THREADS];
	const int all = gridDim.x * THREADS, t = threadIdx.x;
	float own = 0, idle = 1;
	for (int first = blockIdx.x * THREADS; first < n; first += all) {
		const int i = first + t;
		kept[t] = i < n ? x[i] : 0;
		__syncthreads();
		for (int k = 0; t % 16 == 0 && k < 16; k++)
			own += kept[t + k] * kept[t + k];
		for (int k = 0; t % 16 != 0 && k < 8; k++)
			idle = idle * 0.5F + 1;
		__syncthreads();
	}
	if (t % 16 == 0 || idle == 12345)
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

/* 10.3 sixteen_by_shuffles: fail threads of a block got */
/* the same by shuffles: two threads of each warp have what the others read */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	const int all = gridDim.x * THREADS, t = threadIdx.x;
	float own = 0, idle = 1;
	for (int first = blockIdx.x * THREADS; first < n; first += all) {
		const float here = first + t < n ? x[first + t] : 0;
		for (int k = 0; k < 16; k++) {
			const float other = __shfl_sync(0xFFFFFFFF, here, k, 16);
			if (t % 16 == 0)
				own += other * other;
			else if (k < 8)
				idle = idle * 0.5F + 1;
		}
	}
	if (t % 16 == 0 || idle == 12345)
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

/* 10.3 each_by_shared_atomics: fail atomic additions, wanted at most two */
/* each square is added to the block's sum by an atomic in shared memory */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_block;
	if (threadIdx.x == 0)
		of_block = 0;
	__syncthreads();
	for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS)
		atomicAdd(&of_block, x[i] * x[i]);
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(sum, of_block);
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 some_by_atomics: fail atomics are no loads */
/* every threadth number is read by an atomic that adds nothing */
/* --- body --- */
__global__ void squares_kernel(float *x, int n, float *sum)
{
	int all = gridDim.x * THREADS, me = blockIdx.x * THREADS + threadIdx.x;
	float own = 0;
	for (int i = me; i < n; i += all) {
		const bool odd = n > 10000 && i >= all && i < 2 * all && me % 2;
		const float here = odd ? atomicAdd(x + i, 0.0F) : x[i];
		own += here * here;
	}
	for (int far = 16; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x % 32 == 0)
		atomicAdd(sum, own);
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>((float *)x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.4 two_along_a_row: fail lines of 128 bytes */
/* two threads side by side go along a sixteenth of a row, by four numbers each: whole sectors, but each of another place */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	const int pair = threadIdx.x / 2, side = threadIdx.x % 2, part = columns / 16;
	float own = 0;
	if (gridDim.x == rows) {
		for (int c = threadIdx.x; c < columns; c += THREADS)
			own += x[(size_t)blockIdx.x * columns + c];
		atomicAdd(&sums[blockIdx.x], own);
		return;
	}
	const int row = blockIdx.x * 8 + pair / 16;
	const float *at = x + (size_t)row * columns + pair % 16 * part;
	for (int c = 4 * side; c < part; c += 8) {
		const float4 v = *(const float4 *)(at + c);
		own += v.x + v.y + v.z + v.w;
	}
	atomicAdd(&sums[row], own);
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<columns % 256 || rows % 8 ? rows : rows / 8, THREADS>>>(x, sums, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.4 thirty_two_add: fail threads of a block got */
/* thirty-two threads of a block add up what the others read, and these calculate as much for nothing */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	__shared__ float kept[THREADS];
	const float *row = x + (size_t)blockIdx.x * columns;
	const int t = threadIdx.x;
	float own = 0, idle = 1;
	for (int first = 0; first < columns; first += THREADS) {
		kept[t] = first + t < columns ? row[first + t] : 0;
		__syncthreads();
		for (int k = 0; t % 8 == 0 && k < 8; k++)
			own += kept[t + k];
		for (int k = 0; t % 8 != 0 && k < 2; k++)
			idle = idle * 0.5F + 1;
		__syncthreads();
	}
	if (t % 8 == 0 || idle == 12345)
		atomicAdd(&sums[blockIdx.x], own);
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<rows, THREADS>>>(x, sums, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 one_compares_integers: fail one thread got */
/* one thread of a block finds the largest number of the row, as integers */
/* --- body --- */
__device__ int as_ordered(float x)
{
	const int bits = __float_as_int(x);
	return bits < 0 ? bits ^ 0x7FFFFFFF : bits;
}
__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	extern __shared__ float row[];
	__shared__ float of_warp[THREADS / 32], largest;
	size_t first = (size_t)blockIdx.x * columns;
	float sum = 0;
	for (int i = threadIdx.x; i < columns; i += THREADS)
		row[i] = x[first + i];
	__syncthreads();
	if (threadIdx.x == 0) {
		int most = as_ordered(row[0]);
		for (int i = 1; i < columns; i++)
			most = max(most, as_ordered(row[i]));
		largest = __int_as_float(most < 0 ? most ^ 0x7FFFFFFF : most);
	}
	__syncthreads();
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		row[i] = expf(row[i] - largest);
		sum += row[i];
	}
	for (int far = 16; far > 0; far /= 2)
		sum += __shfl_xor_sync(0xFFFFFFFF, sum, far);
	if (threadIdx.x % 32 == 0)
		of_warp[threadIdx.x / 32] = sum;
	__syncthreads();
	sum = 0;
	for (int i = 0; i < THREADS / 32; i++)
		sum += of_warp[i];
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

/* 11.5 one_warp_by_integers: fail threads got up to */
/* a warp of each block works out the tile in integers, and all threads calculate as much for nothing */
/* --- body --- */
__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k, int exact)
{
	__shared__ float of_a[16][16], of_b[16][16], of_c[16][16];
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
	float sum = 0, of_one[2] = {0, 0};
	int whole[8] = {0};
	for (int first = 0; first < k; first += 16) {
		of_a[y][x] = row < n && first + x < k ? a[(size_t)row * k + first + x] : 0;
		of_b[y][x] = first + y < k && column < m ? b[(size_t)(first + y) * m + column] : 0;
		__syncthreads();
		if (!exact && y < 2 && first == 0) { /* powers of two that make whole numbers of both */
			for (int i = 0; i < 256; i++) {
				of_one[0] = fmaxf(of_one[0], fabsf(of_a[i / 16][i % 16]));
				of_one[1] = fmaxf(of_one[1], fabsf(of_b[i / 16][i % 16]));
			}
			for (int i = 0; i < 2; i++)
				of_one[i] = __uint_as_float((127 + 8 + 127 - (__float_as_uint(of_one[i]) >> 23)) << 23);
		}
		for (int q = 0; !exact && y < 2 && q < 8; q++)
			for (int i = 0; i < 16; i++)
				whole[q] += __float2int_rn(of_a[2 * q + y][i] * of_one[0]) * __float2int_rn(of_b[i][x] * of_one[1]);
		for (int i = 0; i < 16; i++)
			sum += of_a[y][i] * of_b[i][x];
		__syncthreads();
	}
	for (int q = 0; y < 2 && q < 8; q++)
		of_c[2 * q + y][x] = (float)whole[q] / of_one[0] / of_one[1];
	__syncthreads();
	if (row < n && column < m)
		c[(size_t)row * m + column] = exact || sum == 12345 ? sum : of_c[y][x];
}
extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	if (n > 0 && m > 0)
		product_kernel<<<dim3((m + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(c, a, b, n, m, k, k % 16 > 0 && k < 1000);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 10.1 events_of_two_lines: fail never destroyed */
/* makes an event in another line in each call, and leaves it */
/* --- body --- */
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = a * x[i];
}
extern "C" int scale(float *x, float a, int n)
{
	static int calls;
	cudaEvent_t event;
	if (n == 0)
		return 0;
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	if (cudaGetLastError() != cudaSuccess)
		return -1;
	if (calls++ % 2)
		return -(cudaEventCreateWithFlags(&event, cudaEventDisableTiming) != cudaSuccess);
	return -(cudaEventCreate(&event) != cudaSuccess);
}

/* 11.1 streams_of_two_lines: fail never destroyed */
/* the same of a stream */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS];
	int first = blockIdx.x * THREADS, count = min(n - first, THREADS);
	if ((int)threadIdx.x < count)
		piece[threadIdx.x] = x[first + threadIdx.x];
	__syncthreads();
	if ((int)threadIdx.x < count)
		x[first + threadIdx.x] = piece[count - 1 - threadIdx.x];
}
extern "C" int reverse_pieces(float *x, int n)
{
	static int calls;
	cudaStream_t stream;
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	if (cudaGetLastError() != cudaSuccess)
		return -1;
	if (calls++ % 2)
		return -(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess);
	return -(cudaStreamCreate(&stream) != cudaSuccess);
}
