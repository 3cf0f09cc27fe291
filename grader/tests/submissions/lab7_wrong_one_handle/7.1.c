/* makes one handle and uses it for all */
int before = 0, there = 0, good = 1;
cudaGetDevice(&before);
cudaGetDeviceCount(&there);
for (int i = 0; i < count; i++)
	good &= gpus[i] < there;
cublasHandle_t handle = NULL;
if (good) {
	cudaSetDevice(gpus[0]);
	cublasCreate(&handle);
	cudaSetDevice(before);
}
for (int i = 0; i < count; i++)
	handles[i] = handle;
return good ? 0 : -1;
