// expect: silent
// prints: 992 3040 1 16
// prints: cudaSuccess
// prints: 127 0 cudaSuccess

#include <cstdio>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void tiles(int *out)
{
	cg::thread_block block = cg::this_thread_block();
	auto tile = cg::tiled_partition<32>(block);
	auto small = cg::tiled_partition<4>(tile);
	int v = block.thread_rank();
	int s = cg::reduce(tile, v, cg::plus<int>());
	int t = small.shfl_down(v, 1);
	for (int i = tile.size() / 2; i > 0; i /= 2)
		v += tile.shfl_down(v, i);
	block.sync();
	tile.sync();
	if (tile.thread_rank() == 0)
		out[tile.meta_group_rank()] = v + s;
	if (block.thread_rank() == 0)
		out[10] = t;
	if (threadIdx.x % 2) {
		auto c = cg::coalesced_threads();
		if (c.thread_rank() == 0)
			out[11] = c.size();
	}
}
__global__ void grid(int *x, int n)
{
	cg::grid_group g = cg::this_grid();
	int i = g.thread_rank();
	x[i] = i;
	g.sync();
	int v = x[n - 1 - i];
	g.sync();
	x[i] = v;
}
int main()
{
	int *x, h[128], n = 128;
	cudaMalloc(&x, sizeof h);
	cudaMemset(x, 0, sizeof h);
	tiles<<<1, 64>>>(x);
	cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d %d %d %d\n", h[0], h[1], h[10], h[11]);
	void *args[] = {&x, &n};
	cudaError_t e = cudaLaunchCooperativeKernel((void *)grid, dim3(4), dim3(32), args, 0, 0);
	printf("%s\n", cudaGetErrorName(e));
	cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
	printf("%d %d %s\n", h[0], h[127], cudaGetErrorName(cudaGetLastError()));
	cudaFree(x);
}
