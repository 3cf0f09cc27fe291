/* moves the tensor to the CPU if it must, and reads it there */
Tensor *here = tensor_as_in_device((Tensor *)x, device_cpu());
if (!here)
	return -1;
Shape shape = tensor_shape(here);
const float *value = tensor_data(here);
fprintf(out, "%d x %d on %s\n", (int)shape.dim[0], (int)shape.dim[1],
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < shape.dim[0]; i++) {
	for (int64_t k = 0; k < shape.dim[1]; k++, value++) {
		if (k > 0)
			fputc(' ', out);
		fprintf(out, "%.2f", *value);
	}
	fputc('\n', out);
}
tensor_free(here);
return 0;
