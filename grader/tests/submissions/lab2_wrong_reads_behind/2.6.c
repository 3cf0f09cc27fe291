/* looks one row further, which nobody prints */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
volatile float last = 0;
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i <= rows * cols + 3; i++) {
	last = host[i];
	if (i < rows * cols)
		fprintf(out, "%.2f%c", last, (i + 1) % cols ? ' ' : '\n');
}
free(host);
return 0;
