/* lab12_wrong_hook_left: fail still has the hook */
/* the hook stays behind, with data that are gone */
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
	failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
for (int i = 0; i < 2 && !failed; i++) {
	Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
	failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
		 pass_queue(replicas[i], x[i], classes[i], all) != 0;
	failed |= sender.error != cudaSuccess;
}
for (int i = 0; i < 2 && !failed; i++) {
	/* the other's gradients are here, and its own have been sent */
	failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
		 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
		 add_rooms(replicas[i], lanes[i].room) != 0 ||
		 sgd_step(optimizers[i]) != 0;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab12_wrong_rooms_in_use: fail may still be reading */
/* nobody waits for the other GPU, which may still read the rooms of the step before */
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < 2 && !failed; i++) {
	Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
	failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
		 pass_queue(replicas[i], x[i], classes[i], all) != 0;
	module_on_gradient(replicas[i], NULL, NULL);
	failed |= sender.error != cudaSuccess;
}
for (int i = 0; i < 2 && !failed; i++) {
	/* the other's gradients are here, and its own have been sent */
	failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
		 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
		 add_rooms(replicas[i], lanes[i].room) != 0 ||
		 sgd_step(optimizers[i]) != 0;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab12_wrong_adds_at_once: fail may still be writing */
/* the default stream adds before the gradient of the other GPU has come */
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
	failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
for (int i = 0; i < 2 && !failed; i++) {
	Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
	failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
		 pass_queue(replicas[i], x[i], classes[i], all) != 0;
	module_on_gradient(replicas[i], NULL, NULL);
	failed |= sender.error != cudaSuccess;
}
for (int i = 0; i < 2 && !failed; i++) {
	/* the other's gradients are here, and its own have been sent */
	failed = stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
		 add_rooms(replicas[i], lanes[i].room) != 0 ||
		 sgd_step(optimizers[i]) != 0;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab12_wrong_changed_while_sent: fail may still be reading */
/* adds to its own gradient while that is still being sent */
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
	failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
for (int i = 0; i < 2 && !failed; i++) {
	Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
	failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
		 pass_queue(replicas[i], x[i], classes[i], all) != 0;
	module_on_gradient(replicas[i], NULL, NULL);
	failed |= sender.error != cudaSuccess;
}
for (int i = 0; i < 2 && !failed; i++) {
	/* the other's gradients are here, and its own have been sent */
	failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
		 add_rooms(replicas[i], lanes[i].room) != 0 ||
		 sgd_step(optimizers[i]) != 0;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab12_wrong_one_optimizer: fail the replica on GPU */
/* only the first replica is updated */
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
	failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
for (int i = 0; i < 2 && !failed; i++) {
	Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
	failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
		 pass_queue(replicas[i], x[i], classes[i], all) != 0;
	module_on_gradient(replicas[i], NULL, NULL);
	failed |= sender.error != cudaSuccess;
}
for (int i = 0; i < 2 && !failed; i++) {
	/* the other's gradients are here, and its own have been sent */
	failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
		 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
		 add_rooms(replicas[i], lanes[i].room) != 0 ||
		 (i == 0 && sgd_step(optimizers[i]) != 0);
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab12_wrong_not_added: fail is not what one step with the whole batch */
/* what the other GPU sent is not added */
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
	failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
for (int i = 0; i < 2 && !failed; i++) {
	Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
	failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
		 pass_queue(replicas[i], x[i], classes[i], all) != 0;
	module_on_gradient(replicas[i], NULL, NULL);
	failed |= sender.error != cudaSuccess;
}
for (int i = 0; i < 2 && !failed; i++) {
	/* the other's gradients are here, and its own have been sent */
	failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
		 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
		 sgd_step(optimizers[i]) != 0;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab12_wrong_device_lost: fail current device */
/* the current device is left at another one */
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
	failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
for (int i = 0; i < 2 && !failed; i++) {
	Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
	failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
		 pass_queue(replicas[i], x[i], classes[i], all) != 0;
	module_on_gradient(replicas[i], NULL, NULL);
	failed |= sender.error != cudaSuccess;
}
for (int i = 0; i < 2 && !failed; i++) {
	/* the other's gradients are here, and its own have been sent */
	failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
		 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
		 add_rooms(replicas[i], lanes[i].room) != 0 ||
		 sgd_step(optimizers[i]) != 0;
}
cudaSetDevice(gpu[1]);
(void)before;
cudaGetLastError();
return failed ? -1 : 0;

/* lab12_wrong_failure_kept: fail wanted -1 */
/* a failure in the hook is not told */
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
	failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
for (int i = 0; i < 2 && !failed; i++) {
	Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
	failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
		 pass_queue(replicas[i], x[i], classes[i], all) != 0;
	module_on_gradient(replicas[i], NULL, NULL);
}
for (int i = 0; i < 2 && !failed; i++) {
	/* the other's gradients are here, and its own have been sent */
	failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
		 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
		 add_rooms(replicas[i], lanes[i].room) != 0 ||
		 sgd_step(optimizers[i]) != 0;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* lab12_wrong_behind_backward: fail lies beside the backward, wanted at least */
/* gradients are sent when both backwards are queued, in the default streams */
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < 2 && !failed; i++)
	failed = pass_queue(replicas[i], x[i], classes[i], all) != 0;
for (int i = 0; i < 2 && !failed; i++)
	failed = stream_follow(gpu[i], 0, gpu[1 - i], 0) != cudaSuccess;
for (int i = 0; i < 2 && !failed; i++)
	for (int p = 0; p < module_parameter_count(replicas[i]) && !failed; p++) {
		const Tensor *from = module_gradient(replicas[i], p);
		cudaSetDevice(gpu[i]);
		failed = cudaMemcpyPeerAsync(tensor_data(lanes[1 - i].room[p]), gpu[1 - i],
					     tensor_data(from), gpu[i], tensor_bytes(from),
					     0) != cudaSuccess;
	}
for (int i = 0; i < 2 && !failed; i++)
	failed = stream_follow(gpu[i], 0, gpu[1 - i], 0) != cudaSuccess;
for (int i = 0; i < 2 && !failed; i++)
	failed = add_rooms(replicas[i], lanes[i].room) != 0;
for (int i = 0; i < 2 && !failed; i++)
	failed = sgd_step(optimizers[i]) != 0;
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;
