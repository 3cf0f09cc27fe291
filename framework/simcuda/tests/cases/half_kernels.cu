// expect: silent
// prints: dot 2016.0
// prints: pair 3.0 -1.0, sum 496.0, count 64.0 32.0

#include <cstdio>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

// a product of two vectors, two numbers at a time
__global__ void dot(const half2 *a, const half2 *b, float *result)
{
	half2 value = __hmul2(a[threadIdx.x], b[threadIdx.x]);
	float sum = __low2float(value) + __high2float(value);
	for (int step = 16; step > 0; step /= 2)
		sum += __shfl_down_sync(0xffffffff, sum, step);
	if (threadIdx.x == 0)
		*result = sum;
}

__global__ void others(half *count, __nv_bfloat16 *count_2)
{
	half2 pair = __floats2half2_rn(1, 2);
	pair = __hfma2(pair, __float2half2_rn(2.0f), half2(1.0f, -5.0f));
	half sum = (float)threadIdx.x;
	for (int step = 16; step > 0; step /= 2)
		sum += __shfl_xor_sync(0xffffffff, sum, step);
	atomicAdd(count, half(2.0f));
	atomicAdd(count_2, __nv_bfloat16(1.0f));
	__syncwarp();
	if (threadIdx.x == 0)
		printf("pair %.1f %.1f, sum %.1f, ", __low2float(pair), (float)pair.y, (float)sum);
}

int main()
{
	static half2 x[32];
	half2 *a, *b;
	float *result, value;
	half *count, sum;
	__nv_bfloat16 *count_2, sum_2;
	for (int i = 0; i < 32; i++)
		x[i] = half2(2.0f * i, 2.0f * i + 1);
	cudaMalloc(&a, sizeof x);
	cudaMalloc(&b, sizeof x);
	cudaMalloc(&result, sizeof(float));
	cudaMalloc(&count, sizeof(half));
	cudaMalloc(&count_2, sizeof(half));
	cudaMemset(count, 0, sizeof(half));
	cudaMemset(count_2, 0, sizeof(half));
	cudaMemcpy(a, x, sizeof x, cudaMemcpyHostToDevice);
	for (int i = 0; i < 32; i++)
		x[i] = half2(1.0f, 1.0f);
	cudaMemcpy(b, x, sizeof x, cudaMemcpyHostToDevice);
	dot<<<1, 32>>>(a, b, result);
	cudaMemcpy(&value, result, sizeof value, cudaMemcpyDeviceToHost);
	printf("dot %.1f\n", value);
	others<<<1, 32>>>(count, count_2);
	cudaMemcpy(&sum, count, sizeof sum, cudaMemcpyDeviceToHost);
	cudaMemcpy(&sum_2, count_2, sizeof sum_2, cudaMemcpyDeviceToHost);
	printf("count %.1f %.1f\n", __half2float(sum), __bfloat162float(sum_2));
	cudaFree(a);
	cudaFree(b);
	cudaFree(result);
	cudaFree(count);
	cudaFree(count_2);
}
