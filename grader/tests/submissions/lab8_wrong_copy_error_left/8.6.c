	/* returns -1 as it should, but the caller finds the error */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess)
		return -1;
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	if (cudaStreamWaitEvent(feed->stream, slot->used, 0) != cudaSuccess ||
	    cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			    feed->stream) != cudaSuccess ||
	    cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			    cudaMemcpyHostToDevice, feed->stream) != cudaSuccess ||
	    cudaEventRecord(slot->sent, feed->stream) != cudaSuccess)
		return -1;
	return rows;
