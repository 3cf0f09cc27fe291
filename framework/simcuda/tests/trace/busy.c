/* What trace.test traces: two streams, all kinds of copies, events, an error, and several ways to
 * end. Prints the counters with which the trace has to agree. */
#include <cublas_v2.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "simcuda.h"

#define N     64
#define BYTES (sizeof(float) * N * N)

static cudaStream_t stream[2];
static float *pinned, *a[2], *b, *c;

static void *other_thread(void *own_stream)
{
	static float host[N];
	float *device;
	cudaMalloc((void **)&device, sizeof host);
	for (int i = 0; i < 20; i++)
		cudaMemcpyAsync(device, host, sizeof host, cudaMemcpyHostToDevice, own_stream);
	cudaStreamSynchronize(own_stream);
	cudaFree(device);
	return NULL;
}

static void run_threads(void)
{
	pthread_t thread[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&thread[i], NULL, other_thread, cudaStreamPerThread);
	for (int i = 0; i < 4; i++)
		pthread_join(thread[i], NULL);
}

static void print_counters(void)
{
	SimcudaCounters n;
	simcuda_counters(&n);
	printf("kernel=%llu fill=%llu h2d=%llu d2h=%llu p2p=%llu bytes_h2d=%llu bytes_d2h=%llu "
	       "bytes_p2p=%llu\n",
	       (unsigned long long)n.launches, (unsigned long long)n.memsets,
	       (unsigned long long)n.copies_h2d, (unsigned long long)n.copies_d2h,
	       (unsigned long long)n.copies_p2p, (unsigned long long)n.bytes_h2d,
	       (unsigned long long)n.bytes_d2h, (unsigned long long)n.bytes_p2p);
	fflush(stdout);
}

static void print_peak(void)
{
	char line[256];
	FILE *status = fopen("/proc/self/status", "r");
	while (status && fgets(line, sizeof line, status))
		if (strncmp(line, "VmHWM:", 6) == 0)
			printf("peak %ld\n", strtol(line + 6, NULL, 10));
	if (status)
		fclose(status);
}

static void products(cublasHandle_t handle, cudaEvent_t event, int rounds)
{
	float one = 1, zero = 0, norm;
	for (int i = 0; i < rounds; i++) {
		int k = i % 2;
		cublasSetStream(handle, stream[k]);
		cudaMemcpyAsync(a[k], pinned, BYTES, cudaMemcpyHostToDevice, stream[k]);
		cudaEventRecord(event, stream[k]);
		cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a[k], N, a[k], N,
			    &zero, c, N);
		cudaEventRecord(event, stream[k]);
		cudaStreamWaitEvent(stream[!k], event, 0);
	}
	cublasSnrm2(handle, N * N, a[0], 1, &norm);
}

static void end_as(const char *what)
{
	if (strcmp(what, "exit") == 0)
		exit(3);
	if (strcmp(what, "abort") == 0)
		abort();
	if (strcmp(what, "kill") == 0)
		raise(SIGKILL);
	if (strcmp(what, "null") == 0)
		*(volatile char *)(uintptr_t)(what[0] - 'n') = 1;
	if (strcmp(what, "device") == 0)
		*(volatile float *)c = 1;
	if (strcmp(what, "fork") == 0) {
		if (fork() == 0)
			exit(0);
		wait(NULL);
	}
	if (strcmp(what, "finish") == 0) {
		simcuda_finish();
		cudaMemset(c, 0, BYTES);
		print_counters();
	}
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	int rounds = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 10;
	float *pageable = calloc(1, BYTES);
	cudaEvent_t event;
	cublasHandle_t handle;
	struct timespec now;
	cudaMallocHost((void **)&pinned, BYTES);
	for (int i = 0; i < 2; i++) {
		cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking);
		cudaMalloc((void **)&a[i], BYTES);
		cudaMemcpy(a[i], pageable, BYTES, cudaMemcpyHostToDevice); /* LINE pageable */
	}
	cudaMalloc((void **)&c, BYTES);
	cudaMemset(c, 0, BYTES);
	cudaEventCreate(&event);
	cublasCreate(&handle);
	cudaDeviceSynchronize();
	simcuda_host_work(1e6, 0);
	if (strcmp(what, "window") == 0)
		cudaProfilerStart();
	products(handle, event, rounds);
	cudaProfilerStop();
	cudaDeviceSynchronize();
	cudaMemcpyAsync(pinned, c, BYTES, cudaMemcpyDeviceToHost, stream[0]);
	cudaFree((void *)pageable); /* an error */
	cudaSetDevice(1);
	cudaMalloc((void **)&b, BYTES);
	cudaMemcpyPeer(b, 1, c, 0, BYTES);
	cudaDeviceSynchronize();
	cudaSetDevice(0);
	cudaDeviceSynchronize();
	clock_gettime(CLOCK_MONOTONIC, &now);
	if (strcmp(what, "threads") == 0)
		run_threads();
	if (strcmp(what, "clock") == 0)
		printf("%ld.%09ld\n", (long)now.tv_sec, now.tv_nsec);
	else
		print_counters();
	end_as(what);
	if (strcmp(what, "memory") == 0)
		print_peak();
	cublasDestroy(handle);
	for (int i = 0; i < 2; i++) {
		cudaFree(a[i]);
		cudaStreamDestroy(stream[i]);
	}
	cudaFree(b);
	cudaFree(c);
	cudaEventDestroy(event);
	cudaFreeHost(pinned);
	free(pageable);
	return 0;
}
