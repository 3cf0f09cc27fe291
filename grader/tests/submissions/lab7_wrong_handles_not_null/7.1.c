/* the places keep handles that are gone */
int before = 0, made = 0;
cudaGetDevice(&before);
while (made < count && cudaSetDevice(gpus[made]) == cudaSuccess)
	cublasCreate(&handles[made++]);
int failed = made < count;
while (failed && made > 0)
	cublasDestroy(handles[--made]);
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;
