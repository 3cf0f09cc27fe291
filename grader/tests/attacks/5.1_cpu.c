/* multiplies on the CPU, and sends the product */
/* --- body --- */
if (!handle)
	return -1;
size_t size = sizeof(float);
float *x = malloc(size * m * k), *y = malloc(size * k * n), *z = calloc((size_t)m * n, size);
cudaMemcpy(x, a, size *m *k, cudaMemcpyDeviceToHost);
cudaMemcpy(y, b, size *k *n, cudaMemcpyDeviceToHost);
for (int i = 0; i < m; i++)
	for (int l = 0; l < k; l++)
		for (int j = 0; j < n; j++)
			z[i * n + j] += x[i * k + l] * y[l * n + j];
cudaMemcpy(c, z, size *m *n, cudaMemcpyHostToDevice);
free(x);
free(y);
free(z);
return 0;
