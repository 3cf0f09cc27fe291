/* what was made before the failure stays */
int before = 0, made = 0;
cudaGetDevice(&before);
while (made < count && cudaSetDevice(gpus[made]) == cudaSuccess) {
	cublasCreate(&handles[made]);
	made++;
}
cudaSetDevice(before);
cudaGetLastError();
if (made == count)
	return 0;
for (int i = 0; i < count; i++)
	handles[i] = NULL;
return -1;
