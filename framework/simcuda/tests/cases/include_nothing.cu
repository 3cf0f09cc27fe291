// expect: silent
// prints: 2.5 abc 3
// What a file with kernels has without an #include, as with nvcc; and NVIDIA's guards, by which helpers ask what is there.

#include <cstdio>

#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__) || !defined(__VECTOR_TYPES_H__)
#error "programs ask whether CUDA's types and calls are there"
#endif

__global__ void half(float *x)
{
	x[threadIdx.x] = fabsf(x[threadIdx.x]) / 2;
}

int main()
{
	float host[2] = {5, 6}, *x;
	char text[8];
	cudaMalloc(&x, sizeof host);
	cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
	half<<<1, 2>>>(x);
	cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost);
	cudaFree(x);
	strcpy(text, "abc");
	printf("%g %s %g\n", fabs(host[0]), text, sqrt(host[1] * 3));
	return 0;
}
