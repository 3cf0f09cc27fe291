/* in place: u becomes the weight */
for (int k = 0; k < 2 * layers; k++)
	parameters[k] = NULL;
int status = 0;
for (int i = 0; i < layers && status == 0; i++) {
	Shape shape = SHAPE(sizes[i], sizes[i + 1]);
	Tensor *u = tensor_uniform(shape, seed + (uint64_t)i, device);
	Tensor *half = tensor_full(shape, 0.5f, device);
	Tensor *middle = tensor_sub(u, half);
	parameters[2 * i] = tensor_scale(middle, 2 * range);
	parameters[2 * i + 1] = tensor_full(SHAPE(sizes[i + 1]), 0.0f, device);
	tensor_free(u);
	tensor_free(half);
	tensor_free(middle);
	status = parameters[2 * i] && parameters[2 * i + 1] ? 0 : -1;
}
for (int k = 0; k < 2 * layers && status != 0; k++) {
	tensor_free(parameters[k]);
	parameters[k] = NULL;
}
return status;
