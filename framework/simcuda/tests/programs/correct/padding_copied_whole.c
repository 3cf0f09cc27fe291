/* A matrix with padding is set column by column, and then copied whole: on its GPU, to the other
 * one, to pinned, managed and ordinary memory. Nobody uses the padding. */
/* expect: nothing */
/* prints: 36 36 36 36 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define N  6
#define LD 8

static float total(const float *matrix)
{
	float sum = 0;

	for (int i = 0; i < N * LD; i++)
		sum += i % LD < N ? matrix[i] : 0;
	return sum;
}

int main(void)
{
	float host[N * N], back[N * LD], got[N * LD], *a, *b, *c, *pinned, *managed;
	const size_t bytes = sizeof back;

	for (int i = 0; i < N * N; i++)
		host[i] = 1;
	cudaMalloc((void **)&a, bytes);
	cudaMalloc((void **)&b, bytes);
	cudaMallocHost((void **)&pinned, bytes);
	cudaMallocManaged((void **)&managed, bytes, cudaMemAttachGlobal);
	cudaSetDevice(1);
	cudaMalloc((void **)&c, bytes);
	cudaSetDevice(0);

	cublasSetMatrix(N, N, sizeof *a, host, N, a, LD);
	cudaMemcpy(b, a, bytes, cudaMemcpyDeviceToDevice);
	cudaMemcpyPeer(c, 1, b, 0, bytes);
	cudaMemcpy(back, c, bytes, cudaMemcpyDeviceToHost);
	cudaMemcpyAsync(pinned, b, bytes, cudaMemcpyDeviceToHost, 0);
	cudaMemcpyAsync(managed, a, bytes, cudaMemcpyDefault, 0);
	cublasGetMatrix(LD, N, sizeof *a, b, LD, got, LD);
	cudaDeviceSynchronize();
	printf("%g %g %g %g\n", total(back), total(pinned), total(managed), total(got));

	cudaFree(a);
	cudaFree(b);
	cudaFreeHost(pinned);
	cudaFree(managed);
	cudaSetDevice(1);
	cudaFree(c);
	return 0;
}
