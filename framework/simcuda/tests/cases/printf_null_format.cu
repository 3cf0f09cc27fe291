// expect: host-pointer "kernel say reads 1 byte through a null pointer"

#include <cstdio>

__global__ void say(const char *text)
{
	printf(text);
}

int main()
{
	say<<<1, 1>>>(nullptr);
	cudaDeviceSynchronize();
}
