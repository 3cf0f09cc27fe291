/* lab4_right_two_halves: pass */
/* looks at the devices before anything is moved */
Device home = tensor_device(parameters[0]);
for (int k = 1; k < 2 * layers; k++)
	if (!device_equal(tensor_device(parameters[k]), home))
		return NULL;
Tensor *y = device_equal(tensor_device(x), home) ? NULL : tensor_copy_to(x, home);
if (!y && !device_equal(tensor_device(x), home))
	return NULL;
for (int i = 0; i < layers; i++) {
	Tensor *step = tensor_matmul_with(y ? y : x, false, parameters[2 * i], false);
	Tensor *next = step ? tensor_add_row(step, parameters[2 * i + 1]) : NULL;
	tensor_free(step);
	tensor_free(y);
	y = next;
	if (!y)
		return NULL;
	if (i < layers - 1) {
		next = tensor_relu(y);
		tensor_free(y);
		y = next;
	}
}
return y;

/* lab4_wrong_copies_always: fail all is in one place, and yet something was copied */
/* copies x also when it is there */
Tensor *y = tensor_copy_to(x, tensor_device(parameters[0]));
for (int i = 0; i < layers; i++) {
	Tensor *product = tensor_matmul(y, parameters[2 * i]);
	Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
	tensor_free(product);
	tensor_free(y);
	y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
	tensor_free(sum);
}
return y;

/* lab4_wrong_frees_input: fail x was given back */
/* gives back an x that it was only lent */
Tensor *y = device_equal(tensor_device(x), tensor_device(parameters[0])) ? x : tensor_copy_to(x, tensor_device(parameters[0]));
for (int i = 0; i < layers; i++) {
	Tensor *product = tensor_matmul(y, parameters[2 * i]);
	Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
	tensor_free(product);
	tensor_free(y);
	y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
	tensor_free(sum);
}
return y;

/* lab4_wrong_input_left_on_cpu: fail tensor_matmul: a is on cpu, b is on gpu: */
/* forgets that x has to be where the parameters are */
Tensor *y = tensor_retain(x);
for (int i = 0; i < layers; i++) {
	Tensor *product = tensor_matmul(y, parameters[2 * i]);
	Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
	tensor_free(product);
	tensor_free(y);
	y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
	tensor_free(sum);
}
return y;

/* lab4_wrong_layers_kept: fail never freed */
/* what a layer got is never freed */
Tensor *y = tensor_as_in_device(x, tensor_device(parameters[0]));
for (int i = 0; i < layers; i++) {
	Tensor *product = tensor_matmul(y, parameters[2 * i]);
	Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
	tensor_free(product);
	y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
	tensor_free(sum);
}
return y;

/* lab4_wrong_model_moves: fail the result's device: wanted gpu: */
/* brings the parameters to x instead of x to the parameters */
Tensor *y = tensor_retain(x);
for (int i = 0; i < layers; i++) {
	Tensor *weight = tensor_as_in_device(parameters[2 * i], tensor_device(x));
	Tensor *bias = tensor_as_in_device(parameters[2 * i + 1], tensor_device(x));
	Tensor *product = tensor_matmul(y, weight);
	Tensor *sum = tensor_add_row(product, bias);
	tensor_free(weight);
	tensor_free(bias);
	tensor_free(product);
	tensor_free(y);
	y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
	tensor_free(sum);
}
return y;

/* lab4_wrong_no_relu: fail negative numbers stayed between the layers */
/* layers without anything in between */
Tensor *y = tensor_as_in_device(x, tensor_device(parameters[0]));
for (int i = 0; i < layers; i++) {
	Tensor *product = tensor_matmul(y, parameters[2 * i]);
	Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
	tensor_free(product);
	tensor_free(y);
	y = tensor_retain(sum);
	tensor_free(sum);
}
return y;

/* lab4_wrong_policy: fail uses device_set_policy */
/* lets the framework copy what is somewhere else, again and again */
device_set_policy(POLICY_COPY);
Tensor *y = tensor_retain(x);
for (int i = 0; i < layers; i++) {
	Tensor *product = tensor_matmul(y, parameters[2 * i]);
	Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
	tensor_free(product);
	tensor_free(y);
	y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
	tensor_free(sum);
}
return y;

/* lab4_wrong_relu_at_end: fail negative numbers became 0 behind the last layer, too */
/* relu behind the last layer, too */
Tensor *y = tensor_as_in_device(x, tensor_device(parameters[0]));
for (int i = 0; i < layers; i++) {
	Tensor *product = tensor_matmul(y, parameters[2 * i]);
	Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
	tensor_free(product);
	tensor_free(y);
	y = tensor_relu(sum);
	tensor_free(sum);
}
return y;

/* lab4_wrong_result_goes_home: fail the result's device */
/* brings the result to where x was */
Tensor *y = tensor_as_in_device(x, tensor_device(parameters[0]));
for (int i = 0; i < layers; i++) {
	Tensor *product = tensor_matmul(y, parameters[2 * i]);
	Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
	tensor_free(product);
	tensor_free(y);
	y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
	tensor_free(sum);
}
Tensor *home = tensor_as_in_device(y, tensor_device(x));
tensor_free(y);
y = home;
return y;
