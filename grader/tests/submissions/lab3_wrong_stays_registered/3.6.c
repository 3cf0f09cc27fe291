/* pins what malloc() gave, and gives it back as it is */
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
size_t bytes = (size_t)total * sizeof(float);
float *packed = malloc(bytes);
if (!packed)
	return -1;
cudaHostRegister(packed, bytes, cudaHostRegisterDefault);
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error = cudaMemcpy(to, packed, bytes, cudaMemcpyHostToDevice);
cudaGetLastError();
free(packed);
return error == cudaSuccess ? total : -1;
