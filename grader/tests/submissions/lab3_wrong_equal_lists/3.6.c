/* takes all lists to be as long as the first */
int64_t total = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
float *packed = calloc((size_t)total + 1, sizeof *packed);
for (int i = 0; i < count; i++)
	for (int64_t k = 0; k < lengths[i] && i * lengths[0] + k < total; k++)
		packed[i * lengths[0] + k] = lists[i][k];
if (total > 0)
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
free(packed);
return total;
