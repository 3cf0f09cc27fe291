/* Uploads in one stream from pinned memory and computes in another. */
/* expect: race at @gemv and @upload */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define M 30
#define N 20

int main(void)
{
	double *a, *x, *y, *host;
	const double one = 1, zero = 0;
	cudaStream_t upload, compute;
	cublasHandle_t handle;

	cudaMalloc((void **)&a, M * N * sizeof *a);
	cudaMalloc((void **)&x, N * sizeof *x);
	cudaMalloc((void **)&y, M * sizeof *y);
	cudaMallocHost((void **)&host, M * N * sizeof *host);
	for (int i = 0; i < M * N; i++)
		host[i] = i;
	cudaMemset(x, 0, N * sizeof *x);
	cudaDeviceSynchronize();
	cudaStreamCreate(&upload);
	cudaStreamCreate(&compute);
	cublasCreate(&handle);
	cublasSetStream(handle, compute);

	cublasSetMatrixAsync(M, N, sizeof *a, host, M, a, M, upload);          /* @upload */
	cublasDgemv(handle, CUBLAS_OP_N, M, N, &one, a, M, x, 1, &zero, y, 1); /* @gemv */

	cudaStreamSynchronize(compute);
	cudaStreamSynchronize(upload);
	cublasDestroy(handle);
	cudaStreamDestroy(upload);
	cudaStreamDestroy(compute);
	cudaFreeHost(host);
	cudaFree(a);
	cudaFree(x);
	cudaFree(y);
	return 0;
}
