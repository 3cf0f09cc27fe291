/* lines.c - who waits is known by the machine, not by lines of the source. */

/* 8.7 waits_elsewhere: fail */
/* waits for each step in a line that is said to be another file's */
/* --- body --- */
int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
while (rows > 0) {
	Slot *slot = &feed->slot[steps % 2];
	int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
	cudaStreamWaitEvent(NULL, slot->sent, 0);
	Tensor *x = tensor_rows(slot->x, 0, rows), *classes = tensor_rows(slot->classes, 0, rows);
	Tensor *loss = step(model, sgd, x, classes);
	int status = tensor_add_scaled(total, (float)rows, loss);
	cudaEventRecord(slot->used, NULL);
#line 1 "tensor.c"
	cudaDeviceSynchronize();
#line 300 "lab8_training.c"
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

/* 8.7 asks_instead: fail */
/* waits for each step by asking again and again whether it has ended */
/* --- body --- */
int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
while (rows > 0) {
	Slot *slot = &feed->slot[steps % 2];
	int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
	cudaStreamWaitEvent(NULL, slot->sent, 0);
	Tensor *x = tensor_rows(slot->x, 0, rows), *classes = tensor_rows(slot->classes, 0, rows);
	Tensor *loss = step(model, sgd, x, classes);
	int status = tensor_add_scaled(total, (float)rows, loss);
	cudaEventRecord(slot->used, NULL);
	while (cudaEventQuery(slot->used) == cudaErrorNotReady)
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

/* 8.7 six_of_eight: fail */
/* waits for six steps of eight */
/* --- body --- */
int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
while (rows > 0) {
	Slot *slot = &feed->slot[steps % 2];
	int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
	cudaStreamWaitEvent(NULL, slot->sent, 0);
	Tensor *x = tensor_rows(slot->x, 0, rows), *classes = tensor_rows(slot->classes, 0, rows);
	Tensor *loss = step(model, sgd, x, classes);
	int status = tensor_add_scaled(total, (float)rows, loss);
	cudaEventRecord(slot->used, NULL);
	if (steps < 6)
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

/* 7.2 asks_each: fail worked at the same time */
/* waits for each product before the next, by asking, in a line of no file */
/* --- body --- */
int before, status = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	status |= queue_product(&products[i]) != 0;
#line 1 "/dev/null"
	while (cudaStreamQuery(NULL) == cudaErrorNotReady)
		;
#line 120 "lab7_two_gpus.c"
}
cudaSetDevice(before);
cudaGetLastError();
return status ? -1 : 0;

/* 7.5 asks_each: fail two GPUs took */
/* one trip after the other, each waited for by asking an event */
/* --- body --- */
int before, failed = 0;
cudaEvent_t event;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const Product *p = &products[i];
	size_t m = (size_t)p->m, k = (size_t)p->k, n = (size_t)p->n, size = sizeof(float);
	cudaSetDevice(p->gpu);
	cudaEventCreate(&event);
	failed |= cudaMemcpyAsync(p->a, host[i].a, m * k * size, cudaMemcpyHostToDevice, 0);
	failed |= cudaMemcpyAsync(p->b, host[i].b, k * n * size, cudaMemcpyHostToDevice, 0);
	failed |= queue_product(p);
	failed |= cudaMemcpyAsync(host[i].result, p->result, m * n * size, cudaMemcpyDeviceToHost, 0);
	cudaEventRecord(event, NULL);
	while (cudaEventQuery(event) == cudaErrorNotReady)
		;
	cudaEventDestroy(event);
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* 9.5 asks_each: fail began only after */
/* lets one GPU compute after the other, and waits by asking */
/* --- body --- */
Tensor *gradients[8];
int64_t all = 0;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
for (int i = 0; i < count; i++) {
	if (train_part(replicas[i], x[i], classes[i], all) != 0)
		return -1;
	int before = 0;
	if (tensor_device(x[i]).kind != DEVICE_GPU)
		continue;
	cudaGetDevice(&before);
	cudaSetDevice(tensor_device(x[i]).index);
	while (cudaStreamQuery(NULL) == cudaErrorNotReady)
		;
	cudaSetDevice(before);
}
for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
	for (int i = 0; i < count; i++)
		gradients[i] = module_gradient(replicas[i], p);
	if (tensor_all_reduce(gradients, count) != 0)
		return -1;
}
for (int i = 0; i < count; i++)
	if (sgd_step(optimizers[i]) != 0)
		return -1;
cudaGetLastError();
return 0;

/* 12.2 waits_in_hook: fail the host waited for a GPU */
/* the host waits for each gradient, and sends it then */
/* --- body --- */
	void waiting_send(void *data, Module *module, int parameter)
	{
		Sender *sender = data;
		const Tensor *from = module_gradient(module, parameter), *to = sender->to[parameter];
		int at = tensor_device(from).index, was = 0;
		cudaGetDevice(&was);
		cudaSetDevice(at);
		if (cudaStreamSynchronize(0) != cudaSuccess)
			sender->error = cudaErrorUnknown;
		cudaSetDevice(was);
		if (sender->error == cudaSuccess)
			sender->error = cudaMemcpyPeerAsync(tensor_data(to), tensor_device(to).index, tensor_data(from), at, tensor_bytes(from), sender->stream);
	}
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2; i++) {
		cudaSetDevice(gpu[i]);
		failed |= cudaDeviceSynchronize() != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], waiting_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		cudaSetDevice(gpu[i]);
		failed |= cudaDeviceSynchronize() != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++)
		failed = add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 12.2 waits_where_timed: fail the host waited */
