// unset.cu - values that nobody has set: local variables, and what a shuffle takes from a thread that is not there.
#include "many.hpp"

// --- local variables

// case sum_without_zero: uninitialised-read "kernel sum_without_zero stores local memory that the thread has not written, or what comes of it: unset.cu:LINE(y[threadIdx.x] = sum), block 0, thread 0"
// case sum_with_zero: silent
__global__ void sum_without_zero(const int *x, float *y)
{
	float sum;
	for (int i = 0; i < 4; i++)
		sum += x[i];
	y[threadIdx.x] = sum;
}
__global__ void sum_with_zero(const int *x, float *y)
{
	float sum = 0;
	for (int i = 0; i < 4; i++)
		sum += x[i];
	y[threadIdx.x] = sum;
}
RUN(sum_without_zero)
{
	sum_without_zero<<<1, 32>>>(x, (float *)y);
}
RUN(sum_with_zero)
{
	sum_with_zero<<<1, 32>>>(x, (float *)y);
}

// case set_in_one_branch: uninitialised-read "kernel set_in_one_branch stores local memory that the thread has not written, or what comes of it: unset.cu:LINE(2 * factor), block 0, thread 8"
// case set_in_both: silent
__global__ void set_in_one_branch(int *y, unsigned count)
{
	int factor;
	if (threadIdx.x < count)
		factor = 3;
	y[threadIdx.x] = 2 * factor;
}
RUN(set_in_one_branch)
{
	set_in_one_branch<<<1, 32>>>(y, 8);
}
RUN(set_in_both)
{
	set_in_one_branch<<<1, 32>>>(y, 32);
}

// case branch_unset: uninitialised-read "kernel branch_unset branches by local memory that the thread has not written, or what comes of it: unset.cu:LINE(if (found > 5), block 0, thread 1"
// case branch_set: silent
__global__ void branch_unset(int *y, int from)
{
	int found;
	if (threadIdx.x == 0 || from)
		found = from;
	if (found > 5)
		y[threadIdx.x] = 1;
}
RUN(branch_unset)
{
	branch_unset<<<1, 32>>>(y, 0);
}
RUN(branch_set)
{
	branch_unset<<<1, 32>>>(y, 1);
}

// case index_unset: uninitialised-read "takes an address from local memory that the thread has not written, or what comes of it: unset.cu:LINE(x[at & 63])"
__global__ void index_unset(const int *x, int *y)
{
	int at;
	y[threadIdx.x] = x[at & 63];
}
RUN(index_unset)
{
	index_unset<<<1, 32>>>(x, y);
}

// case array_part: uninitialised-read "stores local memory that the thread has not written, or what comes of it: unset.cu:LINE(y[threadIdx.x] = total)"
// case array_whole: silent
__global__ void array_part(int *y, int filled)
{
	int own[8], total = 0;
	for (int i = 0; i < filled; i++)
		own[i] = i;
	for (int i = 0; i < 8; i++)
		total += own[i];
	y[threadIdx.x] = total;
}
RUN(array_part)
{
	array_part<<<2, 32>>>(y, 7);
}
RUN(array_whole)
{
	array_part<<<2, 32>>>(y, 8);
}

// case unset_argument: uninitialised-read "unset.cu:LINE(y[threadIdx.x] = doubled)"
__device__ __noinline__ int doubled(int value)
{
	return 2 * value;
}
__global__ void unset_argument(int *y)
{
	int value;
	y[threadIdx.x] = doubled(value);
}
RUN(unset_argument)
{
	unset_argument<<<1, 32>>>(y);
}

// case second_block: uninitialised-read "stores local memory that the thread has not written, or what comes of it: unset.cu:LINE(1 + only), block 1, thread 0"
__global__ void second_block(int *y)
{
	int only;
	if (blockIdx.x == 0)
		only = 4;
	y[threadIdx.x] = 1 + only;
}
RUN(second_block)
{
	second_block<<<2, 1>>>(y);
}

// --- what is copied and not used

