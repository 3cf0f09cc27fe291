/* A dot product leaves its result on the GPU, where the next routine of the stream uses it. */
/* expect: nothing */
/* prints: 3000 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N 3000

int main(void)
{
	static float ones[N];
	float *x, *y, *dot, first;
	cudaStream_t a;
	cublasHandle_t handle;

	for (int i = 0; i < N; i++)
		ones[i] = 1;
	cudaMalloc((void **)&x, sizeof ones);
	cudaMalloc((void **)&y, sizeof ones);
	cudaMalloc((void **)&dot, sizeof *dot);
	cudaMemcpy(x, ones, sizeof ones, cudaMemcpyHostToDevice);
	cudaMemcpy(y, ones, sizeof ones, cudaMemcpyHostToDevice);
	cudaStreamCreate(&a);
	cublasCreate(&handle);
	cublasSetStream(handle, a);
	cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE);
	cublasSdot(handle, N, x, 1, x, 1, dot);
	cublasSscal(handle, N, dot, y, 1);
	cudaMemcpy(&first, y, sizeof first, cudaMemcpyDeviceToHost);
	printf("%g\n", first);

	cublasDestroy(handle);
	cudaStreamDestroy(a);
	cudaFree(x);
	cudaFree(y);
	cudaFree(dot);
	return 0;
}
