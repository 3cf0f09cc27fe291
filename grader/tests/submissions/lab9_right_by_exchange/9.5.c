/* the empty parts run too; a new tensor for each weighted gradient, given back at the end */
Tensor *scaled[MOST_GPUS] = {NULL};
int64_t all = 0;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
for (int i = 0; i < count; i++) {
	int64_t rows = tensor_count(classes[i]);
	Tensor *gradient = NULL;
	int zeroed = module_zero_gradients(replicas[i]);
	Tensor *logits = module_forward(replicas[i], x[i]);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes[i], &gradient);
	scaled[i] = tensor_scale(gradient, (float)rows / (float)all);
	int status = scaled[i] && zeroed == 0 ? 0 : -1;
	if (status == 0)
		status = module_backward_parameters(replicas[i], scaled[i]);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	for (int k = 0; status != 0 && k <= i; k++)
		tensor_free(scaled[k]);
	if (status != 0)
		return -1;
}
Tensor *gradients[MOST_GPUS];
int status = 0;
for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
	for (int i = 0; i < count; i++)
		gradients[i] = module_gradient(replicas[i], p);
	if (status == 0)
		status = tensor_all_reduce(gradients, count);
}
for (int i = 0; i < count && status == 0; i++)
	status = sgd_step(optimizers[i]);
for (int i = 0; i < count; i++)
	tensor_free(scaled[i]);
cudaGetLastError();
return status == 0 ? 0 : -1;
