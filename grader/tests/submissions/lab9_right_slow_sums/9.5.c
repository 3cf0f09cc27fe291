/* weighs the gradients of the parameters, and collects each on the first GPU, in new memory that is
 * freed at once */
Tensor *loss[MOST_GPUS] = {NULL}, *gradient[MOST_GPUS] = {NULL}, *logits[MOST_GPUS] = {NULL};
int64_t all = 0;
int status = 0, parameters = module_parameter_count(replicas[0]);
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
for (int i = 0; i < count && status == 0; i++) {
	status = module_zero_gradients(replicas[i]);
	if (tensor_count(classes[i]) == 0)
		continue;
	logits[i] = module_forward(replicas[i], x[i]);
	loss[i] = loss_softmax_cross_entropy(logits[i], classes[i], &gradient[i]);
	if (module_backward_parameters(replicas[i], gradient[i]) != 0)
		status = -1;
	float share = (float)tensor_count(classes[i]) / (float)all;
	for (int p = 0; p < parameters && status == 0; p++)
		status = tensor_add_scaled(module_gradient(replicas[i], p), share - 1,
					   module_gradient(replicas[i], p));
}
for (int i = 0; i < count; i++) {
	tensor_free(logits[i]);
	tensor_free(loss[i]);
	tensor_free(gradient[i]);
}
for (int p = 0; p < parameters && status == 0; p++) {
	Tensor *sum = module_gradient(replicas[0], p);
	Device first = tensor_device(sum);
	for (int i = 1; i < count && status == 0; i++) {
		Tensor *come = tensor_copy_to(module_gradient(replicas[i], p), first);
		status = tensor_add_scaled(sum, 1, come);
		tensor_free(come);
	}
	for (int i = 1; i < count && status == 0; i++) {
		Tensor *own = module_gradient(replicas[i], p);
		if (cudaMemcpyPeer(tensor_data(own), tensor_device(own).index, tensor_data(sum),
				   first.index, tensor_bytes(sum)) != cudaSuccess)
			status = -1;
	}
}
for (int i = 0; i < count && status == 0; i++)
	status = sgd_step(optimizers[i]);
cudaGetLastError();
return status == 0 ? 0 : -1;
