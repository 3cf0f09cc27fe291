/* marks the place before the first number */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
float *volatile before = host - 1;
*before = 0;
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
free(host);
return 0;
