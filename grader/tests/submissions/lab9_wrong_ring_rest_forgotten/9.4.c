/* pieces of elements / count numbers: what does not divide is nobody's */
int before = 0, status = 0;
int64_t piece = tensor_count(gradients[0]) / count;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int round = 0; round < 2 * (count - 1); round++) {
	bool adds = round < count - 1;
	for (int i = 0; i < count; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		const float *from = tensor_data(gradients[i]);
		float *to = tensor_data(adds ? room[next] : gradients[next]);
		cudaSetDevice(tensor_device(gradients[i]).index);
		if (piece > 0)
			cudaMemcpyPeerAsync(to + at * piece, tensor_device(gradients[next]).index,
					    from + at * piece, tensor_device(gradients[i]).index,
					    (size_t)piece * sizeof *to, 0);
	}
	for (int i = 0; i < count; i++)
		device_synchronize(tensor_device(gradients[i]));
	for (int i = 0; i < count && adds && piece > 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		Tensor *sum = tensor_rows(gradients[next], at * piece, piece);
		Tensor *other = tensor_rows(room[next], at * piece, piece);
		status |= tensor_add_scaled(sum, 1, other);
		tensor_free(sum);
		tensor_free(other);
	}
}
cudaSetDevice(before);
return status;
