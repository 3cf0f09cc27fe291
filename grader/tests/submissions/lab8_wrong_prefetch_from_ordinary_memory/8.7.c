	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		int64_t next = data->count - first - rows < feed->batch ? data->count - first - rows : feed->batch;
		slot = &feed->slot[(steps + 1) % 2];
		if (next > 0) {
			cudaStreamWaitEvent(feed->stream, slot->used, 0);
			cudaMemcpyAsync(tensor_data(slot->x), data->x + (first + rows) * data->width,
					(size_t)(next * data->width) * sizeof(float),
					cudaMemcpyHostToDevice, feed->stream);
			cudaMemcpyAsync(tensor_data(slot->classes), data->classes + first + rows,
					(size_t)next * sizeof(int32_t), cudaMemcpyHostToDevice,
					feed->stream);
			cudaEventRecord(slot->sent, feed->stream);
		}
		if (status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;
