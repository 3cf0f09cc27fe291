/* every GPU collects from all others: count (count - 1) copies */
Tensor *sum[8];
for (int i = 0; i < count; i++) {
	sum[i] = tensor_scale(gradients[i], 1);
	for (int k = 0; k < count; k++) {
		if (k == i)
			continue;
		Tensor *come = tensor_copy_to(gradients[k], tensor_device(gradients[i]));
		tensor_add_scaled(sum[i], 1, come);
		tensor_free(come);
	}
}
int status = 0;
for (int i = 0; i < count; i++) {
	if (tensor_add_scaled(gradients[i], -1, gradients[i]) != 0 ||
	    tensor_add_scaled(gradients[i], 1, sum[i]) != 0)
		status = -1;
	tensor_free(sum[i]);
}
return status;
