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
