// unwritten.cu - memory that is read before anybody wrote it.
#include "many.hpp"

static int *made(size_t bytes)
{
	int *z;
	cudaMalloc(&z, bytes);
	return z;
}
static void done(int *z)
{
	cudaDeviceSynchronize();
	cudaFree(z);
}
__global__ void copy(const int *from, int *to)
{
	to[threadIdx.x] = from[threadIdx.x];
}

// case numbers_for_bytes: uninitialised-read "kernel copy reads 192 bytes that nothing has written"
// case bytes_right: silent
RUN(numbers_for_bytes)
{
	int *z = made(256);
	cudaMemset(z, 0, 64);
	copy<<<1, 64>>>(z, y);
	done(z);
}
RUN(bytes_right)
{
	int *z = made(256);
	cudaMemset(z, 0, 64 * sizeof(int));
	copy<<<1, 64>>>(z, y);
	done(z);
}

// case added_to_nothing: uninitialised-read "kernel add reads 256 bytes that nothing has written"
// case added_to_zero: silent
__global__ void add(int *to, const int *from)
{
	to[threadIdx.x] += from[threadIdx.x];
}
RUN(added_to_nothing)
{
	int *z = made(256);
	add<<<1, 64>>>(z, x);
	done(z);
}
RUN(added_to_zero)
{
	int *z = made(256);
	cudaMemset(z, 0, 256);
	add<<<1, 64>>>(z, x);
	done(z);
}

// case counter_not_zeroed: uninitialised-read "kernel count reads 4 bytes that nothing has written"
// case counter_zeroed: silent
__global__ void count(int *counter)
{
	atomicAdd(counter, 1);
}
RUN(counter_not_zeroed)
{
	int *z = made(4);
	count<<<1, 64>>>(z);
	done(z);
}
RUN(counter_zeroed)
{
	int *z = made(4);
	cudaMemset(z, 0, 4);
	count<<<1, 64>>>(z);
	done(z);
}

// case every_other: uninitialised-read "kernel copy reads 128 bytes that nothing has written"
// case every_other_right: silent
__global__ void even(int *to)
{
	to[2 * threadIdx.x] = 1;
}
__global__ void copy_even(const int *from, int *to)
{
	to[threadIdx.x] = from[2 * threadIdx.x];
}
RUN(every_other)
{
	int *z = made(256);
	even<<<1, 32>>>(z);
	copy<<<1, 64>>>(z, y);
	done(z);
}
RUN(every_other_right)
{
	int *z = made(256);
	even<<<1, 32>>>(z);
	copy_even<<<1, 32>>>(z, y);
	done(z);
}

// case last_row_not_sent: uninitialised-read "kernel copy reads 64 bytes that nothing has written"
// case all_rows_sent: silent
static void rows(int *y, int sent)
{
	int *z = made(256), from[64] = {};
	cudaMemcpy2D(z, 64, from, 64, 64, sent, cudaMemcpyHostToDevice);
	copy<<<1, 64>>>(z, y);
	done(z);
}
RUN(last_row_not_sent)
{
	rows(y, 3);
}
RUN(all_rows_sent)
{
	rows(y, 4);
}

// case halo: uninitialised-read "kernel halo reads 4 bytes at offset 260 of shared memory that nobody has written: unwritten.cu:LINE(part[i - 1] +), block 0, thread 63"
// case halo_right: silent
__global__ void halo(const int *x, int *y, int with_edges)
{
	__shared__ int part[66];
	int i = threadIdx.x + 1;
	part[i] = x[64 + threadIdx.x];
	if (with_edges && threadIdx.x < 2)
		part[65 * threadIdx.x] = 0;
	__syncthreads();
	y[threadIdx.x] = part[i - 1] + part[i] + part[i + 1];
}
RUN(halo)
{
	halo<<<1, 64>>>(x, y, 0);
}
RUN(halo_right)
{
	halo<<<1, 64>>>(x, y, 1);
}

// case left_by_another_launch: uninitialised-read "kernel both reads 4 bytes at offset 0 of shared memory that nobody has written: unwritten.cu:LINE(= part[threadIdx.x];), block 0, thread 0"
// case written_in_this_launch: silent
__global__ void both(int *y, int writes)
{
	extern __shared__ int part[];
	if (writes)
		part[threadIdx.x] = 1;
	__syncthreads();
	y[threadIdx.x] = part[threadIdx.x];
}
RUN(left_by_another_launch)
{
	both<<<1, 32, 128>>>(y, 1);
	both<<<1, 32, 128>>>(y, 0);
}
RUN(written_in_this_launch)
{
	both<<<1, 32, 128>>>(y, 1);
	both<<<1, 32, 128>>>(y, 1);
}

// case sum_not_begun: uninitialised-read "kernel sums reads 4 bytes at offset 0 of shared memory that nobody has written: unwritten.cu:LINE(atomicAdd(&sum), block 0, thread"
// case sum_begun: silent
__global__ void sums(int *y, int begins)
{
	__shared__ int sum;
	if (begins && threadIdx.x == 0)
		sum = 0;
	__syncthreads();
	atomicAdd(&sum, 1);
	__syncthreads();
	y[threadIdx.x] = sum;
}
RUN(sum_not_begun)
{
	sums<<<1, 64>>>(y, 0);
}
RUN(sum_begun)
{
	sums<<<1, 64>>>(y, 1);
}

// case variable_is_zero: silent
// prints variable_is_zero: 64
__device__ int total;
__global__ void variable_count()
{
	atomicAdd(&total, 1);
}
RUN(variable_is_zero)
{
	int host;
	variable_count<<<2, 32>>>();
	cudaMemcpyFromSymbol(&host, total, sizeof host);
	printf("%d\n", host);
}
