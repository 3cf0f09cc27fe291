/* bench_matmul.c - tensor_matmul() on the CPU against the same product by the BLAS alone.
 *
 * The framework's call allocates its result, and checks; the BLAS writes where it always does. Both
 * leave the number of threads to the BLAS, then both with one: which is better depends on the size,
 * and on the machine. */
#include <cblas.h>
#include <stdio.h>

#include "framework/bench/rounds.h"
#include "usegpu/tensor.h"

/* OpenBLAS's own, which its cblas.h declares, but not as weak; other BLASes have none of them. */
/* NOLINTBEGIN(readability-redundant-declaration) */
extern void openblas_set_num_threads(int threads) __attribute__((weak));
extern int openblas_get_num_threads(void) __attribute__((weak));
/* NOLINTEND(readability-redundant-declaration) */

#define WORK 2e8 /* floating point operations of a round, at least */

typedef struct Product {
	int n, calls;
	Tensor *a, *b, *out;
} Product;

static void by_blas(void *argument)
{
	const Product *p = argument;
	for (int i = 0; i < p->calls; i++)
		cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, p->n, p->n, p->n, 1,
			    tensor_data(p->a), p->n, tensor_data(p->b), p->n, 0,
			    tensor_data(p->out), p->n);
}

static void by_tensor(void *argument)
{
	const Product *p = argument;
	for (int i = 0; i < p->calls; i++)
		tensor_free(need(tensor_matmul(p->a, p->b)));
}

static void bench(int n)
{
	double flops = 2.0 * n * n * n;
	Product p = {.n = n, .calls = 1 + (int)(WORK / flops)};
	p.a = need(tensor_uniform(SHAPE(n, n), 1, device_cpu()));
	p.b = need(tensor_uniform(SHAPE(n, n), 2, device_cpu()));
	p.out = need(tensor_zeros(SHAPE(n, n), device_cpu()));
	Way ways[] = {{"BLAS", by_blas, &p, p.calls, 0}, {"tensor", by_tensor, &p, p.calls, 0}};
	rounds_run(ways, 2, n < 1024 ? 40 : 12, 0);
	printf("  n = %-5d %9s  %6.4g GFLOP/s  %.3f of the BLAS's rate\n", n, time_text(ways[1].ns),
	       flops / ways[1].ns, ways[0].ns / ways[1].ns);
	tensor_free(p.out);
	tensor_free(p.b);
	tensor_free(p.a);
}

int main(void)
{
	int most = openblas_get_num_threads ? openblas_get_num_threads() : 0;
	for (int threads = most; threads >= 0; threads = threads > 1 ? 1 : -1) {
		if (threads > 0)
			openblas_set_num_threads(threads);
		printf("tensor_matmul of two (n, n) on the CPU against cblas_sgemm (threads: "
		       "%d%s)\n",
		       threads, threads ? "" : ", which is not known");
		for (int n = 64; n <= 2048; n *= 2)
			bench(n);
	}
	return 0;
}
