/* the host adds up */
int64_t elements = tensor_count(gradients[0]);
float *sum = calloc((size_t)elements, sizeof *sum), *one = malloc((size_t)elements * sizeof *one);
int status = 0;
for (int i = 0; i < count && status == 0; i++) {
	status = tensor_to_host(gradients[i], one);
	for (int64_t k = 0; k < elements; k++)
		sum[k] += one[k];
}
for (int i = 0; i < count && status == 0 && count > 1; i++) {
	cudaMemcpy(tensor_data(gradients[i]), sum, tensor_bytes(gradients[i]),
		   cudaMemcpyHostToDevice);
	cudaDeviceSynchronize();
}
free(sum);
free(one);
return status == 0 ? 0 : -1;
