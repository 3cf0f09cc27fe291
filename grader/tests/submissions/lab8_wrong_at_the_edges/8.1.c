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
