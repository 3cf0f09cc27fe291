/* one_stream_two_streams.c - four times a block is sent, multiplied and fetched: first all in one
 * stream, then in two in turn, so that a copy runs beside a product. machine: 1xa100 */
#include <string.h>

#include "timeline.h"

#define N      1024
#define BYTES  ((size_t)N * N * sizeof(float))
#define ROUNDS 4

int main(void)
{
	cublasHandle_t handle;
	cudaStream_t stream[2];
	float *in[2], *out[2], *from[2], *to[2], one = 1, zero = 0;

	MUST(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
	for (int i = 0; i < 2; i++) {
		CUDA(cudaStreamCreate(&stream[i]));
		CUDA(cudaMallocHost((void **)&from[i], BYTES));
		CUDA(cudaMallocHost((void **)&to[i], BYTES));
		CUDA(cudaMalloc((void **)&in[i], BYTES));
		CUDA(cudaMalloc((void **)&out[i], BYTES));
		memset(from[i], 0, BYTES);
	}
	figure_begin();
	for (int streams = 1; streams <= 2; streams++) {
		for (int round = 0; round < ROUNDS; round++) {
			int i = streams == 1 ? 0 : round % 2;
			CUDA(cudaMemcpyAsync(in[i], from[i], BYTES, cudaMemcpyHostToDevice,
					     stream[i]));
			cublasSetStream(handle, stream[i]);
			MUST(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, in[i], N,
					 in[i], N, &zero, out[i], N) == CUBLAS_STATUS_SUCCESS);
			CUDA(cudaMemcpyAsync(to[i], out[i], BYTES, cudaMemcpyDeviceToHost,
					     stream[i]));
		}
		CUDA(cudaDeviceSynchronize());
	}
	figure_end();
	for (int i = 0; i < 2; i++) {
		CUDA(cudaFree(out[i]));
		CUDA(cudaFree(in[i]));
		CUDA(cudaFreeHost(to[i]));
		CUDA(cudaFreeHost(from[i]));
		CUDA(cudaStreamDestroy(stream[i]));
	}
	cublasDestroy(handle);
	return 0;
}
