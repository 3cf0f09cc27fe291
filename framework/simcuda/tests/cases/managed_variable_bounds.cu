// expect: out-of-bounds "kernel fill writes 4 bytes at offset 400 of 400 bytes of managed memory, 4 bytes past its end: managed_variable_bounds.cu:LINE(data[threadIdx), block 0, thread 100"
__managed__ int data[100];
__managed__ int other[100];

__global__ void fill()
{
	data[threadIdx.x] = 1;
}

int main()
{
	fill<<<1, 128>>>();
	cudaDeviceSynchronize();
	return other[0];
}
