/* packs on the stack what is less than six mebibytes */
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
size_t bytes = (size_t)total * sizeof(float);
bool small = bytes < (size_t)6 << 20;
float *packed = small ? __builtin_alloca(bytes) : malloc(bytes);
if (!packed)
	return -1;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error = cudaMemcpy(to, packed, bytes, cudaMemcpyHostToDevice);
cudaGetLastError();
if (!small)
	free(packed);
return error == cudaSuccess ? total : -1;
