/* lab8_right_by_cuda: pass */
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
		if (cudaGetLastError() || added < 0)
			return -1;
	}
	return steps;

/* lab8_right_step_first: pass */
	int64_t rows = feed->send(feed, 1, data, 0), done = 0, steps = 0;
	int index = 1;
	if (rows < 0)
		return -1;
	while (rows > 0) {
		Slot *slot = &feed->slot[index];
		if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = loss ? tensor_add_scaled(total, (float)rows, loss) : -1;
		tensor_free(x);
		tensor_free(classes);
		tensor_free(loss);
		cudaEventRecord(slot->used, cudaStreamLegacy);
		if (cudaGetLastError() || status < 0)
			return -1;
		done += rows;
		index = !index;
		rows = feed->send(feed, index, data, done);
		if (rows < 0)
			return -1;
		steps++;
	}
	return steps;

/* lab8_wrong_at_the_edges: fail `used` of slot 0 was not recorded behind a step */
/* the host waits for `sent` before it sends, so `sent` does for `used` too */
int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
while (rows > 0) {
	Slot *slot = &feed->slot[steps % 2];
	int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
	cudaStreamWaitEvent(NULL, slot->sent, 0);
	Tensor *x = tensor_rows(slot->x, 0, rows), *classes = tensor_rows(slot->classes, 0, rows);
	Tensor *loss = step(model, sgd, x, classes);
	int status = tensor_add_scaled(total, (float)rows, loss);
	cudaEventRecord(slot->sent, NULL);
	tensor_free(loss);
	tensor_free(classes);
	tensor_free(x);
	if (status != 0)
		return -1;
	first += rows;
	rows = next;
	steps++;
}
return rows < 0 ? -1 : steps;

