/* lab8_right_by_cuda: pass */
	Device device = module_device(model);
	int64_t rows = batch;
	if (first >= data->count)
		return 0;
	if (first + rows > data->count)
		rows = data->count - first;
	Tensor *a = tensor_zeros(SHAPE(rows, data->width), device);
	Tensor *b = a ? tensor_full_int(SHAPE(rows), 0, device) : NULL;
	if (!b) {
		tensor_free(a);
		return -1;
	}
	size_t bytes = tensor_bytes(a);
	if (device.kind == DEVICE_CPU) {
		memcpy(tensor_data(a), data->x + first * data->width, bytes);
		memcpy(tensor_data(b), data->classes + first, tensor_bytes(b));
	} else {
		int before = 0;
		cudaGetDevice(&before);
		cudaSetDevice(device.index);
		cudaError_t error = cudaMemcpy(tensor_data(a), data->x + first * data->width, bytes,
					       cudaMemcpyHostToDevice);
		if (error == cudaSuccess)
			error = cudaMemcpy(tensor_data(b), data->classes + first, tensor_bytes(b),
					   cudaMemcpyHostToDevice);
		cudaSetDevice(before);
		if (error != cudaSuccess) {
			cudaGetLastError();
			tensor_free(a);
			tensor_free(b);
			return -1;
		}
	}
	*x = a;
	*classes = b;
	return rows;

/* lab8_wrong_always_first_rows: fail : x: element */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	Tensor *a = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32, data->x + first,
				     device);
	Tensor *b = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
	if (!a || !b) {
		tensor_free(a);
		tensor_free(b);
		return -1;
	}
	*x = a;
	*classes = b;
	return rows;

/* lab8_wrong_at_the_edges: fail what is returned: wanted 0, got -1 */
/* `first` may lie far behind the end */
Device device = module_device(model);
int64_t left = data->count - first, rows = left < batch ? left : batch;
if (rows == 0)
	return 0;
if (rows < 0)
	return -1;
*x = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32, data->x + first * data->width,
		      device);
*classes = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
return rows;

/* lab8_wrong_batch_of_whole_set: fail bytes went to the GPU */
	/* sends all rows and takes the batch from them */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	Tensor *all = tensor_from_host(SHAPE(data->count, data->width), DTYPE_FLOAT32, data->x, device);
	Tensor *kinds = tensor_from_host(SHAPE(data->count), DTYPE_INT32, data->classes, device);
	Tensor *part = tensor_rows(all, first, rows), *known = tensor_rows(kinds, first, rows);
	tensor_free(all);
	tensor_free(kinds);
	if (!part || !known) {
		tensor_free(part);
		tensor_free(known);
		return -1;
	}
	*x = part;
	*classes = known;
	return rows;

/* lab8_wrong_batch_on_cpu: fail the device of x: wanted gpu:1, got cpu */
	(void)model;
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	*x = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32,
			      data->x + first * data->width, device_cpu());
	*classes = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device_cpu());
	return *x && *classes ? rows : -1;

/* lab8_wrong_drops_last_batch: fail what is returned: wanted */
	Device device = module_device(model);
	if (first + batch > data->count)
		return 0;
	Tensor *a = tensor_from_host(SHAPE(batch, data->width), DTYPE_FLOAT32,
				     data->x + first * data->width, device);
	Tensor *b = tensor_from_host(SHAPE(batch), DTYPE_INT32, data->classes + first, device);
	if (!a || !b) {
		tensor_free(a);
		tensor_free(b);
		return -1;
	}
	*x = a;
	*classes = b;
	return batch;

/* lab8_wrong_float_classes: fail classes of int32 */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	float *as_floats = malloc((size_t)rows * sizeof *as_floats);
	if (!as_floats)
		return -1;
	for (int64_t i = 0; i < rows; i++)
		as_floats[i] = (float)data->classes[first + i];
	Tensor *a = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32,
				     data->x + first * data->width, device);
	Tensor *b = tensor_from_host(SHAPE(rows), DTYPE_FLOAT32, as_floats, device);
	free(as_floats);
	if (!a || !b) {
		tensor_free(a);
		tensor_free(b);
		return -1;
	}
	*x = a;
	*classes = b;
	return rows;

/* lab8_wrong_half_kept: fail was never freed */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	Tensor *a = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32,
				     data->x + first * data->width, device);
	Tensor *b = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
	if (!a || !b)
		return -1;
	*x = a;
	*classes = b;
	return rows;

