/* nests the calls: nobody frees what is in between */
bool whole = true;
for (int i = 0; i < layers; i++) {
	Shape shape = SHAPE(sizes[i], sizes[i + 1]);
	parameters[2 * i] = tensor_sub(
		tensor_scale(tensor_uniform(shape, seed + (uint64_t)i, device), 2 * range),
		tensor_full(shape, range, device));
	parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
	whole = whole && parameters[2 * i] && parameters[2 * i + 1];
}
for (int k = 0; k < 2 * layers && !whole; k++) {
	tensor_free(parameters[k]);
	parameters[k] = NULL;
}
return whole ? 0 : -1;
