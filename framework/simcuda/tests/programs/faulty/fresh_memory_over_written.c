/* Copies memory that holds nothing yet over numbers on another GPU, and fetches those. */
/* expect: uninitialised-read at @fetch and @malloc */
#include <cuda_runtime.h>

#define N 300

int main(void)
{
	static float host[N];
	float *from, *to;

	cudaMalloc((void **)&from, N * sizeof *from);
	cudaSetDevice(1);
	cudaMalloc((void **)&to, N * sizeof *to); /* @malloc */
	cudaMemcpy(to, host, N * sizeof *to, cudaMemcpyHostToDevice);
	cudaMemcpyPeer(to, 1, from, 0, N * sizeof *to);
	cudaMemcpy(host, to, N * sizeof *to, cudaMemcpyDeviceToHost); /* @fetch */
	cudaFree(to);
	cudaSetDevice(0);
	cudaFree(from);
	return 0;
}
