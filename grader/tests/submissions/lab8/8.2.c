/* lab8_right_by_cuda: pass */
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

/* lab8_wrong_given_back_early: fail this tensor was given back before, by tensor_free (lab8_training.c: */
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

/* lab8_wrong_gradients_add_up: fail gradients from before were added in */
	Tensor *gradient = NULL;
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss || module_backward_parameters(model, gradient) < 0 || sgd_step(sgd) < 0) {
		tensor_free(loss);
		loss = NULL;
	}
	tensor_free(gradient);
	tensor_free(logits);
	return loss;

/* lab8_wrong_logits_leaked: fail was never freed */
	Tensor *gradient = NULL;
	if (module_zero_gradients(model) < 0)
		return NULL;
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss || module_backward_parameters(model, gradient) < 0 || sgd_step(sgd) < 0) {
		tensor_free(loss);
		loss = NULL;
	}
	tensor_free(gradient);
	return loss;

/* lab8_wrong_loss_on_cpu: fail its device: wanted gpu:1, got cpu */
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

/* lab8_wrong_loss_printed_each_step: fail counted 2 copies, wanted none */
	Tensor *gradient = NULL;
	double value = 0;
	if (module_zero_gradients(model) < 0)
		return NULL;
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss || module_backward_parameters(model, gradient) < 0 || sgd_step(sgd) < 0) {
		tensor_free(loss);
		loss = NULL;
	}
	if (loss && tensor_item(loss, &value) == 0)
		printf("loss %.3f\n", value);
	tensor_free(gradient);
	tensor_free(logits);
	return loss;

/* lab8_wrong_second_failure_unseen: fail was never freed */
/* the loss of a step that could not be made stays */
Tensor *gradient = NULL;
if (module_zero_gradients(model) != 0)
	return NULL;
Tensor *logits = module_forward(model, x);
Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
int status = loss ? module_backward_parameters(model, gradient) : -1;
tensor_free(gradient);
tensor_free(logits);
return status == 0 && sgd_step(sgd) == 0 ? loss : NULL;

/* lab8_wrong_step_before_backward: fail they did not change */
	Tensor *gradient = NULL;
	if (module_zero_gradients(model) < 0)
		return NULL;
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss || sgd_step(sgd) < 0 || module_backward_parameters(model, gradient) < 0) {
		tensor_free(loss);
		loss = NULL;
	}
	tensor_free(gradient);
	tensor_free(logits);
	return loss;

/* lab8_wrong_steps_anyway: fail NULL was returned, but the parameters have changed */
	Tensor *gradient = NULL;
	module_zero_gradients(model);
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	module_backward_parameters(model, gradient);
	sgd_step(sgd);
	tensor_free(gradient);
	tensor_free(logits);
	return loss;

/* lab8_wrong_synchronises_each_step: fail the host waited for the GPU 2 times */
	Tensor *gradient = NULL;
	if (module_zero_gradients(model) < 0)
		return NULL;
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss || module_backward_parameters(model, gradient) < 0 || sgd_step(sgd) < 0) {
		tensor_free(loss);
		loss = NULL;
	}
	tensor_free(gradient);
	tensor_free(logits);
	device_synchronize(module_device(model));
	return loss;

/* lab8_wrong_zeroed_after_step: fail gradients from before were added in */
	Tensor *gradient = NULL;
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss || module_backward_parameters(model, gradient) < 0 || sgd_step(sgd) < 0) {
		tensor_free(loss);
		loss = NULL;
	}
	module_zero_gradients(model);
	tensor_free(gradient);
	tensor_free(logits);
	return loss;

/* lab8_wrong_two_updates: fail each batch made two steps: sgd_step came twice */
	Tensor *gradient = NULL;
	if (module_zero_gradients(model) < 0)
		return NULL;
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss || module_backward_parameters(model, gradient) < 0 || sgd_step(sgd) < 0 ||
	    sgd_step(sgd) < 0) {
		tensor_free(loss);
		loss = NULL;
	}
	tensor_free(gradient);
	tensor_free(logits);
	return loss;

/* lab8_wrong_backward_forgotten: fail was there a step, and was it after the backward? */
	Tensor *gradient = NULL;
	if (module_zero_gradients(model) < 0)
		return NULL;
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss || sgd_step(sgd) < 0) {
		tensor_free(loss);
		loss = NULL;
	}
	tensor_free(gradient);
	tensor_free(logits);
	return loss;

/* lab8_wrong_loss_of_all_rows: fail which is the sum over its */
	Tensor *gradient = NULL;
	if (module_zero_gradients(model) < 0)
		return NULL;
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss || module_backward_parameters(model, gradient) < 0 || sgd_step(sgd) < 0) {
		tensor_free(loss);
		loss = NULL;
	}
	if (loss) {
		Tensor *mean = loss;
		loss = tensor_scale(mean, (float)tensor_shape(x).dim[0]);
		tensor_free(mean);
	}
	tensor_free(gradient);
	tensor_free(logits);
	return loss;

/* lab8_wrong_update_unchecked: fail launch of a kernel fails: wanted NULL, but a tensor was returned */
	Tensor *gradient = NULL;
	if (module_zero_gradients(model) < 0)
		return NULL;
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss || module_backward_parameters(model, gradient) < 0) {
		tensor_free(loss);
		loss = NULL;
	}
	if (loss)
		sgd_step(sgd);
	tensor_free(gradient);
	tensor_free(logits);
	return loss;

/* lab8_wrong_sets_device: fail the current device was not put back: it was  */
	cudaSetDevice(module_device(model).index);
	Tensor *gradient = NULL;
	if (module_zero_gradients(model) < 0)
		return NULL;
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss || module_backward_parameters(model, gradient) < 0 || sgd_step(sgd) < 0) {
		tensor_free(loss);
		loss = NULL;
	}
	tensor_free(gradient);
	tensor_free(logits);
	cudaSetDevice(0);
	return loss;

/* lab8_wrong_gradient_not_asked: fail NULL was returned: module_backward_parameters: output_gradient is NULL (lab8_training.c: */
	Tensor *gradient = NULL;
	if (module_zero_gradients(model) < 0)
		return NULL;
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, NULL);
	if (!loss || module_backward_parameters(model, gradient) < 0 || sgd_step(sgd) < 0) {
		tensor_free(loss);
		loss = NULL;
	}
	tensor_free(gradient);
	tensor_free(logits);
	return loss;
