/* names memory of another GPU than the one that was asked for */
/* --- body --- */
(void)gpu;
int before;
cudaGetDevice(&before);
cudaSetDevice(1 - gpu);
float *ones = NULL;
if (cudaMalloc((void **)&ones, (size_t)(rows *cols) * 4) != cudaSuccess)
	ones = NULL;
cudaSetDevice(before);
return ones;
