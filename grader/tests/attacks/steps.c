/* Steps of training that are done, but not as asked for: in turn, in one lane, late, in smaller pieces. */

/* 12.1 row_by_row: fail wanted at least */
/* each piece has one row */
/* --- body --- */
	int64_t n = tensor_count(classes);
	(void)rows;
	int status = module_zero_gradients(model);
	for (int64_t first = 0; first < n && status == 0; first++) {
		Tensor *part = tensor_rows(x, first, 1), *gradient = NULL;
		Tensor *wanted = tensor_rows(classes, first, 1);
		Tensor *logits = module_forward(model, part);
		Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
		status = loss ? tensor_add_scaled(gradient, 1.0f / (float)n - 1, gradient) : -1;
		if (status == 0)
			status = module_backward_parameters(model, gradient);
		tensor_free(gradient);
		tensor_free(loss);
		tensor_free(logits);
		tensor_free(wanted);
		tensor_free(part);
	}
	if (status == 0)
		status = sgd_step(optimizer);
	return status == 0 ? 0 : -1;

/* 12.2 in_turn: fail of the time in which */
/* the second GPU begins when the first one is done */
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
		failed = (i == 1 && stream_follow(gpu[1], 0, gpu[0], 0) != cudaSuccess) ||
			 module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 12.2 backward_in_turn: fail of the time in which */
