// expect: silent
// prints: 6 22 38 54 70 86 102 118, 9

#include <cstdio>

// eight tiles of a warp, each with a mask of its own, at one instruction
__global__ void tiles(int *x)
{
	int lane = threadIdx.x, value = lane;
	unsigned mask = 0xfu << (lane / 4 * 4);
	for (int step = 2; step > 0; step /= 2)
		value += __shfl_down_sync(mask, value, step, 4);
	if (lane % 4 == 0)
		x[lane / 4] = value;
	if (lane < 10) {
		__syncwarp(0x3ff);
		if (lane == 9)
			x[8] = __popc(__match_any_sync(1u << 9, lane)) + 8;
	}
}

int main()
{
	int *x, y[9];
	cudaMalloc(&x, sizeof y);
	tiles<<<1, 32>>>(x);
	cudaMemcpy(y, x, sizeof y, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 8; i++)
		printf("%d%s", y[i], i < 7 ? " " : "");
	printf(", %d\n", y[8]);
	cudaFree(x);
}
