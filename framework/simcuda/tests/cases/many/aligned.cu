// aligned.cu - vectors, and numbers in the midst of others, at addresses that are no multiple of their size.
#include <cuda_fp16.h>

#include "many.hpp"

// case vector_one_on: misaligned "kernel vectors reads 16 bytes at an address of global memory that is no multiple of 16: aligned.cu:LINE(to[i] = from[i]), block 0, thread 0"
// case vector_four_on: silent
__global__ void vectors(const int4 *from, int4 *to)
{
	int i = threadIdx.x;
	to[i] = from[i];
}
RUN(vector_one_on)
{
	vectors<<<1, 32>>>((int4 *)(x + 1), (int4 *)y);
}
RUN(vector_four_on)
{
	vectors<<<1, 32>>>((int4 *)(x + 4), (int4 *)y);
}

// case odd_rows: misaligned "kernel rows_of_pairs reads 8 bytes at an address of global memory that is no multiple of 8: aligned.cu:LINE(int2 pair =), block 1, thread 0"
// case even_rows: silent
__global__ void rows_of_pairs(const int *x, int *y, int columns)
{
	const int2 *row = (const int2 *)(x + blockIdx.x * columns);
	int2 pair = row[threadIdx.x];
	y[blockIdx.x * 32 + threadIdx.x] = pair.x + pair.y;
}
RUN(odd_rows)
{
	rows_of_pairs<<<4, 32>>>(x, y, 65);
}
RUN(even_rows)
{
	rows_of_pairs<<<4, 32>>>(x, y, 66);
}

// case shared_double: misaligned "kernel shared_double writes 8 bytes at an address of shared memory that is no multiple of 8: aligned.cu:LINE(numbers[threadIdx.x] = 1), block 0, thread 0"
// case shared_double_right: silent
__global__ void shared_double(int *x, int skipped)
{
	extern __shared__ int room[];
	double *numbers = (double *)(room + skipped);
	numbers[threadIdx.x] = 1;
	__syncwarp();
	x[threadIdx.x] = numbers[31 - threadIdx.x];
}
RUN(shared_double)
{
	shared_double<<<1, 32, 512>>>(x, 1);
}
RUN(shared_double_right)
{
	shared_double<<<1, 32, 512>>>(x, 2);
}

// case atomic_between: misaligned "kernel count writes 4 bytes at an address of global memory that is no multiple of 4: aligned.cu:LINE(atomicAdd((int), block 0, thread 0"
// case atomic_right: silent
__global__ void count(char *bytes)
{
	atomicAdd((int *)bytes, 1);
}
RUN(atomic_between)
{
	count<<<1, 1>>>((char *)x + 2);
}
RUN(atomic_right)
{
	count<<<1, 1>>>((char *)x + 4);
}

// case half_pair_from_odd: misaligned "kernel halves reads 4 bytes at an address of global memory that is no multiple of 4: aligned.cu:LINE(__half2 pair =), block 0, thread 0"
// case half_pair_right: silent
__global__ void halves(const __half *from, __half2 *to)
{
	__half2 pair = *(const __half2 *)&from[2 * threadIdx.x];
	to[threadIdx.x] = __hadd2(pair, pair);
}
RUN(half_pair_from_odd)
{
	halves<<<1, 32>>>((__half *)x + 1, (__half2 *)y);
}
RUN(half_pair_right)
{
	halves<<<1, 32>>>((__half *)x + 2, (__half2 *)y);
}

// case own_bytes_as_number: misaligned "kernel own_bytes reads 4 bytes at an address of local memory that is no multiple of 4: aligned.cu:LINE(= *(int), block 0, thread 1"
// case own_bytes_right: silent
__global__ void own_bytes(int *x, int step)
{
	alignas(16) int own[16];
	for (int i = 0; i < 16; i++)
		own[i] = i;
	char *bytes = (char *)own + step * threadIdx.x;
	x[threadIdx.x] = *(int *)bytes;
}
RUN(own_bytes_as_number)
{
	own_bytes<<<1, 8>>>(x, 2);
}
RUN(own_bytes_right)
{
	own_bytes<<<1, 8>>>(x, 4);
}

// case packed_record: silent
struct __attribute__((packed)) Record {
	short kind;
	int value;
};
__global__ void packed_record(Record *records)
{
	records[threadIdx.x].value = threadIdx.x; // byte by byte, as the compiler knows
}
RUN(packed_record)
{
	packed_record<<<1, 32>>>((Record *)x);
}
