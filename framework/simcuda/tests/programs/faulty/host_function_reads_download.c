/* A host function adds up what a copy in another stream brings. */
/* expect: race at @sum and @fetch */
#include <cuda_runtime.h>

#define N 1000

static float *host, sum;

static void CUDART_CB add_up(void *unused)
{
	(void)unused;
	for (int i = 0; i < N; i++)
		sum += host[i]; /* @sum */
}

int main(void)
{
	float *gpu;
	cudaStream_t copies, host_work;

	cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&host_work, cudaStreamNonBlocking);
	cudaMalloc((void **)&gpu, N * sizeof *gpu);
	cudaMallocHost((void **)&host, N * sizeof *host);
	cudaMemset(gpu, 0, N * sizeof *gpu);
	cudaDeviceSynchronize();
	cudaLaunchHostFunc(host_work, add_up, NULL);
	cudaMemcpyAsync(host, gpu, N * sizeof *host, cudaMemcpyDeviceToHost, copies); /* @fetch */
	cudaStreamSynchronize(host_work);
	cudaStreamSynchronize(copies);
	cudaFreeHost(host);
	cudaFree(gpu);
	cudaStreamDestroy(copies);
	cudaStreamDestroy(host_work);
	return 0;
}
