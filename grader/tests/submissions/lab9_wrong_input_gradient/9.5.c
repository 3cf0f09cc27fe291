/* computes the gradient of the input, of which nobody has any use */
int64_t all = 0;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
for (int i = 0; i < count; i++) {
	int64_t rows = tensor_count(classes[i]);
	Tensor *gradient = NULL, *unused = NULL;
	module_zero_gradients(replicas[i]);
	if (rows == 0)
		continue;
	Tensor *logits = module_forward(replicas[i], x[i]);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes[i], &gradient);
	int status = loss ? tensor_add_scaled(gradient, (float)rows / (float)all - 1, gradient) : -1;
	if (status == 0)
		unused = module_backward(replicas[i], gradient);
	tensor_free(unused);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	if (status != 0)
		return -1;
}
Tensor *gradients[MOST_GPUS];
for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
	for (int i = 0; i < count; i++)
		gradients[i] = module_gradient(replicas[i], p);
	if (tensor_all_reduce(gradients, count) != 0)
		return -1;
}
for (int i = 0; i < count; i++)
	if (sgd_step(optimizers[i]) != 0)
		return -1;
return 0;
