/* with streams of its own, and one wait at the end */
int before = 0, status = 0;
cudaGetDevice(&before);
float **fresh = calloc((size_t)count, sizeof *fresh);
if (!fresh)
	return -1;
if (to >= 0 && cudaSetDevice(to) != cudaSuccess)
	status = -1;
for (int i = 0; i < count && status == 0; i++) {
	if (parameters[i].device == to)
		continue;
	size_t bytes = (size_t)parameters[i].count * sizeof(float);
	status = -1;
	if (to < 0)
		fresh[i] = malloc(bytes);
	else if (cudaMalloc((void **)&fresh[i], bytes) != cudaSuccess)
		break;
	if (fresh[i] &&
	    cudaMemcpyAsync(fresh[i], parameters[i].data, bytes, cudaMemcpyDefault, 0) ==
		    cudaSuccess)
		status = 0;
}
if (status == 0 && to >= 0 && cudaDeviceSynchronize() != cudaSuccess)
	status = -1;
for (int i = 0; i < count; i++) {
	if (!fresh[i])
		continue;
	if (status != 0) {
		to < 0 ? free(fresh[i]) : (void)cudaFree(fresh[i]);
		continue;
	}
	parameters[i].device < 0 ? free(parameters[i].data) : (void)cudaFree(parameters[i].data);
	parameters[i].data = fresh[i];
	parameters[i].device = to;
}
free(fresh);
cudaSetDevice(before);
cudaGetLastError();
return status;
