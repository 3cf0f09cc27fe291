/* by way of the host, whatever the direction */
int before = 0, made = 0;
float **copies = calloc((size_t)count, sizeof *copies);
if (!copies)
	return -1;
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (; made < count && whole; made++) {
	size_t bytes = (size_t)parameters[made].count * sizeof(float);
	if (parameters[made].device == to)
		continue;
	float *host = malloc(bytes);
	whole = host && cudaMemcpy(host, parameters[made].data, bytes, cudaMemcpyDefault) ==
				cudaSuccess;
	if (whole && to >= 0) {
		whole = cudaMalloc((void **)&copies[made], bytes) == cudaSuccess &&
			cudaMemcpy(copies[made], host, bytes, cudaMemcpyHostToDevice) ==
				cudaSuccess;
		free(host);
	} else if (whole) {
		copies[made] = host;
	} else {
		free(host);
	}
}
for (int i = 0; i < count; i++) {
	if (!copies[i])
		continue;
	give_back(whole ? parameters[i].data : copies[i], whole ? parameters[i].device : to);
	if (whole) {
		parameters[i].data = copies[i];
		parameters[i].device = to;
	}
}
cudaSetDevice(before);
cudaGetLastError();
free(copies);
return whole ? 0 : -1;
