/* frees what was made, but the caller still sees the pointers */
int made = 0;
while (made < 2 * layers) {
	Shape weight = SHAPE(sizes[made / 2], sizes[made / 2 + 1]),
	      bias = SHAPE(sizes[made / 2 + 1]);
	Tensor *next = made % 2 ? tensor_zeros(bias, device)
				: uniform_within(weight, range, seed + (uint64_t)(made / 2), device);
	if (!next)
		break;
	parameters[made++] = next;
}
if (made == 2 * layers)
	return 0;
while (made > 0)
	tensor_free(parameters[--made]);
return -1;
