/* Three streams in a chain, with the event between the last two missing. */
/* expect: race at @third and @second */
#include <cublas_v2.h>
#include <cuda_runtime.h>

#define N 800

int main(void)
{
	const float two = 2;
	float *x;
	cudaStream_t s[3];
	cudaEvent_t e;
	cublasHandle_t h;

	cudaMalloc((void **)&x, N * sizeof *x);
	cudaMemset(x, 0, N * sizeof *x);
	for (int i = 0; i < 3; i++)
		cudaStreamCreate(&s[i]);
	cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
	cublasCreate(&h);

	cublasSetStream(h, s[0]);
	cublasSscal(h, N, &two, x, 1);
	cudaEventRecord(e, s[0]);
	cudaStreamWaitEvent(s[1], e, 0);
	cudaStreamWaitEvent(s[2], e, 0);
	cublasSetStream(h, s[1]);
	cublasSscal(h, N, &two, x, 1); /* @second */
	cublasSetStream(h, s[2]);
	cublasSscal(h, N, &two, x, 1); /* @third */
	cudaStreamSynchronize(s[2]);
	cudaStreamSynchronize(s[1]);

	cublasDestroy(h);
	for (int i = 0; i < 3; i++)
		cudaStreamDestroy(s[i]);
	cudaEventDestroy(e);
	cudaFree(x);
	return 0;
}
