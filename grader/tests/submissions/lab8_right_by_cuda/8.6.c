	Slot *slot = &feed->slot[index];
	int64_t rows = feed->batch;
	if (first >= data->count)
		return 0;
	if (first + rows > data->count)
		rows = data->count - first;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	while (cudaEventQuery(slot->sent) == cudaErrorNotReady)
		;
	cudaGetLastError();
	for (int64_t i = 0; i < rows; i++)
		slot->classes_pinned[i] = data->classes[first + i];
	for (int64_t i = 0; i < rows * feed->width; i++)
		slot->x_pinned[i] = data->x[first * feed->width + i];
	if (cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned,
			    (size_t)rows * sizeof(int32_t), cudaMemcpyDefault, feed->stream) ||
	    cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyDefault,
			    feed->stream) ||
	    cudaEventRecord(slot->sent, feed->stream)) {
		cudaGetLastError();
		return -1;
	}
	return rows;
