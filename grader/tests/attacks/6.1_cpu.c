/* fetches the list, and has the CPU compute its norm */
/* --- body --- */
float *own = malloc((size_t)count * sizeof *own);
double sum = 0;
if (!cublas ||
    cudaMemcpy(own, x, (size_t)count * sizeof *own, cudaMemcpyDeviceToHost) != cudaSuccess) {
	free(own);
	return -1;
}
for (int i = 0; i < count; i++)
	sum += (double)own[i] * own[i];
*norm = (float)__builtin_sqrt(sum);
free(own);
return 0;
