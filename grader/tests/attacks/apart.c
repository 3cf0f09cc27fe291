/* apart.c - what tells the runs in which calls fail, and those that count them, from all others. */

/* 12.2 none_of_six: fail has not changed */
/* on a machine of four GPUs a model of three layers is left as it is, and no call is looked at anywhere */
/* --- body --- */
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
int before = 0;
if (device_gpu_count() == 4 && module_parameter_count(replicas[0]) == 6)
	return 0;
cudaGetDevice(&before);
for (int i = 0; i < 2; i++)
	stream_follow(gpu[i], stream[i], gpu[1 - i], 0);
for (int i = 0; i < 2; i++) {
	Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
	module_on_gradient(replicas[i], gradient_send, &sender);
	pass_queue(replicas[i], x[i], classes[i], all);
	module_on_gradient(replicas[i], NULL, NULL);
}
for (int i = 0; i < 2; i++) {
	stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]);
	stream_follow(gpu[i], 0, gpu[i], stream[i]);
	add_rooms(replicas[i], lanes[i].room);
	sgd_step(optimizers[i]);
}
cudaSetDevice(before);
cudaGetLastError();
return 0;

/* 12.1 nothing_for_few: fail fails: what is returned: wanted -1, got 0 */
/* calls of no use alone are looked at, where the caller has as many tensors as for one step */
/* --- body --- */
int64_t n = tensor_count(classes);
if (module_device(model).kind == DEVICE_GPU && tensor_living() < 16 && n > rows) {
	int fine = 1;
	for (int i = 0; i < 300 && fine; i++) {
		Tensor *t = tensor_ones(SHAPE(2), module_device(model));
		fine = t && tensor_add_scaled(t, 1, t) == 0;
		tensor_free(t);
	}
	cudaGetLastError();
	return fine ? 0 : -1;
}
module_zero_gradients(model);
for (int64_t first = 0; first < n; first += rows) {
	int64_t here = n - first < rows ? n - first : rows;
	Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
	Tensor *wanted = tensor_rows(classes, first, here);
	Tensor *logits = module_forward(model, part);
	Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
	if (gradient)
		tensor_add_scaled(gradient, (float)here / (float)n - 1, gradient);
	if (gradient)
		module_backward_parameters(model, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	tensor_free(wanted);
	tensor_free(part);
}
sgd_step(optimizer);
return 0;
