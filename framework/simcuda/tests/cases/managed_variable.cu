// expect: silent
// prints: 5 2 7
// prints: 15 8 8
// prints: 3 1 1
// prints: 15 9
// prints: 16 9

// One address for the program and both GPUs; what stands in the source is there before main() begins.
#include <cstdio>

__device__ __managed__ int calls = 5;
__managed__ float data[2000] = {1, 2, 3};
static __managed__ int hidden = 7;
__device__ int plain = 9;

__global__ void add(int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] += plain;
	if (threadIdx.x == 0)
		atomicAdd(&calls, 1);
	if (i == 0)
		hidden += 1;
}
__global__ void through(int *pointer)
{
	*pointer += 1;
}

int main()
{
	int value = 3, back;
	void *at;
	cudaPointerAttributes attributes;
	printf("%d %g %d\n", calls, data[1], hidden);
	for (int i = 0; i < 2000; i++)
		data[i] = i;
	calls = 7;
	data[1999] = -1;
	add<<<8, 256>>>(2000);
	cudaDeviceSynchronize();
	printf("%d %g %d\n", calls, data[1999], hidden);
	cudaMemcpyToSymbol(hidden, &value, sizeof value);
	cudaMemcpyFromSymbol(&back, hidden, sizeof back);
	cudaGetSymbolAddress(&at, hidden);
	cudaPointerGetAttributes(&attributes, &calls);
	printf("%d %d %d\n", back, at == &hidden, attributes.type == cudaMemoryTypeManaged);
	cudaMemcpy(&back, &calls, sizeof back, cudaMemcpyDefault);
	printf("%d %g\n", back, data[0]);
	cudaSetDevice(1); /* the same variable, and another `plain` */
	data[0] = 0;
	add<<<1, 256>>>(1);
	cudaDeviceSynchronize();
	printf("%d %g\n", calls, data[0]);
	through<<<1, 1>>>(&calls);
	cudaDeviceSynchronize();
	return calls != 17;
}
