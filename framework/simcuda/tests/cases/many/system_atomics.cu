// system_atomics.cu - atomics on managed memory, by kernels and by the host, at once and one after the other.
#include "many.hpp"

#define ROUNDS 8
#define CELLS  10

__global__ void of_the_gpu(int *data)
{
	int id = blockDim.x * blockIdx.x + threadIdx.x;
	for (int i = 0; i < ROUNDS; i++) {
		atomicAdd(&data[0], 10);
		atomicExch(&data[1], id);
		atomicMax(&data[2], id);
		atomicMin(&data[3], id);
		atomicInc((unsigned *)&data[4], 17);
		atomicDec((unsigned *)&data[5], 137);
		atomicCAS(&data[6], id - 1, id);
		atomicAnd(&data[7], 2 * id + 7);
		atomicOr(&data[8], 1 << id % 31);
		atomicXor(&data[9], id);
	}
}
__global__ void of_the_system(int *data)
{
	int id = blockDim.x * blockIdx.x + threadIdx.x;
	for (int i = 0; i < ROUNDS; i++) {
		atomicAdd_system(&data[0], 10);
		atomicExch_system(&data[1], id);
		atomicMax_system(&data[2], id);
		atomicMin_system(&data[3], id);
		atomicInc_system((unsigned *)&data[4], 17);
		atomicDec_system((unsigned *)&data[5], 137);
		atomicCAS_system(&data[6], id - 1, id);
		atomicAnd_system(&data[7], 2 * id + 7);
		atomicOr_system(&data[8], 1 << id % 31);
		atomicXor_system(&data[9], id);
	}
}
__global__ void plain(int *data)
{
	data[threadIdx.x] = 7;
}

static void host_change(int *cell, int (*change)(int, int), int by)
{
	int expected, old;
	do {
		expected = *cell;
		old = __sync_val_compare_and_swap(cell, expected, change(expected, by));
	} while (old != expected);
}
static int larger(int a, int b)
{
	return a > b ? a : b;
}
static int smaller(int a, int b)
{
	return a < b ? a : b;
}
static void of_the_host(int *data)
{
	for (int i = 1024; i < 1024 + 1024 * ROUNDS; i++) {
		int id = i % 1024 + 1024;
		__sync_fetch_and_add(&data[0], 10);
		__sync_lock_test_and_set(&data[1], id);
		host_change(&data[2], larger, id);
		host_change(&data[3], smaller, id);
		__sync_fetch_and_and(&data[7], 2 * id + 7);
		__sync_fetch_and_or(&data[8], 1 << id % 31);
		__sync_fetch_and_xor(&data[9], id);
	}
}

// What 2048 threads, those of the host included, come to in any order.
static void verify(const int *data)
{
	int both = 0xff;
	for (int i = 0; i < 2048; i++)
		both &= 2 * i + 7;
	printf("%s\n", data[0] == 2048 * ROUNDS * 10 && data[1] >= 0 && data[1] < 2048 &&
				       data[2] == 2047 && data[3] == 0 && data[4] >= 0 &&
				       data[4] <= 17 && data[5] >= 0 && data[5] <= 137 &&
				       data[6] < 2048 && data[7] == both && data[8] == 0x7fffffff &&
				       data[9] == 0xff
			       ? "right"
			       : "wrong");
}

static int *cells()
{
	int *data;
	cudaMallocManaged(&data, CELLS * sizeof *data);
	memset(data, 0, CELLS * sizeof *data);
	data[7] = data[9] = 0xff;
	return data;
}
static void together(void (*kernel)(int *), int waits)
{
	int *data = cells();
	kernel<<<16, 64>>>(data);
	if (waits)
		cudaDeviceSynchronize();
	of_the_host(data);
	cudaDeviceSynchronize();
	verify(data);
	cudaFree(data);
}

// case gpu_then_host: silent
// prints gpu_then_host: right
RUN(gpu_then_host)
{
	together(of_the_gpu, 1);
}
// case system_then_host: silent
// prints system_then_host: right
RUN(system_then_host)
{
	together(of_the_system, 1);
}
// case system_and_host: silent
// prints system_and_host: right
RUN(system_and_host)
{
	together(of_the_system, 0);
}
// case host_exchanges: silent
RUN(host_exchanges)
{
	int *data = cells();
	of_the_system<<<16, 64>>>(data);
	__sync_lock_test_and_set(&data[1], 5);
	cudaDeviceSynchronize();
	cudaFree(data);
}

// case host_writes_plainly: race "the program writes managed memory that an earlier kernel of_the_system may still be writing: wait for it first (system_atomics.cu:LINE(data[0] = 5); and system_atomics.cu:LINE(of_the_system<<<8)"
RUN(host_writes_plainly)
{
	int *data = cells();
	of_the_system<<<8, 64>>>(data);
	data[0] = 5;
	cudaDeviceSynchronize();
	cudaFree(data);
}
// case host_reads_plainly: race "the program reads managed memory that an earlier kernel of_the_system may still be writing"
RUN(host_reads_plainly)
{
	int *data = cells();
	of_the_system<<<8, 64>>>(data);
	printf("%d\n", data[0]);
	cudaDeviceSynchronize();
	cudaFree(data);
}
// case kernel_writes_plainly: race "the program writes managed memory that an earlier kernel plain may still be writing"
RUN(kernel_writes_plainly)
{
	int *data = cells();
	plain<<<1, CELLS>>>(data);
	__sync_fetch_and_add(&data[0], 10);
	cudaDeviceSynchronize();
	cudaFree(data);
}
