/* A log whose every line has a time stamp, written while work is queued. */
/* expect: nothing */
/* prints: 5 lines */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <time.h>

#define N (1 << 18)

static int lines;

static void say(const char *text)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	fprintf(stderr, "%ld.%06ld %s\n", (long)now.tv_sec, now.tv_nsec / 1000, text);
	lines++;
}

int main(void)
{
	float *x;
	const float half = 0.5F;
	cublasHandle_t h;

	say("start");
	cudaMalloc((void **)&x, N * sizeof *x);
	cudaMemset(x, 0, N * sizeof *x);
	cublasCreate(&h);
	for (int epoch = 0; epoch < 3; epoch++) {
		cublasSscal(h, N, &half, x, 1);
		say("epoch queued");
	}
	cudaDeviceSynchronize();
	say("done");
	printf("%d lines\n", lines);

	cublasDestroy(h);
	cudaFree(x);
	return 0;
}