/* the backward of the second GPU begins when that of the first one is over */
/* --- body --- */
	extern int pass_queue_behind(Module *, const Tensor *, const Tensor *, int64_t, int);
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
			 pass_queue_behind(replicas[i], x[i], classes[i], all, i ? gpu[0] : -1) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;
}
int pass_queue_behind(Module *replica, const Tensor *x, const Tensor *classes, int64_t all, int wait)
{
	float share = (float)tensor_count(classes) / (float)all;
	Tensor *gradient = NULL;
	int status = module_zero_gradients(replica);
	Tensor *logits = status == 0 ? module_forward(replica, x) : NULL;
	Tensor *loss = logits ? loss_softmax_cross_entropy(logits, classes, &gradient) : NULL;
	status = loss ? tensor_add_scaled(gradient, share - 1, gradient) : -1;
	if (status == 0 && wait >= 0)
		status = stream_follow(module_device(replica).index, 0, wait, 0) == cudaSuccess ? 0 : -1;
	if (status == 0)
		status = module_backward_parameters(replica, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	return status;

/* 12.2 one_lane: fail is not in a stream of GPU */
/* both GPUs send in the lane of the first one */
/* --- body --- */
	typedef struct InFirst {
		cudaStream_t stream;
		int gpu;
		Tensor *const *to;
		cudaError_t error;
	} InFirst;
	extern void sent_in_first(void *data, Module *module, int parameter);
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[0].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2 && !failed; i++)
		failed = stream_follow(gpu[0], stream[i], gpu[i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		InFirst sender = {stream[i], gpu[0], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], sent_in_first, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		failed = stream_follow(gpu[i], 0, gpu[0], stream[0]) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;
}
void sent_in_first(void *data, Module *module, int parameter)
{
	struct {
		cudaStream_t stream;
		int gpu;
		Tensor *const *to;
		cudaError_t error;
	} *sender = data;
	const Tensor *from = module_gradient(module, parameter), *to = sender->to[parameter];
	int gpu = tensor_device(from).index;
	if (sender->error == cudaSuccess)
		sender->error = stream_follow(sender->gpu, sender->stream, gpu, 0);
	if (sender->error == cudaSuccess)
		sender->error = cudaMemcpyPeerAsync(tensor_data(to), tensor_device(to).index,
						    tensor_data(from), gpu, tensor_bytes(from),
						    sender->stream);

/* 12.2 lane_waits_for_backward: fail beside the backward */
/* the second GPU's lane waits for the first one's backward */
/* --- body --- */
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess ||
			 module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 12.2 part_sent_twice: fail bytes that the GPUs sent each other */
/* a part of the second layer's gradient is sent twice in the place of the third's */
/* --- body --- */
	extern void sent_twice(void *data, Module *module, int parameter);
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2 && !failed; i++)
		failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], sent_twice, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		for (int p = 0; p < module_parameter_count(replicas[i]); p++)
			if (p != 2)
				gradient_send(&sender, replicas[i], p);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;
}
void sent_twice(void *data, Module *module, int parameter)
{
	Sender *sender = data;
	if (parameter != 2)
		return;
	gradient_send(sender, module, 2);
	const Tensor *from = module_gradient(module, 2), *to = sender->to[2];
	int64_t more = module_parameter_count(module) == 6 ? tensor_count(module_gradient(module, 4)) + tensor_count(module_gradient(module, 5)) : 0;
	if (sender->error == cudaSuccess && more > 0 && more <= tensor_count(from))
		sender->error = cudaMemcpyPeerAsync(tensor_data(to), tensor_device(to).index, tensor_data(from),
						    tensor_device(from).index, (size_t)more * sizeof(float), sender->stream);

/* 12.2 update_behind_many_lines: fail launch of a kernel fails: what is returned: wanted -1, got 0 */
/* a function for each GPU has many lines; what sgd_step() returns is not looked at */
/* --- body --- */
	extern int pass_queue_again(Module *, const Tensor *, const Tensor *, int64_t);
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
			 (i ? pass_queue_again(replicas[i], x[i], classes[i], all) : pass_queue(replicas[i], x[i], classes[i], all)) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0;
		if (!failed)
			sgd_step(optimizers[i]);
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;
}
int pass_queue_again(Module *replica, const Tensor *x, const Tensor *classes, int64_t all)
{
	float share = (float)tensor_count(classes) / (float)all;
	Tensor *gradient = NULL;
	int status = module_zero_gradients(replica);
	Tensor *logits = status == 0 ? module_forward(replica, x) : NULL;
	Tensor *loss = logits ? loss_softmax_cross_entropy(logits, classes, &gradient) : NULL;
	status = loss ? tensor_add_scaled(gradient, share - 1, gradient) : -1;
	if (status == 0)
		status = module_backward_parameters(replica, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	return status;

/* 12.1 update_behind_many_lines: fail launch of a kernel fails: what is returned: wanted -1, got 0 */
/* whole pieces and the last one have a function each; what sgd_step() returns is not looked at */
/* --- body --- */
	extern int piece_whole(Module *, const Tensor *, const Tensor *, int64_t, int64_t);
	extern int piece_last(Module *, const Tensor *, const Tensor *, int64_t, int64_t);
	int64_t n = tensor_count(classes), first = 0;
	int status = module_zero_gradients(model);
	for (; first + rows <= n && status == 0; first += rows)
		status = piece_whole(model, x, classes, first, rows);
	if (first < n && status == 0)
		status = piece_last(model, x, classes, first, n - first);
	if (status == 0)
		sgd_step(optimizer);
	return status == 0 ? 0 : -1;
}
int piece_whole(Module *model, const Tensor *x, const Tensor *classes, int64_t first, int64_t here)
{
	float share = (float)here / (float)tensor_count(classes);
	Tensor *gradient = NULL;
	Tensor *part = tensor_rows(x, first, here);
	Tensor *wanted = tensor_rows(classes, first, here);
	Tensor *logits = module_forward(model, part);
	Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
	int status = loss ? tensor_add_scaled(gradient, share - 1, gradient) : -1;
	if (status == 0)
		status = module_backward_parameters(model, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	tensor_free(wanted);
	tensor_free(part);
	return status;
}
int piece_last(Module *model, const Tensor *x, const Tensor *classes, int64_t first, int64_t here)
{
	float share = (float)here / (float)tensor_count(classes);
	Tensor *gradient = NULL;
	Tensor *part = tensor_rows(x, first, here);
	Tensor *wanted = tensor_rows(classes, first, here);
	Tensor *logits = module_forward(model, part);
	Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
	int status = loss ? tensor_add_scaled(gradient, share - 1, gradient) : -1;
	if (status == 0)
		status = module_backward_parameters(model, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	tensor_free(wanted);
	tensor_free(part);
	return status;
