/* asks for one GPU after the other until there is none */
struct cudaDeviceProp properties;
int count = 0;
while (cudaGetDeviceProperties(&properties, count) == cudaSuccess)
	count++;
(void)cudaGetLastError();
return count;
