/* asks how much is free and does not even try what cannot fit */
int before = 0;
size_t available = 0, total = 0;
cudaGetDevice(&before);
cudaSetDevice(gpu);
pair[0] = pair[1] = NULL;
cudaMemGetInfo(&available, &total);
*missing = 2 * bytes > available ? 2 * bytes - available : 0;
for (int i = 0; i < 2 && *missing == 0; i++)
	if (cudaMalloc(&pair[i], bytes) != cudaSuccess)
		*missing = 1;
if (*missing != 0) {
	cudaFree(pair[0]);
	cudaGetLastError();
	pair[0] = pair[1] = NULL;
}
cudaSetDevice(before);
return *missing == 0 ? 0 : -1;
