	/* waits for all that is in the stream, so for the other slot's batch, too */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	cudaError_t error = cudaStreamSynchronize(feed->stream);
	if (error == cudaSuccess) {
		memcpy(slot->x_pinned, data->x + first * data->width, bytes);
		memcpy(slot->classes_pinned, data->classes + first, class_bytes);
		error = cudaStreamWaitEvent(feed->stream, slot->used, 0);
	}
	if (error == cudaSuccess)
		error = cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes,
					cudaMemcpyHostToDevice, feed->stream);
	if (error == cudaSuccess)
		error = cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
					cudaMemcpyHostToDevice, feed->stream);
	if (error == cudaSuccess)
		error = cudaEventRecord(slot->sent, feed->stream);
	cudaGetLastError();
	return error == cudaSuccess ? rows : -1;
