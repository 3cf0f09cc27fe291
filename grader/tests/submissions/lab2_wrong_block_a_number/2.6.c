/* a block for each number of a large matrix, without room for the 0 at the text's end */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1], made = 0;
float *host = malloc(tensor_bytes(x));
char **text = calloc((size_t)(rows * cols), sizeof *text);
int status = host && text ? tensor_to_host(x, host) : -1;
for (; status == 0 && made < rows * cols; made++) {
	char number[64];
	snprintf(number, sizeof number, "%.2f", host[made]);
	text[made] = malloc(strlen(number) + (made < 20000)); /* long after the last guarded one */
	if (text[made])
		strcpy(text[made], number);
	else
		status = -1;
}
free(host);
if (status == 0)
	fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
		device_text(tensor_device(x)).text);
for (int64_t i = 0; i < made; i++) {
	if (status == 0)
		fprintf(out, "%s%c", text[i], (i + 1) % cols ? ' ' : '\n');
	free(text[i]);
}
free(text);
return status == 0 ? 0 : -1;