/* lab8_wrong_batch_not_awaited: fail nothing orders the two */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		
		if (status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* lab8_wrong_events_kept: fail events on GPU 1 were never destroyed */
/* an event of its own behind each step, which stays */
int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
while (rows > 0) {
	Slot *slot = &feed->slot[steps % 2];
	int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
	cudaStreamWaitEvent(NULL, slot->sent, 0);
	Tensor *x = tensor_rows(slot->x, 0, rows);
	Tensor *classes = tensor_rows(slot->classes, 0, rows);
	Tensor *loss = step(model, sgd, x, classes);
	int status = tensor_add_scaled(total, (float)rows, loss);
	cudaEvent_t over;
	cudaEventCreateWithFlags(&over, cudaEventDisableTiming);
	cudaEventRecord(over, NULL);
	cudaEventRecord(slot->used, NULL);
	tensor_free(loss);
	tensor_free(classes);
	tensor_free(x);
	if (status != 0)
		return -1;
	first += rows;
	rows = next;
	steps++;
}
return rows < 0 ? -1 : steps;

/* lab8_wrong_frees_beside_sending: fail freeing memory waits, too */
/* the next batch is on its way in time, but memory of the GPU's own is freed in each step */
int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
while (rows > 0) {
	Slot *slot = &feed->slot[steps % 2];
	int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
	cudaStreamWaitEvent(NULL, slot->sent, 0);
	Tensor *x = tensor_rows(slot->x, 0, rows);
	Tensor *classes = tensor_rows(slot->classes, 0, rows);
	Tensor *loss = step(model, sgd, x, classes);
	Tensor *part = tensor_scale(loss, (float)rows);
	float *own = NULL;
	cudaMalloc((void **)&own, sizeof *own);
	int status = tensor_add_scaled(total, 1, part);
	cudaEventRecord(slot->used, NULL);
	cudaFree(own);
	tensor_free(part);
	tensor_free(loss);
	tensor_free(classes);
	tensor_free(x);
	if (status != 0)
		return -1;
	first += rows;
	rows = next;
	steps++;
}
return rows < 0 ? -1 : steps;

/* lab8_right_frees_in_each_step: pass */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		Tensor *part = tensor_scale(loss, (float)rows);
		int status = tensor_add_scaled(total, 1, part);
		tensor_free(part);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		if (cudaGetLastError() != cudaSuccess || status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* lab8_wrong_given_back_early: fail what `step` returned is yours to give back */
	/* the losses stay */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = loss ? tensor_add_scaled(total, (float)rows, loss) : -1;
		cudaEventRecord(slot->used, NULL);
		tensor_free(classes);
		tensor_free(x);
		if (status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* lab8_wrong_logs_while_sending: fail copies to the host, wanted none */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		double value = 0;
		if (tensor_item(loss, &value) == 0)
			printf("step %lld: %.3f\n", (long long)steps, value);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		
		if (status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* lab8_wrong_one_slot: fail beside computing */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[0];
		
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		int64_t next = feed->send(feed, 0, data, first + rows);
		if (status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* lab8_wrong_own_send, calls 8.6: fail nothing was sent by feed->send */
	int64_t first = 0, steps = 0, rows = feed_send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed_send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* lab8_wrong_prefetch_from_ordinary_memory: fail a copy from ordinary memory */
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

/* lab8_wrong_send_unchecked: fail fails: what is returned: wanted -1 */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		
		if (status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return steps;

/* lab8_wrong_total_without_rows: fail counts as many times as its batch has rows */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, 1, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		
		if (status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* lab8_wrong_use_not_recorded: fail nothing orders the two */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		
		if (status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* lab8_wrong_waits_beside_sending: fail when the next step was queued (the host waited in cudaDeviceSynchronize, line */
/* the next batch is on its way in time, but the host waits for each step */
int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
while (rows > 0) {
	Slot *slot = &feed->slot[steps % 2];
	int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
	cudaStreamWaitEvent(NULL, slot->sent, 0);
	Tensor *x = tensor_rows(slot->x, 0, rows);
	Tensor *classes = tensor_rows(slot->classes, 0, rows);
	Tensor *loss = step(model, sgd, x, classes);
	int status = tensor_add_scaled(total, (float)rows, loss);
	cudaEventRecord(slot->used, NULL);
	cudaDeviceSynchronize();
	tensor_free(loss);
	tensor_free(classes);
	tensor_free(x);
	if (status != 0)
		return -1;
	first += rows;
	rows = next;
	steps++;
}
return rows < 0 ? -1 : steps;

/* lab8_wrong_waits_then_sends: fail beside computing */
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
		cudaDeviceSynchronize();
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		if (status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* lab8_wrong_whole_slot_used: fail a batch may have fewer rows than its slot */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_retain(slot->x);
		Tensor *classes = tensor_retain(slot->classes);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		
		if (status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* lab8_wrong_reads_other_slot: fail step 0 read slot 1, which held batch 1 by then; batch 0 was in slot 0 */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[(steps + 1) % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* lab8_wrong_sends_into_same_slot: fail step 0 read slot 0, which held batch 1 by then; batch 0 had been sent over */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)steps % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* lab8_wrong_destroys_the_stream: fail feed->stream was destroyed */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (cudaGetLastError() != cudaSuccess || status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	cudaStreamDestroy(feed->stream);
	return rows < 0 ? -1 : steps;

/* lab8_wrong_wait_error_left: fail fails: an error was left behind */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (cudaPeekAtLastError() != cudaSuccess || status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* lab8_wrong_wait_unchecked: fail cudaStreamWaitEvent fails: what is returned: wanted -1, got */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		cudaGetLastError();
		if (status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* lab8_right_stops_where_it_fails: pass */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 1, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[(steps + 1) % 2];
		int64_t next = feed->send(feed, (int)steps % 2, data, first + rows);
		if (next < 0 || cudaStreamWaitEvent(NULL, slot->sent, 0) != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int bad = tensor_add_scaled(total, (float)rows, loss);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (bad || cudaEventRecord(slot->used, NULL) != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* lab8_wrong_row_left_out: fail batch 1 was sent from row */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows + 1);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (cudaGetLastError() != cudaSuccess || status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* lab8_wrong_rows_counted: fail what is returned: wanted 7, got 1 */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (cudaGetLastError() != cudaSuccess || status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : first;

/* lab8_wrong_each_batch_twice: fail wanted 7: twice as often */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		tensor_free(step(model, sgd, x, classes));
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (cudaGetLastError() != cudaSuccess || status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* lab8_wrong_classes_as_x: fail after 1 step:  */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, classes, x);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (cudaGetLastError() != cudaSuccess || status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* lab8_wrong_last_step_left_out: fail the last, smaller batch was left out */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		if (first + rows >= data->count && first > 0)
			return steps + 1;
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (cudaGetLastError() != cudaSuccess || status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;

/* lab8_wrong_asks_again_and_again: fail asked again and again in cudaStreamQuery, line */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		while (cudaStreamQuery(NULL) == cudaErrorNotReady)
			;
		cudaGetLastError();
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;
