/* A host function in the stream adds up what the copy before it has brought. */
/* expect: nothing */
/* prints: 300 */
#include <cuda_runtime.h>
#include <stdio.h>

#define N 100

typedef struct Job {
	unsigned char *data;
	int sum;
} Job;

static void CUDART_CB add_up(void *argument)
{
	Job *job = argument;
	for (int i = 0; i < N; i++)
		job->sum += job->data[i];
}

int main(void)
{
	Job job = {NULL, 0};
	unsigned char *x;
	cudaStream_t s;

	cudaMalloc((void **)&x, N);
	cudaMallocHost((void **)&job.data, N);
	cudaStreamCreate(&s);
	cudaMemsetAsync(x, 3, N, s);
	cudaMemcpyAsync(job.data, x, N, cudaMemcpyDeviceToHost, s);
	cudaLaunchHostFunc(s, add_up, &job);
	cudaStreamSynchronize(s);
	printf("%d\n", job.sum);
	cudaStreamDestroy(s);
	cudaFreeHost(job.data);
	cudaFree(x);
	return 0;
}
