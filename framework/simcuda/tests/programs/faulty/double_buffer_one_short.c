/* Uploads the next batch while the last one is used, with one buffer on the GPU instead of two. */
/* expect: race at @upload and @use */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define BATCH   1024
#define BATCHES 4

int main(void)
{
	float *data, *batch, *sum;
	const float one = 1;
	cudaStream_t upload, compute;
	cudaEvent_t uploaded;
	cublasHandle_t handle;

	cudaMallocHost((void **)&data, BATCHES * BATCH * sizeof *data);
	for (int i = 0; i < BATCHES * BATCH; i++)
		data[i] = (float)(i / BATCH);
	cudaMalloc((void **)&batch, BATCH * sizeof *batch);
	cudaMalloc((void **)&sum, BATCH * sizeof *sum);
	cudaMemset(sum, 0, BATCH * sizeof *sum);
	cudaDeviceSynchronize();
	cudaStreamCreateWithFlags(&upload, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&compute, cudaStreamNonBlocking);
	cudaEventCreateWithFlags(&uploaded, cudaEventDisableTiming);
	cublasCreate(&handle);
	cublasSetStream(handle, compute);

	for (int i = 0; i < BATCHES; i++) {
		/* @upload */
		cudaMemcpyAsync(batch, data + (size_t)i * BATCH, BATCH * sizeof *data,
				cudaMemcpyHostToDevice, upload);
		cudaEventRecord(uploaded, upload);
		cudaStreamWaitEvent(compute, uploaded, 0);
		cublasSaxpy(handle, BATCH, &one, batch, 1, sum, 1); /* @use */
	}
	cudaStreamSynchronize(compute);

	cublasDestroy(handle);
	cudaEventDestroy(uploaded);
	cudaStreamDestroy(upload);
	cudaStreamDestroy(compute);
	cudaFreeHost(data);
	cudaFree(batch);
	cudaFree(sum);
	return 0;
}
