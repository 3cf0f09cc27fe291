/* one copy for each row */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
const float *data = tensor_data(x);
float *row = malloc((size_t)cols * sizeof *row);
fprintf(out, "%d x %d on %s\n", (int)rows, (int)cols, device_text(tensor_device(x)).text);
for (int64_t r = 0; r < rows; r++) {
	cudaMemcpy(row, data + r * cols, (size_t)cols * sizeof *row, cudaMemcpyDefault);
	for (int64_t c = 0; c < cols; c++)
		fprintf(out, "%.2f%s", row[c], c + 1 < cols ? " " : "\n");
}
free(row);
return 0;
