/* piece by piece: GPU i adds up the i-th piece, and sends it to the others */
int before = 0, status = 0;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	device_synchronize(tensor_device(gradients[i]));
int64_t elements = tensor_count(gradients[0]);
for (int at = 0; at < count && status == 0; at++) {
	int64_t first = elements * at / count, end = elements * (at + 1) / count;
	if (first == end)
		continue;
	Tensor *sum = tensor_rows(gradients[at], first, end - first);
	for (int i = 0; i < count && status == 0; i++) {
		if (i == at)
			continue;
		Tensor *piece = tensor_rows(gradients[i], first, end - first);
		Tensor *come = tensor_copy_to(piece, tensor_device(sum));
		status = tensor_add_scaled(sum, 1, come);
		tensor_free(come);
		tensor_free(piece);
	}
	for (int i = 0; i < count && status == 0; i++)
		if (i != at && cudaMemcpyPeer((float *)tensor_data(gradients[i]) + first,
					      tensor_device(gradients[i]).index, tensor_data(sum),
					      tensor_device(sum).index,
					      tensor_bytes(sum)) != cudaSuccess)
			status = -1;
	tensor_free(sum);
}
cudaSetDevice(before);
cudaGetLastError();
return status == 0 ? 0 : -1;
