	int64_t steps = 0;
	for (int64_t first = 0; first < data->count; first += feed->batch, steps++) {
		Slot *slot = &feed->slot[steps & 1];
		int64_t rows = feed->send(feed, (int)(steps & 1), data, first);
		if (rows <= 0)
			return -1;
		cudaStreamWaitEvent(0, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int added = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, 0);
		tensor_free(x);
		tensor_free(classes);
		tensor_free(loss);
		if (added < 0)
			return -1;
	}
	return steps;
