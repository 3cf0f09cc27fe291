/* places.c - answers of lab 12 that do not look at one of the places where a call may fail, or leave something there. */

/* 12.2 hook_left_on_failure: fail a module still has the hook */
/* returns at once where a call fails, with a hook that points to the stack */
/* --- body --- */
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2; i++)
		if (stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess)
			return cudaSetDevice(before), cudaGetLastError(), -1;
	for (int i = 0; i < 2; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		if (module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0 || sender.error != cudaSuccess)
			return cudaSetDevice(before), cudaGetLastError(), -1;
		module_on_gradient(replicas[i], NULL, NULL);
	}
	for (int i = 0; i < 2; i++) {
		if (stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0)
			return cudaSetDevice(before), cudaGetLastError(), -1;
	}
	return 0;

/* 12.1 scaling_unread: fail launch of a kernel fails: what is returned: wanted -1, got 0 */
/* does not look whether the gradient was multiplied by its share */
/* --- body --- */
	int64_t n = tensor_count(classes);
	int status = module_zero_gradients(model);
	for (int64_t first = 0; first < n && status == 0; first += rows) {
		int64_t here = n - first < rows ? n - first : rows;
		float share = (float)here / (float)n;
		Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
		Tensor *wanted = tensor_rows(classes, first, here);
		Tensor *logits = module_forward(model, part);
		Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
		tensor_add_scaled(gradient, share - 1, gradient);
		status = loss ? module_backward_parameters(model, gradient) : -1;
		tensor_free(gradient);
		tensor_free(loss);
		tensor_free(logits);
		tensor_free(wanted);
		tensor_free(part);
	}
	if (status == 0)
		status = sgd_step(optimizer);
	return status == 0 ? 0 : -1;

/* 12.2 sum_unread: fail launch of a kernel fails: what is returned: wanted -1, got 0 */
/* does not look whether the other GPU's gradients were added */
/* --- body --- */
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2 && !failed; i++)
		failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess;
		if (!failed) {
			add_rooms(replicas[i], lanes[i].room);
			failed = sgd_step(optimizers[i]) != 0;
		}
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 12.2 order_unread: fail fails: what is returned: wanted -1, got 0 */
/* does not look whether the default stream waits for the other GPU's lane */
/* --- body --- */
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2 && !failed; i++)
		failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]);
		failed = stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;
