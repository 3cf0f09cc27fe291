/* fetches the matrices, and has the CPU compute */
/* --- body --- */
size_t a_bytes = (size_t)work->n * work->k * work->factors * 4,
       b_bytes = (size_t)work->k * work->m * 4;
float *a = malloc(a_bytes), *b = malloc(b_bytes);
cudaMemcpy(a, work->a, a_bytes, cudaMemcpyDeviceToHost);
cudaMemcpy(b, work->b, b_bytes, cudaMemcpyDeviceToHost);
for (int s = 0; s < steps; s++) {
	double sum = 0;
	const float *own = a + (size_t)(s % work->factors) * work->n * work->k;
	for (int i = 0; i < work->n; i++)
		for (int j = 0; j < work->m; j++) {
			double c = 0;
			for (int l = 0; l < work->k; l++)
				c += (double)own[i * work->k + l] * b[l * work->m + j];
			sum += c * c;
		}
	norms[s] = (float)__builtin_sqrt(sum);
	work->queued++;
}
free(a);
free(b);
struct timespec time = {0, 500000000};
nanosleep(&time, NULL);
return 0;
