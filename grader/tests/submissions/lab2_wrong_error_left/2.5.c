/* running out of memory leaves an error behind */
int before = 0;
size_t available, total;
cudaGetDevice(&before);
cudaSetDevice(gpu);
cudaMemGetInfo(&available, &total);
pair[0] = pair[1] = NULL;
*missing = 0;
if (cudaMalloc(&pair[0], bytes) != cudaSuccess || cudaMalloc(&pair[1], bytes) != cudaSuccess) {
	cudaFree(pair[0]);
	pair[0] = pair[1] = NULL;
	*missing = 2 * bytes - available;
}
cudaSetDevice(before);
return *missing ? -1 : 0;
