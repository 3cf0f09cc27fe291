// expect: silent
// prints: 8128

#include <cstdio>

__device__ unsigned finished;

// the last block to finish adds up what all have written
__global__ void sum(int *part, int *total)
{
	__shared__ bool is_last;
	__shared__ int all[32];
	int value = blockIdx.x * blockDim.x + threadIdx.x;
	for (int step = 16; step > 0; step /= 2)
		value += __shfl_down_sync(0xffffffff, value, step);
	if (threadIdx.x == 0) {
		part[blockIdx.x] = value;
		__threadfence();
		is_last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
	}
	__syncthreads();
	if (is_last) {
		all[threadIdx.x] = threadIdx.x < gridDim.x ? part[threadIdx.x] : 0;
		__syncthreads();
		if (threadIdx.x == 0) {
			int result = 0;
			for (int i = 0; i < 32; i++)
				result += all[i];
			*total = result;
			finished = 0;
		}
	}
}

int main()
{
	int *part, *total, result;
	cudaMalloc(&part, 4 * sizeof(int));
	cudaMalloc(&total, sizeof(int));
	sum<<<4, 32>>>(part, total);
	cudaMemcpy(&result, total, sizeof result, cudaMemcpyDeviceToHost);
	printf("%d\n", result);
	cudaFree(part);
	cudaFree(total);
}
