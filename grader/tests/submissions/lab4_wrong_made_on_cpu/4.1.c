/* makes the numbers on the CPU and sends them */
for (int k = 0; k < 2 * layers; k++)
	parameters[k] = NULL;
for (int i = 0; i < layers; i++) {
	Tensor *weight = uniform_within(SHAPE(sizes[i], sizes[i + 1]), range, seed + (uint64_t)i,
					device_cpu());
	Tensor *bias = tensor_zeros(SHAPE(sizes[i + 1]), device_cpu());
	parameters[2 * i] = tensor_copy_to(weight, device);
	parameters[2 * i + 1] = tensor_copy_to(bias, device);
	tensor_free(weight);
	tensor_free(bias);
}
for (int k = 0; k < 2 * layers; k++)
	if (!parameters[k]) {
		for (int i = 0; i < 2 * layers; i++) {
			tensor_free(parameters[i]);
			parameters[i] = NULL;
		}
		return -1;
	}
return 0;
