	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t row = (size_t)data->width * sizeof(float);
	cudaError_t error = cudaEventSynchronize(slot->sent);
	if (error) {
		cudaGetLastError();
		return -1;
	}
	for (int64_t i = 0; i < rows; i++)
		memcpy(slot->x_pinned + i * data->width, data->x + (first + i) * data->width, row);
	memcpy(slot->classes_pinned, data->classes + first, (size_t)rows * sizeof(int32_t));
	error = cudaStreamWaitEvent(feed->stream, slot->used, 0);
	if (!error)
		error = cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, (size_t)rows * row,
					cudaMemcpyHostToDevice, feed->stream);
	if (!error)
		error = cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned,
					(size_t)rows * sizeof(int32_t), cudaMemcpyHostToDevice,
					feed->stream);
	if (!error)
		error = cudaEventRecord(slot->sent, feed->stream);
	cudaGetLastError();
	return error ? -1 : rows;
