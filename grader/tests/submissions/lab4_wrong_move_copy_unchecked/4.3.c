/* does not look whether the copy was made */
int before = 0;
float **copies = calloc((size_t)count, sizeof *copies);
if (!copies)
	return -1;
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count && whole; i++)
	if (parameters[i].device != to) {
		size_t bytes = (size_t)parameters[i].count * sizeof(float);
		if (to < 0)
			copies[i] = malloc(bytes);
		else if (cudaMalloc((void **)&copies[i], bytes) != cudaSuccess)
			copies[i] = NULL;
		whole = copies[i] != NULL;
		if (whole)
			cudaMemcpy(copies[i], parameters[i].data, bytes, cudaMemcpyDefault);
	}
for (int i = 0; i < count; i++) {
	if (copies[i] && whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i].data = copies[i];
		parameters[i].device = to;
	} else if (copies[i]) {
		give_back(copies[i], to);
	}
}
cudaSetDevice(before);
cudaGetLastError();
free(copies);
return whole ? 0 : -1;
