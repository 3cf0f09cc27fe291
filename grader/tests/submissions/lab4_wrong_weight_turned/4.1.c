/* outputs first, as another framework has it */
bool whole = true;
for (int i = 0; i < layers; i++) {
	Shape shape = SHAPE(sizes[i + 1], sizes[i]);
	parameters[2 * i] = uniform_within(shape, range, seed + (uint64_t)i, device);
	parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
	whole = whole && parameters[2 * i] && parameters[2 * i + 1];
}
for (int k = 0; k < 2 * layers && !whole; k++) {
	tensor_free(parameters[k]);
	parameters[k] = NULL;
}
return whole ? 0 : -1;
