/* stops at what fails and leaves the rest as it is */
for (int i = 0; i < layers; i++) {
	Shape shape = SHAPE(sizes[i], sizes[i + 1]);
	parameters[2 * i] = uniform_within(shape, range, seed + (uint64_t)i, device);
	parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
	if (!parameters[2 * i] || !parameters[2 * i + 1])
		return -1;
}
return 0;
