/* the whole matrix goes to the host */
float *all = malloc((size_t)count * sizeof *all);
if (!cublas ||
    cudaMemcpy(all, x, (size_t)count * sizeof *all, cudaMemcpyDeviceToHost) != cudaSuccess) {
	free(all);
	return -1;
}
double sum = 0;
for (int i = 0; i < count; i++)
	sum += (double)all[i] * all[i];
free(all);
*norm = (float)__builtin_sqrt(sum);
return 0;
