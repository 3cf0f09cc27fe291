/* lab11_wrong_no_barrier: fail shared memory */
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

/* lab11_wrong_barrier_inside: fail barrier that other threads of the block never reach */
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
