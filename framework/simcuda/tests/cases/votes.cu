// expect: silent
// prints: 49249249 1 1 ff00 ffffffff 1 10 1 1 3 1b 100 1

#include <cstdio>
__global__ void v(unsigned *out)
{
	int i = threadIdx.x;
	unsigned b = __ballot_sync(0xffffffff, i % 3 == 0);
	int any = __any_sync(0xffffffff, i == 5), all = __all_sync(0xffffffff, i < 32);
	unsigned m = __match_any_sync(0xffffffff, i / 8);
	int p;
	unsigned ma = __match_all_sync(0xffffffff, 7, &p);
	int c = __syncthreads_count(i & 1), o = __syncthreads_or(i == 3),
	    a = __syncthreads_and(i < 40);
	long long s = __shfl_sync(0xffffffff, (long long)i << 33, 3);
	double d = __shfl_xor_sync(0xffffffff, 1.5 * i, 1);
	if (i == 8) {
		out[0] = b;
		out[1] = any;
		out[2] = all;
		out[3] = m;
		out[4] = ma;
		out[5] = p;
		out[6] = c;
		out[7] = o;
		out[8] = a;
		out[9] = s >> 33;
		out[10] = d * 2;
		out[11] = __activemask();
		out[12] = __popc(__activemask());
	}
}
int main()
{
	unsigned *x, h[13];
	cudaMalloc(&x, sizeof h);
	v<<<1, 32>>>(x);
	cudaMemcpy(h, x, sizeof h, cudaMemcpyDeviceToHost);
	for (int i = 0; i < 13; i++)
		printf("%x%s", h[i], i < 12 ? " " : "");
	printf("\n");
	cudaFree(x);
}
