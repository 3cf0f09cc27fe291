/* Uploads the next batch while the last one is used: two buffers, and events in both directions. */
/* expect: nothing */
/* prints: sum = 10 */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define BATCH   1024
#define BATCHES 5

int main(void)
{
	float *data, *batch[2], *sum, first;
	const float one = 1;
	cudaStream_t upload, compute;
	cudaEvent_t uploaded[2], used[2];
	cublasHandle_t handle;

	cudaMallocHost((void **)&data, BATCHES * BATCH * sizeof *data);
	for (int i = 0; i < BATCHES * BATCH; i++)
		data[i] = (float)(i / BATCH);
	cudaMalloc((void **)&sum, BATCH * sizeof *sum);
	cudaMemset(sum, 0, BATCH * sizeof *sum);
	cudaDeviceSynchronize();
	cudaStreamCreateWithFlags(&upload, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
	for (int k = 0; k < 2; k++) {
		cudaMalloc((void **)&batch[k], BATCH * sizeof *batch[k]);
		cudaEventCreateWithFlags(&uploaded[k], cudaEventDisableTiming);
		cudaEventCreateWithFlags(&used[k], cudaEventDisableTiming);
	}
	cublasCreate(&handle);
	cublasSetStream(handle, compute);

	for (int i = 0; i < BATCHES; i++) {
		int k = i % 2;
		cudaStreamWaitEvent(upload, used[k], 0); /* at first: never recorded, no wait */
		cudaMemcpyAsync(batch[k], data + (size_t)i * BATCH, BATCH * sizeof *data,
				cudaMemcpyHostToDevice, upload);
		cudaEventRecord(uploaded[k], upload);
		cudaStreamWaitEvent(compute, uploaded[k], 0);
		cublasSaxpy(handle, BATCH, &one, batch[k], 1, sum, 1);
		cudaEventRecord(used[k], compute);
	}
	cudaMemcpyAsync(&first, sum, sizeof first, cudaMemcpyDeviceToHost, compute);
	cudaStreamSynchronize(compute);
	printf("sum = %g\n", first);

	cublasDestroy(handle);
	for (int k = 0; k < 2; k++) {
		cudaEventDestroy(uploaded[k]);
		cudaEventDestroy(used[k]);
		cudaFree(batch[k]);
	}
	cudaStreamDestroy(upload);
	cudaStreamDestroy(compute);
	cudaFreeHost(data);
	cudaFree(sum);
	return 0;
}
