/* takes all memory first, copies then, and swaps in the end */
float *fresh[64] = {NULL};
int before = 0, status = 0;
bool gpus = cudaGetDevice(&before) == cudaSuccess;
if (to >= 0 && cudaSetDevice(to) != cudaSuccess)
	status = -1;
for (int i = 0; i < count && status == 0; i++) {
	size_t bytes = (size_t)parameters[i].count * sizeof(float);
	if (parameters[i].device == to)
		continue;
	if (to < 0)
		fresh[i] = malloc(bytes);
	else if (cudaMalloc((void **)&fresh[i], bytes) != cudaSuccess)
		fresh[i] = NULL;
	status = fresh[i] ? 0 : -1;
}
for (int i = 0; i < count && status == 0; i++) {
	size_t bytes = (size_t)parameters[i].count * sizeof(float);
	cudaError_t error = cudaSuccess;
	if (!fresh[i])
		continue;
	if (to < 0)
		error = cudaMemcpy(fresh[i], parameters[i].data, bytes, cudaMemcpyDeviceToHost);
	else if (parameters[i].device < 0)
		error = cudaMemcpy(fresh[i], parameters[i].data, bytes, cudaMemcpyHostToDevice);
	else
		error = cudaMemcpyPeer(fresh[i], to, parameters[i].data, parameters[i].device,
				       bytes);
	status = error == cudaSuccess ? 0 : -1;
}
for (int i = 0; i < count; i++) {
	if (!fresh[i])
		continue;
	float *gone = status == 0 ? parameters[i].data : fresh[i];
	int place = status == 0 ? parameters[i].device : to;
	if (status == 0) {
		parameters[i].data = fresh[i];
		parameters[i].device = to;
	}
	if (place < 0)
		free(gone);
	else
		cudaFree(gone);
}
if (gpus)
	cudaSetDevice(before);
cudaGetLastError();
return status;
