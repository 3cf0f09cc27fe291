	Tensor *gradient = NULL;
	if (module_zero_gradients(model) < 0)
		return NULL;
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss || module_backward_parameters(model, gradient) < 0 || sgd_step(sgd) < 0) {
		tensor_free(loss);
		loss = NULL;
	}
	Tensor *on_cpu = tensor_as_in_device(loss, device_cpu());
	tensor_free(loss);
	tensor_free(gradient);
	tensor_free(logits);
	return on_cpu;