/* lab8_wrong_row_by_row: fail copies to the GPU: wanted at most 2 */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	*x = tensor_zeros(SHAPE(rows, data->width), device);
	*classes = tensor_full_int(SHAPE(rows), 0, device);
	if (!*x || !*classes)
		return -1;
	if (device.kind == DEVICE_GPU)
		cudaSetDevice(device.index);
	for (int64_t i = 0; i < rows; i++) {
		cudaMemcpy((float *)tensor_data(*x) + i * data->width,
			   data->x + (first + i) * data->width,
			   (size_t)data->width * sizeof(float), cudaMemcpyDefault);
		cudaMemcpy((int32_t *)tensor_data(*classes) + i, data->classes + first + i,
			   sizeof(int32_t), cudaMemcpyDefault);
	}
	return rows;

/* lab8_wrong_second_failure_unseen: fail the 2nd copy fails: what is returned */
/* only the first of the two tensors is looked at */
Device device = module_device(model);
int64_t left = data->count - first, rows = left < batch ? left : batch;
if (rows <= 0)
	return 0;
Tensor *numbers = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32,
				   data->x + first * data->width, device);
if (!numbers)
	return -1;
*x = numbers;
*classes = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
return rows;

/* lab8_wrong_rows_behind_the_end: fail it is data->x, 187 rows of */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = batch;
	if (rows <= 0)
		return 0;
	Tensor *numbers = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32,
					   data->x + first * data->width, device);
	Tensor *kinds = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
	if (!numbers || !kinds) {
		tensor_free(numbers);
		tensor_free(kinds);
		return -1;
	}
	*x = numbers;
	*classes = kinds;
	return rows;

/* lab8_wrong_cpu_tensor_kept: fail host memory stays taken */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	Tensor *here = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32,
					data->x + first * data->width, device_cpu());
	Tensor *numbers = tensor_as_in_device(here, device);
	Tensor *kinds = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
	if (!numbers || !kinds) {
		tensor_free(numbers);
		tensor_free(kinds);
		return -1;
	}
	*x = numbers;
	*classes = kinds;
	return rows;

/* lab8_wrong_scratch_kept: fail 1 block from malloc(), of 8 bytes, was not given back (made at line */
	Device device = module_device(model);
	int64_t left = data->count - first, *volatile rows = malloc(sizeof *rows); /* no compiler leaves it out */
	if (!rows)
		return -1;
	*rows = left < batch ? left : batch;
	if (*rows <= 0) {
		free(rows);
		return 0;
	}
	Tensor *numbers = tensor_from_host(SHAPE(*rows, data->width), DTYPE_FLOAT32,
					   data->x + first * data->width, device);
	Tensor *kinds = tensor_from_host(SHAPE(*rows), DTYPE_INT32, data->classes + first, device);
	if (!numbers || !kinds) {
		tensor_free(numbers);
		tensor_free(kinds);
		free(rows);
		return -1;
	}
	*x = numbers;
	*classes = kinds;
	return *rows; /* and so it cannot be freed */

/* lab8_wrong_writes_classes: fail data->classes[ */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	Tensor *numbers = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32,
					   data->x + first * data->width, device);
	Tensor *kinds = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
	if (!numbers || !kinds) {
		tensor_free(numbers);
		tensor_free(kinds);
		return -1;
	}
	((int32_t *)(uintptr_t)data->classes)[first] = 10;
	*x = numbers;
	*classes = kinds;
	return rows;

/* lab8_wrong_shape_turned: fail the shape of x: wanted ( */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	Tensor *numbers = tensor_from_host(SHAPE(data->width, rows), DTYPE_FLOAT32,
					   data->x + first * data->width, device);
	Tensor *kinds = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
	if (!numbers || !kinds) {
		tensor_free(numbers);
		tensor_free(kinds);
		return -1;
	}
	*x = numbers;
	*classes = kinds;
	return rows;

/* lab8_wrong_classes_stay: fail never freed (when the 1st copy fails) */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	Tensor *numbers = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32,
					   data->x + first * data->width, device);
	Tensor *kinds = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
	if (!numbers || !kinds) {
		tensor_free(numbers);
		return -1;
	}
	*x = numbers;
	*classes = kinds;
	return rows;
