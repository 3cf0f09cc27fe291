/* one optimizer makes the update, and the others get copies of the parameters */
Tensor *gradients[MOST_GPUS];
int64_t all = 0;
int before = 0;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
for (int i = 0; i < count; i++)
	if (train_part(replicas[i], x[i], classes[i], all) != 0)
		return -1;
for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
	for (int i = 0; i < count; i++)
		gradients[i] = module_gradient(replicas[i], p);
	if (tensor_all_reduce(gradients, count) != 0)
		return -1;
}
if (sgd_step(optimizers[0]) != 0)
	return -1;
if (count == 1)
	return 0;
cudaGetDevice(&before);
int first = module_device(replicas[0]).index;
cudaError_t error = cudaSetDevice(first);
for (int i = 1; i < count && error == cudaSuccess; i++)
	for (int p = 0; p < module_parameter_count(replicas[0]) && error == cudaSuccess; p++) {
		const Tensor *from = module_parameter(replicas[0], p);
		error = cudaMemcpyPeer(tensor_data(module_parameter(replicas[i], p)),
				       module_device(replicas[i]).index, tensor_data(from), first,
				       tensor_bytes(from));
	}
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;
