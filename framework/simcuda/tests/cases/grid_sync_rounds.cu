// expect: silent
// prints: 0 wrong

#include <cooperative_groups.h>
#include <cstdio>

// 20 rounds of a smoothing over the whole grid in one launch, in two arrays
__global__ void smooth(int *x, int *y, int n)
{
	auto grid = cooperative_groups::this_grid();
	int i = (int)grid.thread_rank();
	for (int round = 0; round < 20; round++) {
		y[i] = x[(i + 1) % n] + x[(i + n - 1) % n];
		grid.sync();
		x[i] = y[i] % 1000;
		grid.sync();
	}
}

int main()
{
	const int n = 192;
	int size = n, a[n], b[n], c[n], wrong = 0, *x, *y;
	for (int i = 0; i < n; i++)
		a[i] = c[i] = i * i % 101;
	cudaMalloc(&x, sizeof a);
	cudaMalloc(&y, sizeof a);
	cudaMemcpy(x, a, sizeof a, cudaMemcpyHostToDevice);
	void *arguments[] = {&x, &y, &size};
	cudaLaunchCooperativeKernel((void *)smooth, dim3(3), dim3(64), arguments, 0, 0);
	cudaMemcpy(a, x, sizeof a, cudaMemcpyDeviceToHost);
	for (int round = 0; round < 20; round++) {
		for (int i = 0; i < n; i++)
			b[i] = c[(i + 1) % n] + c[(i + n - 1) % n];
		for (int i = 0; i < n; i++)
			c[i] = b[i] % 1000;
	}
	for (int i = 0; i < n; i++)
		wrong += a[i] != c[i];
	printf("%d wrong\n", wrong);
	cudaFree(x);
	cudaFree(y);
}
