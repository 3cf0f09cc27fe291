/* cudaMemcpy of pageable memory returns when it is staged: a non-blocking stream has to be told. */
/* expect: race at @scal and @copy */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 10000

int main(void)
{
	static float host[N];
	float *x;
	const float two = 2;
	cudaStream_t s;
	cublasHandle_t handle;

	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	cublasCreate(&handle);
	cublasSetStream(handle, s);
	cudaMalloc((void **)&x, sizeof host);
	cudaMemset(x, 0, sizeof host);
	cudaDeviceSynchronize();
	cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice); /* @copy */
	cublasSscal(handle, N, &two, x, 1);                       /* @scal */

	cudaStreamSynchronize(s);
	cublasDestroy(handle);
	cudaStreamDestroy(s);
	cudaFree(x);
	return 0;
}
