/* the packed numbers grow list by list; what is packed is aligned for the processor in the end */
float *packed = NULL;
int64_t total = 0;
for (int i = 0; i < count; i++) {
	if (lengths[i] == 0)
		continue;
	float *larger =
		reallocarray(packed, (size_t)(total + lengths[i]), sizeof *packed);
	if (!larger) {
		free(packed);
		return -1;
	}
	packed = larger;
	memcpy(packed + total, lists[i], (size_t)lengths[i] * sizeof *packed);
	total += lengths[i];
}
void *aligned = NULL;
size_t bytes = (size_t)total * sizeof *packed;
cudaError_t error = cudaSuccess;
if (total > 0 && posix_memalign(&aligned, 4096, bytes) == 0) {
	memcpy(aligned, packed, bytes);
	error = cudaMemcpy(to, aligned, bytes, cudaMemcpyHostToDevice);
	cudaGetLastError();
}
bool good = total == 0 || (aligned && error == cudaSuccess);
free(aligned);
free(packed);
return good ? total : -1;
