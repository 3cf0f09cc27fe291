/* reads the memory of a GPU as if it were the host's */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
const float *data = tensor_data(x);
fprintf(out, "%d x %d on %s\n", (int)rows, (int)cols, device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%s", data[i], (i + 1) % cols ? " " : "\n");
return 0;
