/* counts the two from one */
int before = 0, status = 0;
size_t available = 0, total;
cudaGetDevice(&before);
cudaSetDevice(gpu);
cudaMemGetInfo(&available, &total);
pair[0] = pair[1] = pair[2] = NULL;
*missing = 0;
if (cudaMalloc(&pair[0], bytes) != cudaSuccess ||
    cudaMalloc(&pair[1], bytes) != cudaSuccess) {
	cudaFree(pair[0]); /* the first may have fitted */
	cudaGetLastError();
	pair[0] = pair[1] = NULL;
	*missing = 2 * bytes > available ? 2 * bytes - available : 1;
	status = -1;
}
cudaSetDevice(before);
return status;
