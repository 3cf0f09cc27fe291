// races.cu - two that touch the same bytes, in streams, GPUs, blocks, warps and lanes, and what orders them.
#include <cooperative_groups.h>

#include "many.hpp"

__global__ void fill(int *to, int value)
{
	to[blockIdx.x * blockDim.x + threadIdx.x] = value;
}
__global__ void copy(const int *from, int *to)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	to[i] = from[i];
}
static cudaStream_t stream_made()
{
	cudaStream_t stream;
	cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
	return stream;
}
static void streams_end(cudaStream_t a, cudaStream_t b)
{
	cudaStreamSynchronize(a);
	cudaStreamSynchronize(b);
	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
}

// --- a kernel and other work

// case input_replaced: race "cudaMemcpyAsync writes memory on GPU 0 that an earlier kernel copy may still be reading"
// case input_replaced_in_turn: silent
static void input_replace(int *x, int *y, int in_turn)
{
	cudaStream_t a = stream_made(), b = stream_made();
	int *pinned;
	cudaMallocHost(&pinned, 256);
	memset(pinned, 0, 256);
	copy<<<1, 64, 0, a>>>(x, y);
	cudaMemcpyAsync(x, pinned, 256, cudaMemcpyHostToDevice, in_turn ? a : b);
	streams_end(a, b);
	cudaFreeHost(pinned);
}
RUN(input_replaced)
{
	input_replace(x, y, 0);
}
RUN(input_replaced_in_turn)
{
	input_replace(x, y, 1);
}

// case zeroed_meanwhile: race "cudaMemsetAsync writes memory on GPU 0 that an earlier kernel fill may still be writing"
// case zeroed_after_an_event: silent
static void zero(int *x, int waits)
{
	cudaStream_t a = stream_made(), b = stream_made();
	cudaEvent_t done;
	cudaEventCreate(&done);
	fill<<<1, 64, 0, a>>>(x, 1);
	cudaEventRecord(done, a);
	if (waits)
		cudaStreamWaitEvent(b, done, 0);
	cudaMemsetAsync(x, 0, 256, b);
	streams_end(a, b);
	cudaEventDestroy(done);
}
RUN(zeroed_meanwhile)
{
	zero(x, 0);
}
RUN(zeroed_after_an_event)
{
	zero(x, 1);
}

// case event_before_the_kernel: race "kernel copy reads memory on GPU 0 that an earlier kernel fill may still be writing"
// case event_after_the_kernel: silent
static void event(int *x, int *y, int early)
{
	cudaStream_t a = stream_made(), b = stream_made();
	cudaEvent_t done;
	cudaEventCreate(&done);
	if (early)
		cudaEventRecord(done, a);
	fill<<<1, 64, 0, a>>>(x, 1);
	if (!early)
		cudaEventRecord(done, a);
	cudaStreamWaitEvent(b, done, 0);
	copy<<<1, 64, 0, b>>>(x, y);
	streams_end(a, b);
	cudaEventDestroy(done);
}
RUN(event_before_the_kernel)
{
	event(x, y, 1);
}
RUN(event_after_the_kernel)
{
	event(x, y, 0);
}

// case default_stream_does_not_wait: race "kernel copy reads memory on GPU 0 that an earlier kernel fill may still be writing"
// case default_stream_waits: silent
RUN(default_stream_does_not_wait)
{
	cudaStream_t a = stream_made(), b = stream_made();
	fill<<<1, 64, 0, a>>>(x, 1);
	copy<<<1, 64>>>(x, y);
	streams_end(a, b);
}
RUN(default_stream_waits)
{
	cudaStream_t a, b;
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	fill<<<1, 64, 0, a>>>(x, 1);
	copy<<<1, 64>>>(x, y);
	streams_end(a, b);
}

// case other_gpu_reads: race "kernel copy reads memory on GPU 0 that an earlier kernel fill in a stream of GPU 0 may still be writing"
// case other_gpu_waits: silent
static void two_gpus(int *x, int waits)
{
	int *there;
	cudaEvent_t done;
	cudaEventCreate(&done);
	fill<<<1, 64>>>(x, 1);
	cudaEventRecord(done);
	cudaSetDevice(1);
	cudaDeviceEnablePeerAccess(0, 0);
	cudaMalloc(&there, 256);
	if (waits)
		cudaStreamWaitEvent(0, done, 0);
	copy<<<1, 64>>>(x, there);
	cudaDeviceSynchronize();
	cudaFree(there);
	cudaSetDevice(0);
	cudaEventDestroy(done);
}
RUN(other_gpu_reads)
{
	two_gpus(x, 0);
}
RUN(other_gpu_waits)
{
	two_gpus(x, 1);
}

