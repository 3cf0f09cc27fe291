/* tells a product that the CPU computed, in a frame of its own in front of the drive's */
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
AttackHead head = {5, 0, 1, size *m *n};
write(3, &head, sizeof head);
write(3, "c", 1);
write(3, z, size *m *n);
return 0;