// case padding: silent
struct Padded {
	char letter;
	double number;
	short tail;
};
__device__ __noinline__ Padded padded_made(int i)
{
	Padded made;
	made.letter = 'a';
	made.number = i;
	made.tail = 3;
	return made;
}
__global__ void padding(Padded *out)
{
	Padded own = padded_made(threadIdx.x), other = own;
	out[threadIdx.x] = other;
	__shared__ Padded there[32];
	there[threadIdx.x] = own;
	out[threadIdx.x + 32] = there[threadIdx.x];
}
RUN(padding)
{
	padding<<<1, 32>>>((Padded *)x);
}

// case part_of_a_struct: silent
struct Some {
	int count, values[7];
};
__device__ __noinline__ int some_sum(Some some)
{
	int sum = 0;
	for (int i = 0; i < some.count; i++)
		sum += some.values[i];
	return sum;
}
__global__ void part_of_a_struct(Some *out, int *y, int count)
{
	Some some;
	some.count = count;
	for (int i = 0; i < count; i++)
		some.values[i] = i;
	out[threadIdx.x] = some;
	y[threadIdx.x] = some_sum(some);
}
RUN(part_of_a_struct)
{
	part_of_a_struct<<<1, 32>>>((Some *)x, y, 3);
}

// case three_of_four: silent
__global__ void three_of_four(float4 *out)
{
	float4 own;
	own.x = own.y = own.z = threadIdx.x;
	out[threadIdx.x] = own;
}
RUN(three_of_four)
{
	three_of_four<<<1, 32>>>((float4 *)x);
}

// case fields_of_bits: silent
__global__ void fields_of_bits(int *y)
{
	struct {
		unsigned low : 3, high : 5, wide : 20;
		bool flag;
	} own;
	own.low = threadIdx.x & 7;
	own.high = threadIdx.x;
	own.wide = 77;
	own.flag = threadIdx.x > 3;
	if (own.low > 2 && own.flag)
		y[threadIdx.x] = own.high + own.wide;
}
RUN(fields_of_bits)
{
	fields_of_bits<<<1, 32>>>(y);
}

// case parts_of_a_word: silent
__global__ void parts_of_a_word(float *y)
{
	union {
		unsigned char byte[4];
		float number;
	} own;
	for (int i = 0; i < 4; i++)
		own.byte[i] = i;
	char text[8];
	text[0] = 'a';
	text[1] = 0;
	int length = 0;
	while (text[length])
		length++;
	y[threadIdx.x] = own.number + length;
}
RUN(parts_of_a_word)
{
	parts_of_a_word<<<1, 32>>>((float *)y);
}

// case recursion: silent
__device__ __noinline__ int fibonacci(int n)
{
	int own[2] = {n, 1};
	return n < 2 ? own[n] * n : fibonacci(n - 1) + fibonacci(n - 2);
}
__global__ void recursion(int *y)
{
	y[threadIdx.x] = fibonacci(threadIdx.x % 7);
}
RUN(recursion)
{
	recursion<<<2, 32>>>(y);
}

// case printed: silent
// prints printed: 3 1 x
__global__ void printed()
{
	struct {
		char a;
		int b;
	} own = {1, 3};
	int got = printf("%d %d %c\n", own.b, own.a, 'x');
	if (got < 0)
		__trap();
}
RUN(printed)
{
	printed<<<1, 1>>>();
}

// --- shuffles

// case from_an_ended_lane: uninitialised-read "kernel last_lane stores what comes of a value that the shuffle in unset.cu:LINE(int last = __shfl_sync) takes from a thread that has ended or is not in its mask: unset.cu:LINE(y[threadIdx.x] = last), block 0, thread 0"
// case from_the_last_lane: silent
__global__ void last_lane(int *y, int threads, int from)
{
	if (threadIdx.x >= threads)
		return;
	int last = __shfl_sync(0xffffffff, threadIdx.x, from);
	y[threadIdx.x] = last;
}
RUN(from_an_ended_lane)
{
	last_lane<<<1, 32>>>(y, 20, 25);
}
RUN(from_the_last_lane)
{
	last_lane<<<1, 32>>>(y, 20, 19);
}

