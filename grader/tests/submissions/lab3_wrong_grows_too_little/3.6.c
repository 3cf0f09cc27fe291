/* makes room for one number less than a list has, whenever the packed numbers grow */
float *packed = NULL;
int64_t total = 0;
for (int i = 0; i < count; i++) {
	if (lengths[i] == 0)
		continue;
	float *larger = realloc(packed, (size_t)(total + lengths[i] - (lengths[i] > 1)) * 4);
	if (!larger) {
		free(packed);
		return -1;
	}
	packed = larger;
	memcpy(packed + total, lists[i], (size_t)lengths[i] * sizeof *packed);
	total += lengths[i];
}
if (total == 0)
	return 0;
cudaError_t error =
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
free(packed);
return error == cudaSuccess ? total : -1;
