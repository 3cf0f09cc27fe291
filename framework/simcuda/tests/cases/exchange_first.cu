// expect: silent
// prints: 32 3
// An exchange of which nobody uses what was there is a store: it may come first.
#include <cstdio>

__global__ void count(int *last, int *counted)
{
	__shared__ int hits;
	atomicExch(&hits, 0);
	__syncthreads();
	atomicExch(last, 3);
	atomicAdd(&hits, 1);
	__syncthreads();
	if (threadIdx.x == 0)
		*counted = hits;
}

int main()
{
	int *last, *counted, hosts[2];
	cudaMalloc(&last, sizeof(int));
	cudaMalloc(&counted, sizeof(int));
	count<<<1, 32>>>(last, counted);
	cudaMemcpy(&hosts[0], counted, sizeof(int), cudaMemcpyDeviceToHost);
	cudaMemcpy(&hosts[1], last, sizeof(int), cudaMemcpyDeviceToHost);
	cudaFree(last);
	cudaFree(counted);
	printf("%d %d\n", hosts[0], hosts[1]);
	return 0;
}