// case warp_of_20: uninitialised-read "kernel sum_down stores what comes of a value that the shuffle in unset.cu:LINE(sum += __shfl_down) takes from a thread that has ended or is not in its mask: unset.cu:LINE(y[blockIdx.x] = sum), block 0, thread 0"
// case warp_of_32: silent
__device__ __noinline__ int warp_sum(int sum)
{
	for (int by = 16; by > 0; by /= 2)
		sum += __shfl_down_sync(0xffffffff, sum, by);
	return sum;
}
__global__ void sum_down(int *y)
{
	int sum = warp_sum(threadIdx.x);
	if (threadIdx.x == 0)
		y[blockIdx.x] = sum;
}
RUN(warp_of_20)
{
	sum_down<<<1, 20>>>(y);
}
RUN(warp_of_32)
{
	sum_down<<<1, 32>>>(y);
}

// case half_in_the_mask: silent
// case maximum_of_half: silent
// case half_too_far: uninitialised-read "kernel half_sum stores what comes of a value that the shuffle"
__global__ void half_sum(int *y, int first)
{
	int sum = threadIdx.x;
	if (threadIdx.x < 16) {
		for (int by = first; by > 0; by /= 2)
			sum += __shfl_down_sync(0x0000ffff, sum, by);
		if (threadIdx.x == 0)
			y[blockIdx.x] = sum;
	}
}
__global__ void half_maximum(int *y)
{
	int most = threadIdx.x;
	if (threadIdx.x < 16)
		for (int by = 8; by > 0; by /= 2) {
			int other = __shfl_down_sync(0x0000ffff, most, by);
			if (other > most)
				most = other;
		}
	if (threadIdx.x == 0)
		y[blockIdx.x] = most;
}
RUN(half_in_the_mask)
{
	half_sum<<<2, 32>>>(y, 8);
}
RUN(maximum_of_half)
{
	half_maximum<<<2, 32>>>(y);
}
RUN(half_too_far)
{
	half_sum<<<2, 32>>>(y, 16);
}

// case partial_block: uninitialised-read "kernel block_sum reads 4 bytes at offset 4 of shared memory that nobody has written"
// case whole_block: silent
__global__ void block_sum(int *y)
{
	__shared__ int part[32];
	int sum = warp_sum(threadIdx.x);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = sum;
	__syncthreads();
	if (threadIdx.x == 0)
		y[blockIdx.x] = part[0] + part[1];
}
RUN(partial_block)
{
	block_sum<<<1, 50>>>(y);
}
RUN(whole_block)
{
	block_sum<<<1, 64>>>(y);
}

// case index_from_nobody: uninitialised-read "kernel index_taken takes an address from what comes of a value that the shuffle"
__global__ void index_taken(const int *x, int *y)
{
	if (threadIdx.x < 16) {
		int at = __shfl_down_sync(0x0000ffff, threadIdx.x, 8);
		y[threadIdx.x] = x[at];
	}
}
RUN(index_from_nobody)
{
	index_taken<<<1, 32>>>(x, y);
}

// case atomic_from_nobody: uninitialised-read "kernel atomic_taken stores what comes of a value that the shuffle"
__global__ void atomic_taken(int *y)
{
	int next = __shfl_down_sync(__activemask(), threadIdx.x, 1);
	atomicAdd(y, next);
}
RUN(atomic_from_nobody)
{
	atomic_taken<<<1, 17>>>(y);
}

// case scan_up: silent
__global__ void scan_up(int *y)
{
	int sum = threadIdx.x, lane = threadIdx.x % 32;
	for (int by = 1; by < 32; by *= 2) {
		int before = __shfl_up_sync(0xffffffff, sum, by);
		if (lane >= by)
			sum += before;
	}
	y[threadIdx.x] = sum;
}
RUN(scan_up)
{
	scan_up<<<1, 50>>>(y);
}

// case choice_of_what_is_there: silent
__global__ void neighbour(int *y, int count)
{
	int next = __shfl_down_sync(0xffffffff, threadIdx.x, 1);
	y[threadIdx.x] = threadIdx.x + 1 < count ? next : 0;
}
RUN(choice_of_what_is_there)
{
	neighbour<<<1, 20>>>(y, 20);
}
