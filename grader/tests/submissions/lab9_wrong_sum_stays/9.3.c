/* collects, and does not send back */
for (int i = 1; i < count; i++) {
	Tensor *come = tensor_copy_to(gradients[i], tensor_device(gradients[0]));
	int status = tensor_add_scaled(gradients[0], 1, come);
	tensor_free(come);
	if (status != 0)
		return -1;
}
return 0;
