/* Allocates, uses and frees in a loop: addresses may come back, mistakes do not. */
/* expect: nothing */
/* prints: 100 rounds */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	int good = 0;

	for (int i = 0; i < 100; i++) {
		unsigned char *x, back[2];
		size_t bytes = (size_t)(i * 977 % 5000 + 2);
		cudaMalloc((void **)&x, bytes);
		cudaMemset(x, i, bytes);
		cudaMemcpy(back, x + bytes - 2, 2, cudaMemcpyDeviceToHost);
		good += back[0] == i && back[1] == i;
		cudaFree(x);
	}
	printf("%d rounds\n", good);
	return 0;
}
