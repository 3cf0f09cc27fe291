/* One training step of a network with one hidden layer: forward, loss, backward, update. */
/* expect: nothing */
/* prints: loss went down */
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define IN     6
#define HIDDEN 8
#define OUT    3
#define BATCH  16
#define RATE   0.01F

#define CHECK(call)                                                                                \
	do {                                                                                       \
		if ((int)(call) != 0) {                                                            \
			printf("failed: %s\n", #call);                                             \
			return -1;                                                                 \
		}                                                                                  \
	} while (0)

static cublasHandle_t h;

static float *upload(int count, int seed)
{
	static float host[IN * HIDDEN * BATCH];
	float *device;
	for (int i = 0; i < count; i++)
		host[i] = (float)((i * 37 + seed * 11) % 19 - 9) / 20;
	if (cudaMalloc((void **)&device, (size_t)count * sizeof *device) != cudaSuccess)
		return NULL;
	cudaMemcpy(device, host, (size_t)count * sizeof *device, cudaMemcpyHostToDevice);
	return device;
}

/* c := alpha op(a) op(b) + beta c */
static int product(cublasOperation_t ta, cublasOperation_t tb, int m, int n, int k, float alpha,
		   const float *a, const float *b, float beta, float *c)
{
	return (int)cublasSgemm(h, ta, tb, m, n, k, &alpha, a, ta == CUBLAS_OP_N ? m : k, b,
				tb == CUBLAS_OP_N ? k : n, &beta, c, m);
}

int main(void)
{
	const cublasOperation_t N = CUBLAS_OP_N, T = CUBLAS_OP_T;
	float *x = upload(IN * BATCH, 1), *target = upload(OUT * BATCH, 2);
	float *w1 = upload(HIDDEN * IN, 3), *w2 = upload(OUT * HIDDEN, 4);
	float *hidden, *error, *back, *g1, *g2, loss[10];
	const float minus = -1, rate = -RATE;
	cudaStream_t s;

	CHECK(cudaStreamCreate(&s));
	CHECK(cublasCreate(&h));
	CHECK(cublasSetStream(h, s));
	CHECK(cudaMalloc((void **)&hidden, HIDDEN * BATCH * sizeof(float)));
	CHECK(cudaMalloc((void **)&error, OUT * BATCH * sizeof(float)));
	CHECK(cudaMalloc((void **)&back, HIDDEN * BATCH * sizeof(float)));
	CHECK(cudaMalloc((void **)&g1, HIDDEN * IN * sizeof(float)));
	CHECK(cudaMalloc((void **)&g2, OUT * HIDDEN * sizeof(float)));
	for (int step = 0; step < 10; step++) {
		CHECK(product(N, N, HIDDEN, BATCH, IN, 1, w1, x, 0, hidden));
		CHECK(product(N, N, OUT, BATCH, HIDDEN, 1, w2, hidden, 0, error));
		CHECK(cublasSaxpy(h, OUT * BATCH, &minus, target, 1, error, 1));
		CHECK(cublasSnrm2(h, OUT * BATCH, error, 1, &loss[step]));
		CHECK(product(N, T, OUT, HIDDEN, BATCH, 1, error, hidden, 0, g2));
		CHECK(product(T, N, HIDDEN, BATCH, OUT, 1, w2, error, 0, back));
		CHECK(product(N, T, HIDDEN, IN, BATCH, 1, back, x, 0, g1));
		CHECK(cublasSaxpy(h, HIDDEN * IN, &rate, g1, 1, w1, 1));
		CHECK(cublasSaxpy(h, OUT * HIDDEN, &rate, g2, 1, w2, 1));
	}
	CHECK(cudaStreamSynchronize(s));
	printf("loss went %s\n", loss[9] < loss[0] ? "down" : "up");

	float *all[] = {x, target, w1, w2, hidden, error, back, g1, g2};
	for (int i = 0; i < 9; i++)
		CHECK(cudaFree(all[i]));
	CHECK(cublasDestroy(h));
	CHECK(cudaStreamDestroy(s));
	return 0;
}
