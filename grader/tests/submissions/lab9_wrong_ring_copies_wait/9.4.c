/* cudaMemcpyPeer waits for both GPUs, so that the copies of a round follow each other */
int before = 0, status = 0;
int64_t elements = tensor_count(gradients[0]);
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int round = 0; round < 2 * (count - 1); round++) {
	bool adds = round < count - 1;
	for (int i = 0; i < count && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		int64_t first = elements * at / count, end = elements * (at + 1) / count;
		const float *from = tensor_data(gradients[i]);
		float *to = tensor_data(adds ? room[next] : gradients[next]);
		if (end > first &&
		    cudaMemcpyPeer(to + first, tensor_device(gradients[next]).index, from + first,
				   tensor_device(gradients[i]).index,
				   (size_t)(end - first) * sizeof *to) != cudaSuccess)
			status = -1;
	}
	for (int i = 0; i < count && adds && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = add_piece(gradients[next], room[next], at, count);
	}
}
cudaSetDevice(before);
return status;
