	Tensor *gradient = NULL;
	module_zero_gradients(model);
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	module_backward_parameters(model, gradient);
	sgd_step(sgd);
	tensor_free(gradient);
	tensor_free(logits);
	return loss;
