/* While one stream sends a pinned buffer, a host function in another one prepares the next numbers
 * in it. */
/* expect: race at @prepare and @send */
#include <cuda_runtime.h>

#define N 1000

static void CUDART_CB prepare(void *buffer)
{
	float *x = buffer;

	for (int i = 0; i < N; i++)
		x[i] = (float)i; /* @prepare */
}

int main(void)
{
	float *host, *gpu;
	cudaStream_t copies, host_work;

	cudaStreamCreate(&copies);
	cudaStreamCreate(&host_work);
	cudaMalloc((void **)&gpu, N * sizeof *gpu);
	cudaMallocHost((void **)&host, N * sizeof *host);
	for (int i = 0; i < N; i++)
		host[i] = 0;
	cudaMemcpyAsync(gpu, host, N * sizeof *host, cudaMemcpyHostToDevice, copies); /* @send */
	cudaLaunchHostFunc(host_work, prepare, host);
	cudaDeviceSynchronize();
	cudaFreeHost(host);
	cudaFree(gpu);
	cudaStreamDestroy(copies);
	cudaStreamDestroy(host_work);
	return 0;
}
