/* larger.c - lists of fixed length, longer than those of usual models, where a list has to be as long as it takes. */

/* 4.1 eight_layers: fail */
/* makes eight layers at most */
/* --- body --- */
	bool whole = true;
	for (int i = 0; i < layers; i++) {
		bool fits = i < 8;
		Shape shape = SHAPE(sizes[i], sizes[i + 1]);
		parameters[2 * i] = fits ? uniform_within(shape, range, seed + (uint64_t)i, device) : NULL;
		parameters[2 * i + 1] = fits ? tensor_zeros(SHAPE(sizes[i + 1]), device) : NULL;
		whole = whole && parameters[2 * i] && parameters[2 * i + 1];
	}
	for (int k = 0; k < 2 * layers && !whole; k++) {
		tensor_free(parameters[k]);
		parameters[k] = NULL;
	}
	return whole ? 0 : -1;

/* 4.2 first_64: fail but it was not named */
/* looks at 64 parameters at most */
/* --- body --- */
	int found = 0;
	for (int i = 0; i < count && i < 64; i++) {
		struct cudaPointerAttributes where;
		int on = -1;
		if (cudaPointerGetAttributes(&where, parameters[i].data) == cudaSuccess &&
		    where.type == cudaMemoryTypeDevice)
			on = where.device;
		if (on != device)
			names[found++] = parameters[i].name;
	}
	cudaGetLastError();
	return found;

/* 4.3 list_of_64: fail */
/* the new memory is kept in a list for 64 parameters */
/* --- body --- */
	static float *copies[64];
	int before = 0;
	if (count > 64)
		return -1;
	memset(copies, 0, sizeof copies);
	cudaGetDevice(&before);
	bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
	for (int i = 0; i < count && whole; i++)
		if (parameters[i].device != to)
			whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
	for (int i = 0; i < count; i++) {
		if (copies[i] && whole) {
			give_back(parameters[i].data, parameters[i].device);
			parameters[i].data = copies[i];
			parameters[i].device = to;
		} else if (copies[i]) {
			give_back(copies[i], to);
		}
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return whole ? 0 : -1;

/* 4.4 eight_layers: fail */
/* runs through eight layers at most */
/* --- body --- */
	if (layers > 8)
		return NULL;
	Tensor *y = tensor_as_in_device(x, tensor_device(parameters[0]));
	for (int i = 0; i < layers; i++) {
		Tensor *product = tensor_matmul(y, parameters[2 * i]);
		Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
		tensor_free(product);
		tensor_free(y);
		y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
		tensor_free(sum);
	}
	return y;
