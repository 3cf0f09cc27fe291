	Tensor *gradient = NULL;
	module_zero_gradients(model);
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	tensor_free(logits);
	if (!loss || module_backward_parameters(model, gradient) != 0 || sgd_step(sgd) != 0) {
		tensor_free(loss);
		loss = NULL;
	}
	tensor_free(logits);
	tensor_free(gradient);
	return loss;
