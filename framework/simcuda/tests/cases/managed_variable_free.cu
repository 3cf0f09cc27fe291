// expect: host-pointer "cudaFree is given a __managed__ variable; it takes what cudaMalloc returned (managed_variable_free.cu:LINE(printf(")"
// prints: cudaErrorInvalidValue
#include <cstdio>

__managed__ int data[100] = {1};

int main()
{
	printf("%s\n", cudaGetErrorName(cudaFree(data)));
}
