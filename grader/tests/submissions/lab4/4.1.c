/* lab4_right_two_halves: pass */
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

/* lab4_wrong_freed_not_null: fail are not NULL afterwards, wanted none */
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

/* lab4_wrong_last_layer_decides: fail has no room for layer 1: wanted -1, got 0 */
/* only the last layer decides */
bool whole = true;
for (int i = 0; i < layers; i++) {
	Shape shape = SHAPE(sizes[i], sizes[i + 1]);
	parameters[2 * i] = uniform_within(shape, range, seed + (uint64_t)i, device);
	parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
	whole = parameters[2 * i] && parameters[2 * i + 1];
}
for (int k = 0; k < 2 * layers && !whole; k++) {
	tensor_free(parameters[k]);
	parameters[k] = NULL;
}
return whole ? 0 : -1;

/* lab4_wrong_made_on_cpu: fail numbers were made there and sent */
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

/* lab4_wrong_one_seed: fail 1.weight */
/* all layers from one seed */
bool whole = true;
for (int i = 0; i < layers; i++) {
	Shape shape = SHAPE(sizes[i], sizes[i + 1]);
	parameters[2 * i] = uniform_within(shape, range, seed, device);
	parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
	whole = whole && parameters[2 * i] && parameters[2 * i + 1];
}
for (int k = 0; k < 2 * layers && !whole; k++) {
	tensor_free(parameters[k]);
	parameters[k] = NULL;
}
return whole ? 0 : -1;

/* lab4_wrong_random_biases: fail 0.bias */
/* biases are random as weights are */
bool whole = true;
for (int i = 0; i < layers; i++) {
	Shape shape = SHAPE(sizes[i], sizes[i + 1]);
	parameters[2 * i] = uniform_within(shape, range, seed + (uint64_t)i, device);
	parameters[2 * i + 1] = uniform_within(SHAPE(sizes[i + 1]), range, seed, device);
	whole = whole && parameters[2 * i] && parameters[2 * i + 1];
}
for (int k = 0; k < 2 * layers && !whole; k++) {
	tensor_free(parameters[k]);
	parameters[k] = NULL;
}
return whole ? 0 : -1;

/* lab4_wrong_steps_kept: fail never freed */
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

/* lab4_wrong_stops_half_way: fail never freed */
/* stops at what fails and leaves the rest as it is */
for (int i = 0; i < layers; i++) {
	Shape shape = SHAPE(sizes[i], sizes[i + 1]);
	parameters[2 * i] = uniform_within(shape, range, seed + (uint64_t)i, device);
	parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
	if (!parameters[2 * i] || !parameters[2 * i + 1])
		return -1;
}
return 0;

/* lab4_wrong_weight_turned: fail 0.weight, its shape */
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

/* lab4_wrong_short_seed: fail 0.weight */
/* an int does not hold every seed */
bool whole = true;
int number = (int)seed;
for (int i = 0; i < layers; i++) {
	Shape shape = SHAPE(sizes[i], sizes[i + 1]);
	parameters[2 * i] = uniform_within(shape, range, (uint64_t)(number + i), device);
	parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
	whole = whole && parameters[2 * i] && parameters[2 * i + 1];
}
for (int k = 0; k < 2 * layers && !whole; k++) {
	tensor_free(parameters[k]);
	parameters[k] = NULL;
}
return whole ? 0 : -1;
