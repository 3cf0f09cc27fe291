	int64_t rows = feed->send(feed, 1, data, 0), done = 0, steps = 0;
	int index = 1;
	if (rows < 0)
		return -1;
	while (rows > 0) {
		Slot *slot = &feed->slot[index];
		if (cudaEventSynchronize(slot->sent) != cudaSuccess)
			return -1;
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = loss ? tensor_add_scaled(total, (float)rows, loss) : -1;
		tensor_free(x);
		tensor_free(classes);
		tensor_free(loss);
		cudaEventRecord(slot->used, cudaStreamLegacy);
		if (status < 0)
			return -1;
		done += rows;
		index = !index;
		rows = feed->send(feed, index, data, done);
		if (rows < 0)
			return -1;
		steps++;
	}
	return steps;
