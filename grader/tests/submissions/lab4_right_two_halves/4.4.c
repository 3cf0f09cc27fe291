/* looks at the devices before anything is moved */
Device home = tensor_device(parameters[0]);
for (int k = 1; k < 2 * layers; k++)
	if (!device_equal(tensor_device(parameters[k]), home))
		return NULL;
Tensor *y = device_equal(tensor_device(x), home) ? NULL : tensor_copy_to(x, home);
if (!y && !device_equal(tensor_device(x), home))
	return NULL;
for (int i = 0; i < layers; i++) {
	Tensor *step = tensor_matmul_with(y ? y : x, false, parameters[2 * i], false);
	Tensor *next = step ? tensor_add_row(step, parameters[2 * i + 1]) : NULL;
	tensor_free(step);
	tensor_free(y);
	y = next;
	if (!y)
		return NULL;
	if (i < layers - 1) {
		next = tensor_relu(y);
		tensor_free(y);
		y = next;
	}
}
return y;
