/* lab8_right_by_cuda: pass */
	Slot *slot = &feed->slot[index];
	int64_t rows = feed->batch;
	if (first >= data->count)
		return 0;
	if (first + rows > data->count)
		rows = data->count - first;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	if (cudaStreamWaitEvent(feed->stream, slot->used, 0)) {
		cudaGetLastError();
		return -1;
	}
	cudaError_t asked;
	while ((asked = cudaEventQuery(slot->sent)) == cudaErrorNotReady)
		;
	cudaGetLastError();
	if (asked != cudaSuccess)
		return -1;
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

/* lab8_right_step_first: pass */
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

/* lab8_wrong_at_the_edges: fail `sent` was recorded */
/* no rows are sent too */
Slot *slot = &feed->slot[index];
int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
if (rows < 0)
	rows = 0;
size_t bytes = (size_t)(rows * data->width) * sizeof(float);
size_t class_bytes = (size_t)rows * sizeof(int32_t);
if (cudaEventSynchronize(slot->sent) != cudaSuccess)
	return -1;
if (rows > 0) {
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
}
cudaStreamWaitEvent(feed->stream, slot->used, 0);
cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, feed->stream);
cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
		cudaMemcpyHostToDevice, feed->stream);
cudaEventRecord(slot->sent, feed->stream);
return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_copy_error_left: fail copy fails: an error was left behind */
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

/* lab8_wrong_host_waits_for_copy: fail the host waited for the copy */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	cudaEventSynchronize(slot->sent);
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	cudaStreamSynchronize(feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_host_waits_for_step: fail the host waited for the step */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	cudaEventSynchronize(slot->sent);
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaEventSynchronize(slot->used);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_overwrites_what_is_sent: fail pinned host memory that an earlier cudaMemcpyAsync may still be reading */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_overwrites_what_is_used: fail nothing orders the two */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	cudaEventSynchronize(slot->sent);
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_second_copy_unchecked: fail the 2nd copy fails: what is returned: wanted -1 */
	/* one of the two copies is not looked at, and its error thrown away */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	cudaError_t error = cudaEventSynchronize(slot->sent);
	if (error == cudaSuccess) {
		memcpy(slot->x_pinned, data->x + first * data->width, bytes);
		memcpy(slot->classes_pinned, data->classes + first, class_bytes);
		cudaStreamWaitEvent(feed->stream, slot->used, 0);
		error = cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes,
					cudaMemcpyHostToDevice, feed->stream);
		cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
				cudaMemcpyHostToDevice, feed->stream);
		cudaEventRecord(slot->sent, feed->stream);
	}
	cudaGetLastError();
	return error == cudaSuccess ? rows : -1;

/* lab8_wrong_sends_from_ordinary_memory: fail a copy from ordinary memory */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	cudaEventSynchronize(slot->sent);
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), data->x + first * data->width, bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), data->classes + first, class_bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_sends_on_default_stream: fail they belong into feed->stream */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	cudaEventSynchronize(slot->sent);
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, NULL);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes, cudaMemcpyHostToDevice, NULL);
	cudaEventRecord(slot->sent, NULL);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_sent_before_copies: fail `sent` of slot 0 was reached while the copies were still on their way */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	cudaEventSynchronize(slot->sent);
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaEventRecord(slot->sent, feed->stream);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes, cudaMemcpyHostToDevice, feed->stream);
	
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_sent_not_recorded: fail `sent` of slot 0 was not recorded */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	cudaEventSynchronize(slot->sent);
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes, cudaMemcpyHostToDevice, feed->stream);
	
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_stream_waited_for: fail the host waited for a batch of the other slot */
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

/* lab8_wrong_wait_error_left: fail wait fails: an error was left behind */
	/* clears the errors of the copies, but not that of the wait before them */
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
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_wait_for_sent_unchecked: fail wait fails: what is returned: wanted -1 */
	/* goes on when the wait for `sent` has failed, and throws its error away */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess)
		cudaGetLastError();
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_rows_behind_the_end: fail it is data->x,  */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = feed->batch;
	if (left <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_waits_unchecked: fail the 1st cudaStreamWaitEvent fails: what is returned: wanted -1, got */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaGetLastError();
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_record_unchecked: fail the 1st cudaEventRecord fails: what is returned: wanted -1 */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	if (cudaGetLastError() != cudaSuccess)
		return -1;
	cudaEventRecord(slot->sent, feed->stream);
	cudaGetLastError();
	return rows;

/* lab8_wrong_records_used_too: fail `used` was recorded; wanted it left alone */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	cudaEventRecord(slot->used, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_records_none: fail `sent` was recorded; wanted nothing to be done */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0) {
		cudaEventRecord(slot->sent, feed->stream);
		return 0;
	}
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_classes_overwritten: fail data->classes[ */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	((int32_t *)(uintptr_t)data->classes)[first] = 0;
	((int32_t *)(uintptr_t)data->classes)[first + 1] = 1;
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_device_waits: fail slot's tensors (cudaDeviceSynchronize, line */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaDeviceSynchronize() != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_sent_of_the_other: fail `sent` of slot 0 was not recorded */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(feed->slot[!index].sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_sent_between: fail it is the grader that reads the slot */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_waits_behind_the_copies: fail Before the copies feed->stream waits for `used` */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_host_waits_for_none: fail The host waits for `sent` of this slot */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_device_changed: fail the current device was not put back: it was 1, and is 0 */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	cudaSetDevice(0);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* lab8_wrong_makes_sent: fail but the slot has one: record that */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventCreate(&slot->sent);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;
