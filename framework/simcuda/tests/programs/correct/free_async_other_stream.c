/* Frees memory in another stream than the one that used it last, after an event. */
/* expect: nothing */
/* prints: 14 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 1000

int main(void)
{
	const float two = 2;
	float *x, *y, result, seven[N];
	cudaStream_t a, b;
	cudaEvent_t used;
	cublasHandle_t handle;

	for (int i = 0; i < N; i++)
		seven[i] = 7;
	cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
	cudaEventCreateWithFlags(&used, cudaEventDisableTiming);
	cublasCreate(&handle);
	cublasSetStream(handle, a);
	for (int round = 0; round < 3; round++) {
		cudaMallocAsync((void **)&x, sizeof seven, a);
		cudaMallocAsync((void **)&y, sizeof seven, a);
		cudaMemcpyAsync(x, seven, sizeof seven, cudaMemcpyHostToDevice, a);
		cublasSscal(handle, N, &two, x, 1);
		cublasScopy(handle, N, x, 1, y, 1);
		cudaEventRecord(used, a);
		cudaStreamWaitEvent(b, used, 0);
		cudaFreeAsync(x, b);
		cudaMemcpyAsync(&result, y, sizeof result, cudaMemcpyDeviceToHost, a);
		cudaFreeAsync(y, a);
	}
	printf("%g\n", result);
	cudaStreamSynchronize(a);
	cudaStreamSynchronize(b);

	cublasDestroy(handle);
	cudaEventDestroy(used);
	cudaStreamDestroy(a);
	cudaStreamDestroy(b);
	return 0;
}
