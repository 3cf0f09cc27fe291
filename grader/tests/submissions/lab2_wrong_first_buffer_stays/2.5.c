/* when the second does not fit, the first is forgotten */
int before = 0;
size_t available, total;
cudaGetDevice(&before);
cudaSetDevice(gpu);
cudaMemGetInfo(&available, &total);
*missing = 0;
cudaError_t first = cudaMalloc(&pair[0], bytes), second = cudaMalloc(&pair[1], bytes);
if (first != cudaSuccess || second != cudaSuccess) {
	cudaGetLastError();
	pair[0] = pair[1] = NULL;
	*missing = 2 * bytes - available;
}
cudaSetDevice(before);
return *missing ? -1 : 0;
