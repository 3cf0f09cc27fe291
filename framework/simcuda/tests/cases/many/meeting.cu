// meeting.cu - threads that wait for each other or exchange values, and not all are there; kernels that do not
// come to an end; launches that cannot be.
#include <cassert>
#include <cooperative_groups.h>

#include "many.hpp"

namespace cg = cooperative_groups;

// --- masks

// case caller_not_in_mask: divergent-barrier "meeting.cu:LINE(__shfl_sync(mask)"
// case caller_in_mask: silent
__global__ void first_of_half(int *x, unsigned mask)
{
	x[threadIdx.x] = __shfl_sync(mask, (int)threadIdx.x, 0);
}
RUN(caller_not_in_mask)
{
	first_of_half<<<1, 32>>>(x, 0xffff);
}
RUN(caller_in_mask)
{
	first_of_half<<<1, 16>>>(x, 0xffff);
}

// case vote_in_a_branch: divergent-barrier "exchanges values with threads of the warp that its mask names and that are not there: meeting.cu:LINE(__ballot_sync(mask), block 0, thread 0"
// case vote_in_a_branch_right: silent
__global__ void vote(int *x, unsigned mask)
{
	if (threadIdx.x < 8)
		x[threadIdx.x] = __ballot_sync(mask, threadIdx.x % 2);
	__syncthreads();
}
RUN(vote_in_a_branch)
{
	vote<<<1, 32>>>(x, 0xffffffff);
}
RUN(vote_in_a_branch_right)
{
	vote<<<1, 32>>>(x, 0xff);
}

// case sum_of_some: silent
// prints sum_of_some: 190
__global__ void sum(int *x, int n)
{
	int value = (int)threadIdx.x < n ? threadIdx.x : 0;
	for (int far = 16; far > 0; far /= 2)
		value += __shfl_down_sync(0xffffffff, value, far);
	if (threadIdx.x == 0)
		x[0] = value;
}
RUN(sum_of_some)
{
	int first;
	sum<<<1, 32>>>(x, 20);
	cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost);
	printf("%d\n", first);
}

// case syncwarp_in_a_branch: divergent-barrier "meeting.cu:LINE(__syncwarp(mask)"
// case syncwarp_of_a_branch: silent
__global__ void some(int *x, unsigned mask)
{
	if (threadIdx.x < 8)
		__syncwarp(mask);
	__syncthreads();
	x[threadIdx.x] = 1;
}
RUN(syncwarp_in_a_branch)
{
	some<<<1, 32>>>(x, 0xffffffff);
}
RUN(syncwarp_of_a_branch)
{
	some<<<1, 32>>>(x, 0xff);
}

// --- barriers

// case barrier_in_a_loop: divergent-barrier "kernel rounds waits at a barrier that other threads of the block never reach: meeting.cu:LINE(// each)"
// case barrier_in_a_loop_right: silent
__global__ void rounds(int *x, int most)
{
	int count = most ? most : threadIdx.x % 2 + 1;
	for (int i = 0; i < count; i++)
		__syncthreads(); // each
	x[threadIdx.x] = count;
}
RUN(barrier_in_a_loop)
{
	rounds<<<1, 64>>>(x, 0);
}
RUN(barrier_in_a_loop_right)
{
	rounds<<<1, 64>>>(x, 2);
}

// case group_in_a_branch: divergent-barrier "kernel group waits at a barrier that other threads of the block never reach: meeting.cu:LINE(block.sync), block 0, thread 0"
// case group_of_all: silent
__global__ void group(int *x, int end)
{
	cg::thread_block block = cg::this_thread_block();
	if ((int)block.thread_rank() < end)
		block.sync();
	x[threadIdx.x] = 1;
}
RUN(group_in_a_branch)
{
	group<<<1, 64>>>(x, 40);
}
RUN(group_of_all)
{
	group<<<1, 64>>>(x, 64);
}

// case tile_in_a_branch: divergent-barrier "meeting.cu:LINE(tile.shfl(v), block 0, thread 0"
// case coalesced_in_a_branch: silent
// prints coalesced_in_a_branch: 10
__global__ void tile(int *x)
{
	auto tile = cg::tiled_partition<32>(cg::this_thread_block());
	int v = threadIdx.x;
	if (tile.thread_rank() < 10)
		v = tile.shfl(v, 0);
	__syncthreads();
	x[threadIdx.x] = v;
}
__global__ void coalesced(int *x)
{
	if (threadIdx.x < 10) {
		auto those = cg::coalesced_threads();
		int v = those.shfl((int)those.size(), 0);
		x[threadIdx.x] = v;
	}
}
RUN(tile_in_a_branch)
{
	tile<<<1, 32>>>(x);
}
RUN(coalesced_in_a_branch)
{
	int first;
	coalesced<<<1, 32>>>(x);
	cudaMemcpy(&first, x, sizeof first, cudaMemcpyDeviceToHost);
	printf("%d\n", first);
}

