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
