/* A padded matrix is fetched whole, but its last two columns were never set. */
/* expect: uninitialised-read at @fetch and @malloc */
#include <cublas_v2.h>
#include <cuda_runtime.h>

#define N  6
#define LD 8

int main(void)
{
	static float host[N * N], back[N * LD];
	float *a;

	cudaMalloc((void **)&a, sizeof back); /* @malloc */
	cublasSetMatrix(N, N - 2, sizeof *a, host, N, a, LD);
	cudaMemcpy(back, a, sizeof back, cudaMemcpyDeviceToHost); /* @fetch */
	cudaFree(a);
	return 0;
}
