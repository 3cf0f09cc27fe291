/* lab2_right_asks_first: pass */
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

/* lab2_wrong_at_the_edges: fail most of the GPU in use: the bytes missing: wanted */
/* what is missing is compared with all memory, also what was in use before */
int before = 0, status = 0;
size_t available = 0, total;
cudaGetDevice(&before);
cudaSetDevice(gpu);
cudaMemGetInfo(&available, &total);
pair[0] = pair[1] = NULL;
*missing = 0;
if (cudaMalloc(&pair[0], bytes) != cudaSuccess ||
    cudaMalloc(&pair[1], bytes) != cudaSuccess) {
	cudaFree(pair[0]); /* the first may have fitted */
	cudaGetLastError();
	pair[0] = pair[1] = NULL;
	*missing = 2 * bytes > total ? 2 * bytes - available : 1;
	status = -1;
}
cudaSetDevice(before);
return status;

/* lab2_wrong_behind_the_end: fail pair[2] was written, behind the end */
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

/* lab2_wrong_error_left: fail an error was left behind */
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

/* lab2_wrong_first_buffer_stays: fail was never freed */
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

/* lab2_wrong_one_allocation: fail each buffer has to be an allocation */
/* both buffers in one allocation */
int before = 0, status = 0;
size_t available = 0, total;
cudaGetDevice(&before);
cudaSetDevice(gpu);
cudaMemGetInfo(&available, &total);
pair[0] = pair[1] = NULL;
*missing = 0;
if (cudaMalloc(&pair[0], 2 * bytes) == cudaSuccess) {
	pair[1] = (char *)pair[0] + bytes;
} else {
	cudaGetLastError();
	pair[0] = pair[1] = NULL;
	*missing = 2 * bytes > available ? 2 * bytes - available : 1;
	status = -1;
}
cudaSetDevice(before);
return status;

/* lab2_wrong_trusts_free_bytes: fail 2 buffers of half of the free memory each: the GPU of the second */
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
