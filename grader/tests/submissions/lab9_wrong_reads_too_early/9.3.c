/* copies that nothing orders behind what the other GPU is still doing */
Device first = tensor_device(gradients[0]);
size_t bytes = tensor_bytes(gradients[0]);
int before = 0, status = 0;
if (count == 1)
	return 0;
cudaGetDevice(&before);
cudaSetDevice(first.index);
Tensor *come = tensor_zeros(tensor_shape(gradients[0]), first);
for (int i = 1; i < count && come && status == 0; i++) {
	cudaMemcpyPeerAsync(tensor_data(come), first.index, tensor_data(gradients[i]),
			    tensor_device(gradients[i]).index, bytes, 0);
	status = tensor_add_scaled(gradients[0], 1, come);
}
for (int i = 1; i < count && come && status == 0; i++)
	cudaMemcpyPeerAsync(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
			    tensor_data(gradients[0]), first.index, bytes, 0);
cudaDeviceSynchronize();
cudaSetDevice(before);
if (!come)
	status = -1;
tensor_free(come);
return status == 0 ? 0 : -1;
