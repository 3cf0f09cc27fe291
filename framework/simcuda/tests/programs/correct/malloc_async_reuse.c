/* Allocates and frees in stream order, again and again, without ever waiting in between. */
/* expect: nothing */
/* prints: sum = 45 */
#include <cuda_runtime.h>
#include <stdio.h>

#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t status = (call);                                                       \
		if (status != cudaSuccess) {                                                       \
			printf("%s: %s\n", #call, cudaGetErrorString(status));                     \
			return 1;                                                                  \
		}                                                                                  \
	} while (0)

int main(void)
{
	unsigned char *results;
	int sum = 0;
	cudaStream_t s;

	CHECK(cudaStreamCreate(&s));
	CHECK(cudaMallocHost((void **)&results, 10));
	for (int i = 0; i < 10; i++) {
		void *scratch;
		CHECK(cudaMallocAsync(&scratch, 1 << 20, s));
		CHECK(cudaMemsetAsync(scratch, i, 1 << 20, s));
		CHECK(cudaMemcpyAsync(results + i, scratch, 1, cudaMemcpyDeviceToHost, s));
		CHECK(cudaFreeAsync(scratch, s));
	}
	CHECK(cudaStreamSynchronize(s));
	for (int i = 0; i < 10; i++)
		sum += results[i];
	printf("sum = %d\n", sum);
	CHECK(cudaFreeHost(results));
	CHECK(cudaStreamDestroy(s));
	return 0;
}
