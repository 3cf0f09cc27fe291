/* one NULL too many */
int before = 0, made = 0, failed;
cudaGetDevice(&before);
while (made < count && cudaSetDevice(gpus[made]) == cudaSuccess &&
       cublasCreate(&handles[made]) == CUBLAS_STATUS_SUCCESS)
	made++;
failed = made < count;
while (failed && made > 0)
	cublasDestroy(handles[--made]);
for (int i = 0; failed && i <= count; i++)
	handles[i] = NULL;
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;