// case host_reads_too_early: race "the program reads pinned host memory that an earlier kernel fill may still be writing: wait for it first (races.cu:LINE(pinned[0]); and races.cu:LINE((pinned, 7))"
// case host_waits: silent
// prints host_waits: 7
static void host_read(int waits)
{
	int *pinned;
	cudaMallocHost(&pinned, 256);
	memset(pinned, 0, 256);
	fill<<<1, 64>>>(pinned, 7);
	if (waits)
		cudaDeviceSynchronize();
	printf("%d\n", pinned[0]);
	cudaDeviceSynchronize();
	cudaFreeHost(pinned);
}
RUN(host_reads_too_early)
{
	host_read(0);
}
RUN(host_waits)
{
	host_read(1);
}

// case two_halves: silent
RUN(two_halves)
{
	cudaStream_t a = stream_made(), b = stream_made();
	fill<<<1, 64, 0, a>>>(x, 1);
	fill<<<1, 64, 0, b>>>(x + 64, 2);
	streams_end(a, b);
}

// case both_read: silent
RUN(both_read)
{
	cudaStream_t a = stream_made(), b = stream_made();
	copy<<<1, 64, 0, a>>>(x, y);
	copy<<<1, 64, 0, b>>>(x, y + 64);
	streams_end(a, b);
}

// --- blocks

// case restrict_that_is_not: race "kernel smooth writes 4 bytes at offset"
// case restrict_that_is: silent
__global__ void smooth(const int *__restrict__ from, int *__restrict__ to)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	to[i] = from[i] + from[i + 1];
}
RUN(restrict_that_is_not)
{
	smooth<<<4, 32>>>(x, x);
}
RUN(restrict_that_is)
{
	smooth<<<4, 32>>>(x, y);
}

// case bit_set: race "kernel bit_plain reads 4 bytes at offset 0"
// case bit_set_atomic: silent
__global__ void bit_plain(unsigned *bits)
{
	if (threadIdx.x == 0)
		*bits |= 1u << blockIdx.x;
}
__global__ void bit_atomic(unsigned *bits)
{
	if (threadIdx.x == 0)
		atomicOr(bits, 1u << blockIdx.x);
}
RUN(bit_set)
{
	bit_plain<<<4, 32>>>((unsigned *)x);
}
RUN(bit_set_atomic)
{
	bit_atomic<<<4, 32>>>((unsigned *)x);
}

// case largest_plain: race "kernel largest"
// case largest_by_cas: silent
__global__ void largest(int *most, int by_cas)
{
	int value = blockIdx.x + 1, old;
	if (threadIdx.x != 0)
		return;
	if (!by_cas) {
		if (value > *most)
			*most = value;
		return;
	}
	for (old = 0; value > old;) {
		int was = atomicCAS(most, old, value);
		if (was == old)
			break;
		old = was;
	}
}
RUN(largest_plain)
{
	largest<<<4, 32>>>(x, 0);
}
RUN(largest_by_cas)
{
	largest<<<4, 32>>>(x, 1);
}

// case queue_plain_place: race "kernel push reads 4 bytes at offset 0"
// case queue_atomic_place: silent
__global__ void push(int *end, int *queue, int is_atomic)
{
	if (threadIdx.x % 32 != 0)
		return;
	int place = is_atomic ? atomicAdd(end, 1) : (*end)++;
	queue[place] = blockIdx.x;
}
RUN(queue_plain_place)
{
	push<<<4, 32>>>(x, y, 0);
}
RUN(queue_atomic_place)
{
	push<<<4, 32>>>(x, y, 1);
}

// case row_and_column: race "kernel row_and_column writes 4 bytes at offset"
// case rows_alone: silent
__global__ void row_and_column(int *x, int turned)
{
	for (int i = threadIdx.x; i < 8; i += blockDim.x)
		x[turned && blockIdx.x ? i * 8 + blockIdx.x - 1 : blockIdx.x * 8 + i] = blockIdx.x;
}
RUN(row_and_column)
{
	row_and_column<<<2, 32>>>(x, 1);
}
RUN(rows_alone)
{
	row_and_column<<<2, 32>>>(x, 0);
}