// case both_sides: silent
__global__ void both_sides(int *x)
{
	__shared__ int part[64];
	part[threadIdx.x] = threadIdx.x;
	if (blockIdx.x % 2)
		__syncthreads(); // all threads of the block go this way, or none
	else
		__syncthreads();
	x[blockIdx.x * 64 + threadIdx.x] = part[63 - threadIdx.x];
}
RUN(both_sides)
{
	both_sides<<<2, 64>>>(x);
}

// --- without an end

// case lock_kept: endless-loop "kernel lock_kept has not ended after 2000000 instructions of its warps: meeting.cu:LINE(while (atomicCAS)"
// case lock_given_back: silent
__global__ void lock_kept(int *lock, int *x, int gives)
{
	bool done = false;
	while (!done) {
		while (atomicCAS(lock, 0, 1) != 0)
			;
		__threadfence();
		x[0] += 1;
		__threadfence();
		if (gives)
			atomicExch(lock, 0);
		done = true;
	}
}
RUN(lock_kept)
{
	lock_kept<<<1, 4>>>(x, y, 0);
}
RUN(lock_given_back)
{
	lock_kept<<<1, 4>>>(x, y, 1);
}

// case step_of_zero: endless-loop "kernel stride has not ended after 2000000 instructions of its warps: meeting.cu:"
// case step_of_all: silent
__global__ void stride(int *x, int step)
{
	for (int i = threadIdx.x; i < COUNT; i += step)
		x[i] = i;
}
RUN(step_of_zero)
{
	stride<<<1, 32>>>(x, 0);
}
RUN(step_of_all)
{
	stride<<<1, 32>>>(x, 32);
}

// --- ends by itself

// case assert_of_one_block: trap "kernel positive ends itself by an assertion that does not hold: meeting.cu:LINE(assert(x[blockIdx.x]), block 2, thread 0"
// case assert_holds: silent
__global__ void positive(const int *x)
{
	assert(x[blockIdx.x] >= 0);
}
RUN(assert_of_one_block)
{
	int wrong = -1;
	cudaMemcpy(x + 2, &wrong, sizeof wrong, cudaMemcpyHostToDevice);
	positive<<<4, 1>>>(x);
}
RUN(assert_holds)
{
	positive<<<4, 1>>>(x);
}

// case recursion_without_end: out-of-bounds "kernel deep"
// case recursion_right: silent
__attribute__((device, noinline)) int depth(int n, int end)
{
	int own[8] = {n};
	return n == end ? 0 : depth(n + 1, end) + own[n % 8] - n + 1;
}
__global__ void deep(int *x, int end)
{
	x[0] = depth(0, end);
}
RUN(recursion_without_end)
{
	deep<<<1, 1>>>(x, -1);
}
RUN(recursion_right)
{
	deep<<<1, 1>>>(x, 20);
}

// case no_function: trap "kernel choose"
// case function_of_a_table: silent
// prints function_of_a_table: 10 5
typedef int Operation(int a, int b);
__attribute__((device, noinline)) int plus(int a, int b)
{
	return a + b;
}
__attribute__((device, noinline)) int minus(int a, int b)
{
	return a - b;
}
__global__ void choose(int *x, int missing)
{
	Operation *const table[3] = {plus, minus, nullptr};
	x[threadIdx.x] = table[threadIdx.x % 2 + missing](7 + threadIdx.x % 2, 3);
}
RUN(no_function)
{
	choose<<<1, 4>>>(x, 2);
}
RUN(function_of_a_table)
{
	int two[2];
	choose<<<1, 4>>>(x, 0);
	cudaMemcpy(two, x, sizeof two, cudaMemcpyDeviceToHost);
	printf("%d %d\n", two[0], two[1]);
}

// --- launches that cannot be

// case block_too_large: silent
// prints block_too_large: cudaErrorInvalidConfiguration
// case no_blocks: silent
// prints no_blocks: cudaErrorInvalidConfiguration
// case flat_block_too_large: silent
// prints flat_block_too_large: cudaErrorInvalidConfiguration
// case much_shared: silent
// prints much_shared: cudaErrorInvalidValue
// case much_shared_asked_for: silent
// prints much_shared_asked_for: cudaSuccess
__global__ void one(int *x)
{
	extern __shared__ int part[];
	part[threadIdx.x] = 1;
	x[threadIdx.x] = part[threadIdx.x];
}
static void launched()
{
	printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
RUN(block_too_large)
{
	one<<<1, 1025, 8192>>>(x);
	launched();
}
RUN(no_blocks)
{
	one<<<0, 32, 128>>>(x);
	launched();
}
RUN(flat_block_too_large)
{
	one<<<1, dim3(1, 1, 65), 1024>>>(x);
	launched();
}
RUN(much_shared)
{
	one<<<1, 32, 49153>>>(x);
	launched();
}
RUN(much_shared_asked_for)
{
	cudaFuncSetAttribute(one, cudaFuncAttributeMaxDynamicSharedMemorySize, 50000);
	one<<<1, 32, 50000>>>(x);
	launched();
}