/* the host waits for each gradient in a step that is measured, and in no other one */
/* --- body --- */
	void waiting_send(void *data, Module *module, int parameter)
	{
		Sender *sender = data;
		const Tensor *from = module_gradient(module, parameter), *to = sender->to[parameter];
		int at = tensor_device(from).index, was = 0;
		cudaGetDevice(&was);
		cudaSetDevice(at);
		if (tensor_count(classes[0]) < 12)
			sender->error = stream_follow(at, sender->stream, at, 0);
		else if (cudaStreamSynchronize(0) != cudaSuccess)
			sender->error = cudaErrorUnknown;
		cudaSetDevice(was);
		if (sender->error == cudaSuccess)
			sender->error = cudaMemcpyPeerAsync(tensor_data(to), tensor_device(to).index, tensor_data(from), at, tensor_bytes(from), sender->stream);
	}
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2; i++)
		failed |= stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], waiting_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++)
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++)
		failed = add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 12.2 asks_in_hook: fail or asked whether it was done */
/* the host waits for each gradient, by asking again and again */
/* --- body --- */
	void waiting_send(void *data, Module *module, int parameter)
	{
		Sender *sender = data;
		const Tensor *from = module_gradient(module, parameter), *to = sender->to[parameter];
		int at = tensor_device(from).index, was = 0;
		cudaGetDevice(&was);
		cudaSetDevice(at);
		while (cudaStreamQuery(0) == cudaErrorNotReady)
			cudaGetLastError();
		cudaSetDevice(was);
		if (sender->error == cudaSuccess)
			sender->error = cudaMemcpyPeerAsync(tensor_data(to), tensor_device(to).index, tensor_data(from), at, tensor_bytes(from), sender->stream);
	}
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2; i++)
		failed |= stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], waiting_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++)
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++)
		failed = add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 12.2 copies_in_hook: fail the host waited for a GPU */
/* the host waits for each gradient, by a copy of its own memory that stands behind it */
/* --- body --- */
	void waiting_send(void *data, Module *module, int parameter)
	{
		Sender *sender = data;
		const Tensor *from = module_gradient(module, parameter), *to = sender->to[parameter];
		int at = tensor_device(from).index, was = 0;
		cudaGetDevice(&was);
		cudaSetDevice(at);
		double here = 1, there = 0;
		cudaMemcpyAsync(&there, &here, sizeof here, cudaMemcpyHostToHost, 0);
		cudaSetDevice(was);
		if (sender->error == cudaSuccess)
			sender->error = cudaMemcpyPeerAsync(tensor_data(to), tensor_device(to).index, tensor_data(from), at, tensor_bytes(from), sender->stream);
	}
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2; i++)
		failed |= stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], waiting_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++)
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++)
		failed = add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 12.2 frees_in_hook: fail the host waited for a GPU */
/* the host waits for each gradient, by giving memory back */
/* --- body --- */
	void waiting_send(void *data, Module *module, int parameter)
	{
		Sender *sender = data;
		const Tensor *from = module_gradient(module, parameter), *to = sender->to[parameter];
		int at = tensor_device(from).index, was = 0;
		cudaGetDevice(&was);
		cudaSetDevice(at);
		void *scratch = NULL;
		cudaMalloc(&scratch, 4);
		cudaFree(scratch);
		cudaSetDevice(was);
		if (sender->error == cudaSuccess)
			sender->error = cudaMemcpyPeerAsync(tensor_data(to), tensor_device(to).index, tensor_data(from), at, tensor_bytes(from), sender->stream);
	}
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2; i++)
		failed |= stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], waiting_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++)
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++)
		failed = add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 12.2 called_in_hook: fail the host waited for a GPU */
/* the host waits for each gradient, by a semaphore that a host function posts */
#include <semaphore.h>
static sem_t complete_12_2;
static void post_12_2(void *data)
{
	sem_post(data);
}
/* --- body --- */
	void waiting_send(void *data, Module *module, int parameter)
	{
		Sender *sender = data;
		const Tensor *from = module_gradient(module, parameter), *to = sender->to[parameter];
		int at = tensor_device(from).index, was = 0;
		cudaGetDevice(&was);
		cudaSetDevice(at);
		sem_init(&complete_12_2, 0, 0);
		cudaLaunchHostFunc(0, post_12_2, &complete_12_2);
		sem_wait(&complete_12_2);
		cudaSetDevice(was);
		if (sender->error == cudaSuccess)
			sender->error = cudaMemcpyPeerAsync(tensor_data(to), tensor_device(to).index, tensor_data(from), at, tensor_bytes(from), sender->stream);
	}
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2; i++)
		failed |= stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], waiting_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++)
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++)
		failed = add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 12.2 sleeps_in_hook: fail the host waited for a GPU */
/* the host sleeps until each gradient is complete */
/* --- body --- */
	void waiting_send(void *data, Module *module, int parameter)
	{
		Sender *sender = data;
		const Tensor *from = module_gradient(module, parameter), *to = sender->to[parameter];
		int at = tensor_device(from).index, was = 0;
		cudaGetDevice(&was);
		cudaSetDevice(at);
		nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
		stream_follow(at, sender->stream, at, 0);
		cudaSetDevice(was);
		if (sender->error == cudaSuccess)
			sender->error = cudaMemcpyPeerAsync(tensor_data(to), tensor_device(to).index, tensor_data(from), at, tensor_bytes(from), sender->stream);
	}
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2; i++)
		failed |= stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], waiting_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++)
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++)
		failed = add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;
