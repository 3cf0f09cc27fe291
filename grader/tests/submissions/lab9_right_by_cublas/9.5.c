/* all gradients of a GPU in one block, so that they are added up in one go */
Tensor *block[MOST_GPUS] = {NULL}, *logits[MOST_GPUS] = {NULL}, *loss[MOST_GPUS] = {NULL};
Tensor *gradient[MOST_GPUS] = {NULL};
int64_t all = 0, elements = 0;
int status = 0, before = 0, on_gpu = tensor_device(x[0]).kind == DEVICE_GPU;
for (int i = 0; i < count; i++)
	all += tensor_shape(x[i]).dim[0];
for (int p = 0; p < module_parameter_count(replicas[0]); p++)
	elements += tensor_count(module_parameter(replicas[0], p));
if (on_gpu)
	cudaGetDevice(&before);
for (int i = 0; i < count && status == 0; i++) {
	float share = (float)tensor_shape(x[i]).dim[0] / (float)all;
	status = module_zero_gradients(replicas[i]);
	block[i] = tensor_zeros(SHAPE(elements), module_device(replicas[i]));
	if (!block[i])
		status = -1;
	if (status != 0 || share == 0)
		continue;
	logits[i] = module_forward(replicas[i], x[i]);
	loss[i] = loss_softmax_cross_entropy(logits[i], classes[i], &gradient[i]);
	status = module_backward_parameters(replicas[i], gradient[i]);
	int64_t first = 0;
	for (int p = 0; p < module_parameter_count(replicas[0]) && status == 0 && on_gpu; p++) {
		Tensor *one = module_gradient(replicas[i], p);
		cudaSetDevice(module_device(replicas[i]).index);
		if (cudaMemcpyAsync((float *)tensor_data(block[i]) + first, tensor_data(one),
				    tensor_bytes(one), cudaMemcpyDeviceToDevice, 0) != cudaSuccess)
			status = -1;
		first += tensor_count(one);
	}
	if (status == 0 && on_gpu)
		status = tensor_add_scaled(block[i], share - 1, block[i]);
}
if (status == 0 && count > 1)
	status = tensor_all_reduce(block, count);
for (int i = 0; i < count && status == 0; i++) {
	int64_t first = 0;
	for (int p = 0; p < module_parameter_count(replicas[0]) && on_gpu; p++) {
		Tensor *one = module_gradient(replicas[i], p);
		cudaSetDevice(module_device(replicas[i]).index);
		if (cudaMemcpyAsync(tensor_data(one), (float *)tensor_data(block[i]) + first,
				    tensor_bytes(one), cudaMemcpyDeviceToDevice, 0) != cudaSuccess)
			status = -1;
		first += tensor_count(one);
	}
	if (status == 0)
		status = sgd_step(optimizers[i]);
}
for (int i = 0; i < count; i++) {
	tensor_free(block[i]);
	tensor_free(logits[i]);
	tensor_free(loss[i]);
	tensor_free(gradient[i]);
}
if (on_gpu)
	cudaSetDevice(before);
cudaGetLastError();
return status == 0 ? 0 : -1;
