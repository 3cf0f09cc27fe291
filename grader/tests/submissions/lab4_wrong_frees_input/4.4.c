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
