	Tensor *gradient = NULL, *loss = NULL, *inputs = NULL;
	Tensor *logits = module_forward(model, x);
	if (logits)
		loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (loss && module_zero_gradients(model) == 0)
		inputs = module_backward(model, gradient);
	bool made = inputs && sgd_step(sgd) == 0;
	tensor_free(inputs);
	tensor_free(gradient);
	tensor_free(logits);
	if (made)
		return loss;
	tensor_free(loss);
	return NULL;
