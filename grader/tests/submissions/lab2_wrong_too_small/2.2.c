/* takes a byte for each number */
int before;
float *ones = NULL;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) != cudaSuccess || cudaMalloc((void **)&ones, rows * cols) != cudaSuccess) {
	cudaGetLastError();
	ones = NULL;
}
cudaSetDevice(before);
return ones;