// --- warps of a block, lanes of a warp

// case broadcast_again: race "kernel broadcast writes shared memory at offset 0"
// case broadcast_right: silent
__global__ void broadcast(int *x, int both)
{
	__shared__ int value;
	for (int round = 0; round < 3; round++) {
		if (threadIdx.x == 0)
			value = round;
		__syncthreads();
		x[threadIdx.x] += value;
		if (both)
			__syncthreads();
	}
}
RUN(broadcast_again)
{
	broadcast<<<1, 64>>>(x, 0);
}
RUN(broadcast_right)
{
	broadcast<<<1, 64>>>(x, 1);
}

// case warp_sum_without_syncwarp: race "kernel warp_sum_bare"
// case warp_sum_right: silent
// prints warp_sum_right: 496
__global__ void warp_sum_bare(int *x)
{
	__shared__ int part[64];
	int i = threadIdx.x;
	part[i] = i;
	part[i + 32] = 0;
	for (int far = 16; far > 0; far /= 2)
		part[i] += part[i + far];
	x[i] = part[0];
}
__global__ void warp_sum(int *x)
{
	__shared__ int part[64];
	int i = threadIdx.x, other;
	part[i] = i;
	part[i + 32] = 0;
	__syncwarp();
	for (int far = 16; far > 0; far /= 2) {
		other = part[i + far];
		__syncwarp();
		part[i] += other;
		__syncwarp();
	}
	x[i] = part[0];
}
RUN(warp_sum_without_syncwarp)
{
	warp_sum_bare<<<1, 32>>>(x);
}
RUN(warp_sum_right)
{
	int first;
	warp_sum<<<1, 32>>>(x);
	cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost);
	printf("%d\n", first);
}

// case tile_for_the_block: race "kernel turn"
// also tile_for_the_block: uninitialised-read "kernel turn"
// case block_for_the_block: silent
__global__ void turn(int *x, int of_tile)
{
	namespace cg = cooperative_groups;
	__shared__ int part[64];
	part[threadIdx.x] = threadIdx.x;
	if (of_tile)
		cg::tiled_partition<32>(cg::this_thread_block()).sync();
	else
		cg::this_thread_block().sync();
	x[threadIdx.x] = part[63 - threadIdx.x];
}
RUN(tile_for_the_block)
{
	turn<<<1, 64>>>(x, 1);
}
RUN(block_for_the_block)
{
	turn<<<1, 64>>>(x, 0);
}

// case dynamic_arrays_overlap: race "kernel both"
// case dynamic_arrays_apart: silent
__global__ void both(int *y, int apart)
{
	extern __shared__ int first[];
	int *second = first + apart;
	if (threadIdx.x < 32)
		first[threadIdx.x] = 1;
	else
		second[threadIdx.x - 32] = 2;
	__syncthreads();
	y[threadIdx.x] = first[threadIdx.x % 32] + second[threadIdx.x % 32];
}
RUN(dynamic_arrays_overlap)
{
	both<<<1, 64, 256>>>(y, 31);
}
RUN(dynamic_arrays_apart)
{
	both<<<1, 64, 256>>>(y, 32);
}

// case shared_histogram_plain: race "kernel bins_plain"
// case shared_histogram_right: silent
__global__ void bins_plain(int *y)
{
	__shared__ int bin[4];
	if (threadIdx.x < 4)
		bin[threadIdx.x] = 0;
	__syncthreads();
	bin[threadIdx.x % 4]++;
	__syncthreads();
	if (threadIdx.x < 4)
		y[threadIdx.x] = bin[threadIdx.x];
}
__global__ void bins_atomic(int *y)
{
	__shared__ int bin[4];
	if (threadIdx.x < 4)
		bin[threadIdx.x] = 0;
	__syncthreads();
	atomicAdd_block(&bin[threadIdx.x % 4], 1);
	__syncthreads();
	if (threadIdx.x < 4)
		atomicAdd(&y[threadIdx.x], bin[threadIdx.x]);
}
RUN(shared_histogram_plain)
{
	bins_plain<<<1, 64>>>(y);
}
RUN(shared_histogram_right)
{
	bins_atomic<<<3, 64>>>(y);
}
