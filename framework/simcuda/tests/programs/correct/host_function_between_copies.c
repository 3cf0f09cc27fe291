/* Host functions use pinned buffers that other streams send and fill: behind an event, in the same
 * stream, while another one only reads too, and beside work on other buffers. */
/* expect: nothing */
/* prints: 7 499500 */
#include <cuda_runtime.h>
#include <stdio.h>

#define N 1000

typedef struct Job {
	float *from, *to;
	double sum;
} Job;

static void CUDART_CB prepare(void *argument)
{
	Job *job = argument;

	for (int i = 0; i < N; i++)
		job->to[i] = (float)i;
}

static void CUDART_CB add_up(void *argument)
{
	Job *job = argument;

	job->sum = 0;
	for (int i = 0; i < N; i++)
		job->sum += job->from[i];
}

int main(void)
{
	const size_t bytes = N * sizeof(float);
	float *sent, *next, *got, *gpu;
	cudaStream_t copies, host_work;
	cudaEvent_t event;
	Job job;

	cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&host_work, cudaStreamNonBlocking);
	cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
	cudaMalloc((void **)&gpu, bytes);
	cudaMallocHost((void **)&sent, bytes);
	cudaMallocHost((void **)&next, bytes);
	cudaMallocHost((void **)&got, bytes);
	for (int i = 0; i < N; i++)
		sent[i] = 0;
	sent[3] = 7;

	/* sends one buffer while the host reads it too, and writes another one */
	job = (Job){.from = sent, .to = next};
	cudaMemcpyAsync(gpu, sent, bytes, cudaMemcpyHostToDevice, copies);
	cudaLaunchHostFunc(host_work, add_up, &job);
	cudaLaunchHostFunc(host_work, prepare, &job);
	cudaDeviceSynchronize();
	printf("%g ", job.sum);

	/* sends what the host function has written, which waits for the copy before it */
	cudaMemcpyAsync(gpu, next, bytes, cudaMemcpyHostToDevice, copies);
	cudaEventRecord(event, copies);
	cudaStreamWaitEvent(host_work, event, 0);
	cudaLaunchHostFunc(host_work, prepare, &job);
	cudaMemcpyAsync(gpu, next, bytes, cudaMemcpyHostToDevice, host_work);
	cudaMemcpyAsync(got, gpu, bytes, cudaMemcpyDeviceToHost, host_work);
	job.from = got;
	cudaLaunchHostFunc(host_work, add_up, &job);
	cudaDeviceSynchronize();
	printf("%g\n", job.sum);

	cudaFreeHost(sent);
	cudaFreeHost(next);
	cudaFreeHost(got);
	cudaFree(gpu);
	cudaEventDestroy(event);
	cudaStreamDestroy(copies);
	cudaStreamDestroy(host_work);
	return 0;
}
