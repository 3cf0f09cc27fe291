// expect: out-of-bounds "kernel say reads 1 byte at offset 16 of an allocation of 16 bytes on GPU 0, 1 byte past its end: printf_bad_string.cu:LINE(printf(), block 0, thread 0"

#include <cstdio>

__global__ void say(const char *text)
{
	printf("%s\n", text);
}

int main()
{
	char *text;
	cudaMalloc(&text, 16);
	cudaMemset(text, 'a', 16); // no 0 at its end
	say<<<1, 1>>>(text);
	cudaDeviceSynchronize();
	cudaFree(text);
}
