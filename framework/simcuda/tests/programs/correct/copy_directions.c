/* Every direction of cudaMemcpy, named and as cudaMemcpyDefault. */
/* expect: nothing */
/* prints: 1 2 3 4 */
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
	int in[4] = {1, 2, 3, 4}, between[4], out[4], *a, *b;

	cudaMalloc((void **)&a, sizeof in);
	cudaMalloc((void **)&b, sizeof in);
	cudaMemcpy(between, in, sizeof in, cudaMemcpyHostToHost);
	cudaMemcpy(a, between, 8, cudaMemcpyHostToDevice);
	cudaMemcpy(a + 2, between + 2, 8, cudaMemcpyDefault);
	cudaMemcpy(b, a, 8, cudaMemcpyDeviceToDevice);
	cudaMemcpy(b + 2, a + 2, 8, cudaMemcpyDefault);
	cudaMemcpy(out, b, 8, cudaMemcpyDeviceToHost);
	cudaMemcpy(out + 2, b + 2, 8, cudaMemcpyDefault);
	printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
	cudaFree(a);
	cudaFree(b);
	return 0;
}
