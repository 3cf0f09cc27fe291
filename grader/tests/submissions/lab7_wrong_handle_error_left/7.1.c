/* asks for a GPU that is not there, and leaves the error to others */
int before = 0, made = 0;
cudaGetDevice(&before);
while (made < count && cudaSetDevice(gpus[made]) == cudaSuccess)
	cublasCreate(&handles[made++]);
int failed = made < count;
while (failed && made > 0)
	cublasDestroy(handles[--made]);
for (int i = 0; failed && i < count; i++)
	handles[i] = NULL;
cudaSetDevice(before);
return failed ? -1 : 0;
