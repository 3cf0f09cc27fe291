/* adders.c - labs 10 and 11: all threads of a block fetch, and one adds up. */

/* 10.3 one_adds_up: fail one thread made */
/* the threads only fetch; one of each block squares and adds up all */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	__shared__ float piece[THREADS];
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int first = blockIdx.x * blockDim.x; first < n; first += all) {
		int i = first + threadIdx.x;
		piece[threadIdx.x] = i < n ? x[i] : 0;
		__syncthreads();
		for (int k = 0; threadIdx.x == 0 && k < THREADS; k++)
			own += piece[k] * piece[k];
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

/* 10.4 one_adds_up: fail one thread got */
/* the threads only fetch the row; one of them adds it up */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int columns)
{
	extern __shared__ float row[];
	for (int column = threadIdx.x; column < columns; column += blockDim.x)
		row[column] = x[(size_t)blockIdx.x * columns + column];
	__syncthreads();
	if (threadIdx.x != 0)
		return;
	float sum = 0;
	for (int column = 0; column < columns; column++)
		sum += row[column];
	sums[blockIdx.x] = sum;
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<rows, THREADS, columns * sizeof(float)>>>(x, sums, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 one_adds_all_squares: fail one thread made */
/* all threads square; one of each block adds up all, and the others calculate for nothing */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	__shared__ float piece[THREADS];
	int each = (n + gridDim.x - 1) / gridDim.x / 32 * 32 + 32, first = blockIdx.x * each;
	int end = first + each < n ? first + each : n;
	float own = 0;
	for (; first < end; first += THREADS) {
		int i = first + threadIdx.x;
		piece[threadIdx.x] = i < end ? x[i] * x[i] : 0;
		__syncthreads();
		for (int k = 0; threadIdx.x == 0 && k < THREADS && first + k < end; k++)
			own += piece[k];
		for (int k = 0; threadIdx.x >= 32 && k < 50; k++)
			asm volatile("{ .reg .f32 f; mov.f32 f, 0f3F800000; fma.rn.f32 f, f, f, f; }");
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

/* 10.4 one_adds_the_row: fail one thread got */
/* one of the threads adds up the row, and the others calculate for nothing */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int columns)
{
	extern __shared__ float row[];
	for (int column = threadIdx.x; column < columns; column += blockDim.x)
		row[column] = x[(size_t)blockIdx.x * columns + column];
	for (int k = 0; threadIdx.x >= 32 && columns > 500 && k < 150; k++)
		asm volatile("{ .reg .f32 f; mov.f32 f, 0f3F800000; fma.rn.f32 f, f, f, f; }");
	__syncthreads();
	if (threadIdx.x != 0)
		return;
	float sum = 0;
	for (int column = 0; column < columns; column++)
		sum += row[column];
	sums[blockIdx.x] = sum;
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<rows, THREADS, columns * sizeof(float)>>>(x, sums, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.4 row_in_integers: fail one thread got */
/* one thread adds up what the others fetch, in integers, which are no operations with floats */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int columns)
{
	extern __shared__ float row[];
	for (int column = threadIdx.x; column < columns; column += blockDim.x)
		row[column] = x[(size_t)blockIdx.x * columns + column];
	__syncthreads();
	if (threadIdx.x != 0)
		return;
	long long sum = 0;
	unsigned most = 0;
	for (int column = 0; column < columns; column++) {
		unsigned of = __float_as_uint(row[column]) >> 23 & 255;
		most = of > most ? of : most;
	}
	for (int column = 0; column < columns; column++) {
		unsigned bits = __float_as_uint(row[column]);
		int exponent = (int)(bits >> 23 & 255) - (int)most;
		long long number = (long long)(bits & 0x7FFFFF | 0x800000) << 20;
		number = exponent < -40 || bits << 1 == 0 ? 0 : exponent > 0 ? number << exponent : number >> -exponent;
		sum += bits >> 31 ? -number : number;
	}
	sums[blockIdx.x] = (float)((double)sum / (1LL << 43)) * __uint_as_float(most << 23);
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<rows, THREADS, columns * sizeof(float)>>>(x, sums, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 minds_each_square: pass */
/* what a sum loses is added later, in each thread and where one adds up what all have */
/* --- body --- */
__device__ void add_minding(float *sum, float *lost, float number)
{
	float next = *sum + number, back = next - *sum;
	*lost += (*sum - (next - back)) + (number - back);
	*sum = next;
}

__global__ void squares_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_thread[THREADS];
	float own = 0, lost = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		add_minding(&own, &lost, x[i] * x[i]);
	of_thread[threadIdx.x] = own + lost;
	for (int far = THREADS / 2; far > 0; far /= 2) {
		__syncthreads();
		if ((int)threadIdx.x < far)
			of_thread[threadIdx.x] += of_thread[threadIdx.x + far];
	}
	if (threadIdx.x == 0)
		atomicAdd(sum, of_thread[0]);
}

extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	squares_kernel<<<min((n + THREADS - 1) / THREADS, 64), THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 one_has_the_row: fail one thread made */
/* one thread goes through the whole row for its largest number and its sum */
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
		float m = row[0], s = 0;
		for (int i = 1; i < columns; i++)
			m = fmaxf(m, row[i]);
		for (int i = 0; i < columns; i++)
			s += row[i] = expf(row[i] - m);
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

/* 11.4 all_have_the_row: fail one thread made */
/* each of 256 threads goes through the whole row for its largest number and its sum */
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
	for (int i = 0; i < columns; i++)
		sum += expf(row[i] - most);
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
