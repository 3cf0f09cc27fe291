/* asks how much is free, and looks no further */
int before;
size_t available, total;
cudaGetDevice(&before);
cudaSetDevice(gpu);
cudaMemGetInfo(&available, &total);
pair[0] = pair[1] = NULL;
*missing = 2 * bytes > available ? 2 * bytes - available : 0;
if (*missing == 0) {
	cudaMalloc(&pair[0], bytes);
	cudaMalloc(&pair[1], bytes);
}
cudaSetDevice(before);
return *missing ? -1 : 0;
