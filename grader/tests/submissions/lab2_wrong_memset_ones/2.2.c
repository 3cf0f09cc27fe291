/* cudaMemset writes the byte 1 four times, which is no 1.0f */
int before = 0;
float *ones = NULL;
size_t bytes = (size_t)rows * (size_t)cols * sizeof *ones;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) == cudaSuccess && cudaMalloc((void **)&ones, bytes) == cudaSuccess)
	cudaMemset(ones, 1, bytes);
cudaSetDevice(before);
cudaGetLastError();
return ones;
