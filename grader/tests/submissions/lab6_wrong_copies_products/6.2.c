/* each product goes to the host, and its norm is computed there */
size_t count = (size_t)work->n * (size_t)work->m;
float *c = malloc(count * sizeof *c);
int result = 0;
for (int i = 0; i < steps && result == 0; i++) {
	double sum = 0;
	result = work_step(work, i);
	if (result == 0)
		cudaMemcpy(c, work->c, count * sizeof *c, cudaMemcpyDeviceToHost);
	for (size_t e = 0; result == 0 && e < count; e++)
		sum += (double)c[e] * c[e];
	if (result == 0)
		report(user, i, (float)__builtin_sqrt(sum));
}
free(c);
return result;
