/* lab11_wrong_no_barrier: fail with no barrier between */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS];
	int first = blockIdx.x * THREADS, here = threadIdx.x;
	int count = n - first < THREADS ? n - first : THREADS;
	if (here < count)
		piece[here] = x[first + here];
	if (here < count)
		x[first + here] = piece[count - 1 - here];
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_wrong_barrier_inside: fail waits at a barrier */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS];
	int first = blockIdx.x * THREADS, here = threadIdx.x;
	int count = n - first < THREADS ? n - first : THREADS;
	if (here < count) {
		piece[here] = x[first + here];
		__syncthreads();
		x[first + here] = piece[count - 1 - here];
	}
	__syncthreads();
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_wrong_short_piece: fail shared memory that nobody has written */
/* takes it that each piece has 256 numbers, within the memory that there is */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS];
	int first = blockIdx.x * THREADS, here = threadIdx.x;
	if (first + here < n)
		piece[here] = x[first + here];
	__syncthreads();
	if (first + here < n)
		x[first + here] = piece[THREADS - 1 - here];
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_right_turned_in: pass */
/* numbers are put in turned round, and come out in order; the array's size is told at the launch */
__global__ void reverse_kernel(float *x, int n)
{
	extern __shared__ float piece[];
	x += blockIdx.x * blockDim.x;
	n -= blockIdx.x * blockDim.x;
	int count = min(n, (int)blockDim.x), here = threadIdx.x;
	if (here < count)
		piece[count - 1 - here] = x[here];
	__syncthreads();
	if (here < count)
		x[here] = piece[here];
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n > 0)
		reverse_kernel<<<(n - 1) / THREADS + 1, THREADS, THREADS * sizeof *x>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_wrong_no_shared: fail used no shared memory */
/* each thread reads the number that it is to write */
__global__ void reverse_kernel(float *x, int n)
{
	int first = blockIdx.x * THREADS, t = threadIdx.x;
	int len = min(THREADS, n - first);
	float own = 0;
	if (t < len)
		own = x[first + len - 1 - t];
	__syncthreads();
	if (t < len)
		x[first + t] = own;
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_wrong_own_array: fail used no shared memory */
/* each thread has an array of its own */
__global__ void reverse_kernel(float *x, int n)
{
	float piece[THREADS];
	int first = blockIdx.x * THREADS, t = threadIdx.x;
	int len = min(THREADS, n - first);
	if (t < len)
		piece[t] = x[first + t];
	__syncthreads();
	if (t < len)
		x[first + t] = piece[len - 1 - t];
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_right_ended_threads: pass */
/* threads that have returned count as having come to the barrier */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS];
	int i = blockIdx.x * THREADS + threadIdx.x;
	if (i >= n)
		return;
	int len = min(THREADS, n - blockIdx.x * THREADS);
	piece[threadIdx.x] = x[i];
	__syncthreads();
	x[i] = piece[len - 1 - threadIdx.x];
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_right_read_by_fours: pass */
/* a quarter of the threads reads four numbers each, and each thread writes one: one warp gets numbers of its own */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS];
	int first = blockIdx.x * THREADS, here = threadIdx.x;
	int count = min(n - first, THREADS);
	if (count < THREADS && here < count)
		piece[here] = x[first + here];
	if (count == THREADS && here < THREADS / 4) {
		float4 four = reinterpret_cast<float4 *>(x + first)[here];
		piece[4 * here] = four.x;
		piece[4 * here + 1] = four.y;
		piece[4 * here + 2] = four.z;
		piece[4 * here + 3] = four.w;
	}
	__syncthreads();
	if (here < count)
		x[first + here] = piece[count - 1 - here];
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_right_written_by_twos: pass */
/* each thread reads one number, and half of them write two each */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS];
	int first = blockIdx.x * THREADS, here = threadIdx.x;
	int count = min(n - first, THREADS);
	if (here < count)
		piece[here] = x[first + here];
	__syncthreads();
	if (count == THREADS && here < THREADS / 2)
		reinterpret_cast<float2 *>(x + first)[here] =
			make_float2(piece[THREADS - 1 - 2 * here], piece[THREADS - 2 - 2 * here]);
	if (count < THREADS && here < count)
		x[first + here] = piece[count - 1 - here];
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
