/* lab11_wrong_overflow: fail out has a number that is infinite or none */
/* exp of the number as it is */
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
	float sum = 0;
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		row[i] = expf(x[first + i]);
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

/* lab11_wrong_three_reads: fail warps read global memory */
/* reads the row three times */
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
	size_t first = (size_t)blockIdx.x * columns;
	float most = -INFINITY, sum = 0;
	for (int i = threadIdx.x; i < columns; i += THREADS)
		most = fmaxf(most, x[first + i]);
	most = of_block(most, true);
	for (int i = threadIdx.x; i < columns; i += THREADS)
		sum += expf(x[first + i] - most);
	sum = of_block(sum, false);
	for (int i = threadIdx.x; i < columns; i += THREADS)
		out[first + i] = expf(x[first + i] - most) / sum;
}
extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_wrong_no_room: fail shared memory */
/* forgets the third number of the launch */
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
	float most = -INFINITY, sum = 0;
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		row[i] = x[first + i];
		most = fmaxf(most, row[i]);
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
	softmax_kernel<<<rows, THREADS>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_wrong_registers: fail numbers of out did not come out of shared memory */
/* each thread keeps its numbers of the row in registers */
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
	enum { EACH = 4096 / THREADS };
	size_t first = (size_t)blockIdx.x * columns;
	float own[EACH], most = -INFINITY, sum = 0;
#pragma unroll
	for (int k = 0; k < EACH; k++) {
		int i = threadIdx.x + k * THREADS;
		own[k] = i < columns ? x[first + i] : -INFINITY;
		most = fmaxf(most, own[k]);
	}
	most = of_block(most, true);
#pragma unroll
	for (int k = 0; k < EACH; k++) {
		own[k] = expf(own[k] - most);
		sum += own[k];
	}
	sum = of_block(sum, false);
#pragma unroll
	for (int k = 0; k < EACH; k++) {
		int i = threadIdx.x + k * THREADS;
		if (i < columns)
			out[first + i] = own[k] / sum;
	}
}
extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_wrong_first_of_row: fail out has a number that is infinite or none */
/* takes off the first number of the row, which need not be the largest */
__device__ float sum_of_block(float own)
{
	__shared__ float of_warp[THREADS / WARP];
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_xor_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	__syncthreads();
	own = of_warp[0];
	for (int i = 1; i < THREADS / WARP; i++)
		own += of_warp[i];
	__syncthreads();
	return own;
}
__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	extern __shared__ float row[];
	size_t first = (size_t)blockIdx.x * columns;
	float sum = 0;
	for (int i = threadIdx.x; i < columns; i += THREADS)
		row[i] = x[first + i];
	__syncthreads();
	float most = row[0];
	for (int i = threadIdx.x; i < columns; i += THREADS)
		sum += expf(row[i] - most);
	sum = sum_of_block(sum);
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

/* lab11_wrong_fixed_row: fail 4128 bytes of shared memory */
/* no room for the widest row of the contract */
__device__ float reduce(float v, bool largest)
{
	__shared__ float part[THREADS / WARP];
	for (int d = 16; d > 0; d /= 2) {
		float o = __shfl_xor_sync(0xFFFFFFFF, v, d);
		v = largest ? fmaxf(v, o) : v + o;
	}
	__syncthreads();
	if (threadIdx.x % WARP == 0)
		part[threadIdx.x / WARP] = v;
	__syncthreads();
	v = part[0];
	for (int i = 1; i < THREADS / WARP; i++)
		v = largest ? fmaxf(v, part[i]) : v + part[i];
	return v;
}

__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	__shared__ float row[1024];
	x += blockIdx.x * columns;
	out += blockIdx.x * columns;
	float top = -INFINITY;
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		row[i] = x[i];
		top = fmaxf(top, row[i]);
	}
	top = reduce(top, true);
	float sum = 0;
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		row[i] = expf(row[i] - top);
		sum += row[i];
	}
	sum = reduce(sum, false);
	for (int i = threadIdx.x; i < columns; i += THREADS)
		out[i] = row[i] / sum;
}
extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_wrong_too_much_shared: fail was refused: cudaErrorInvalidValue */
/* more shared memory than a block has */
__device__ float reduce(float v, bool largest)
{
	__shared__ float part[THREADS / WARP];
	for (int d = 16; d > 0; d /= 2) {
		float o = __shfl_xor_sync(0xFFFFFFFF, v, d);
		v = largest ? fmaxf(v, o) : v + o;
	}
	__syncthreads();
	if (threadIdx.x % WARP == 0)
		part[threadIdx.x / WARP] = v;
	__syncthreads();
	v = part[0];
	for (int i = 1; i < THREADS / WARP; i++)
		v = largest ? fmaxf(v, part[i]) : v + part[i];
	return v;
}

__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	__shared__ float row[4096], shares[4096 * 2];
	x += blockIdx.x * columns;
	out += blockIdx.x * columns;
	float top = -INFINITY;
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		row[i] = x[i];
		top = fmaxf(top, row[i]);
	}
	top = reduce(top, true);
	float sum = 0;
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		shares[i] = expf(row[i] - top);
		sum += shares[i];
	}
	sum = reduce(sum, false);
	for (int i = threadIdx.x; i < columns; i += THREADS)
		out[i] = shares[i] / sum;
}
extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
