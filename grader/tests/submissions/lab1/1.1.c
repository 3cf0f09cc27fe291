/* lab1_right_by_probing: pass */
/* asks for one GPU after the other until there is none */
struct cudaDeviceProp properties;
int count = 0;
while (cudaGetDeviceProperties(&properties, count) == cudaSuccess)
	count++;
(void)cudaGetLastError();
return count;

/* lab1_wrong_error_left: fail , from lab1_devices.c: */
/* without a GPU the call fails, and nobody takes the error away */
int count = 0;
cudaGetDeviceCount(&count);
return count;
