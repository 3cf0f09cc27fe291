/* A batch of products whose results lie apart, with unwritten memory in between. */
/* expect: nothing */
/* prints: 4 4 4 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N      4
#define BATCH  3
#define STRIDE 50

int main(void)
{
	float host[BATCH * N * N], back[N * N];
	const float one = 1, zero = 0;
	float *a, *c;
	cublasHandle_t h;

	for (int i = 0; i < BATCH * N * N; i++)
		host[i] = 1;
	cudaMalloc((void **)&a, sizeof host);
	cudaMalloc((void **)&c, BATCH * STRIDE * sizeof *c);
	cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
	cublasCreate(&h);
	cublasSgemmStridedBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, N * N, a, N,
				  N * N, &zero, c, N, STRIDE, BATCH);
	for (int i = 0; i < BATCH; i++) {
		cudaMemcpy(back, c + (size_t)i * STRIDE, sizeof back, cudaMemcpyDeviceToHost);
		printf("%g%c", back[N * N - 1], i < BATCH - 1 ? ' ' : '\n');
	}

	cublasDestroy(h);
	cudaFree(a);
	cudaFree(c);
	return 0;
}
