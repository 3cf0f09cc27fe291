/* left_hook.c - what is left on a module where a call fails. */

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
