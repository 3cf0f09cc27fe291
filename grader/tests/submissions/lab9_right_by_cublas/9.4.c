/* a ring of raw pointers: cuBLAS adds, with a handle for each GPU */
cublasHandle_t handle[MOST_GPUS];
const float one = 1;
int64_t n = tensor_count(gradients[0]);
int before = 0, bad = 0;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(tensor_device(gradients[i]).index);
	bad |= cublasCreate(&handle[i]) != CUBLAS_STATUS_SUCCESS;
	cudaDeviceSynchronize();
}
for (int round = 0; round < 2 * count - 2 && !bad; round++) {
	for (int i = 0; i < count; i++) {
		int from = tensor_device(gradients[i]).index, next = i + 1 < count ? i + 1 : 0;
		int64_t piece = ((i - round) % count + count) % count;
		int64_t first = n * piece / count, end = n * (piece + 1) / count;
		float *to = tensor_data(round < count - 1 ? room[next] : gradients[next]);
		float *mine = tensor_data(gradients[i]);
		cudaSetDevice(from);
		if (end > first)
			bad |= cudaMemcpyPeerAsync(to + first, tensor_device(gradients[next]).index,
						   mine + first, from,
						   (size_t)(end - first) * sizeof *to,
						   0) != cudaSuccess;
	}
	for (int i = 0; i < count; i++) {
		cudaSetDevice(tensor_device(gradients[i]).index);
		cudaDeviceSynchronize();
	}
	for (int i = 0; i < count && round < count - 1; i++) {
		int64_t piece = ((i - 1 - round) % count + count) % count;
		int64_t first = n * piece / count, end = n * (piece + 1) / count;
		cudaSetDevice(tensor_device(gradients[i]).index);
		bad |= cublasSaxpy(handle[i], (int)(end - first), &one,
				   (float *)tensor_data(room[i]) + first, 1,
				   (float *)tensor_data(gradients[i]) + first,
				   1) != CUBLAS_STATUS_SUCCESS;
	}
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(tensor_device(gradients[i]).index);
	cublasDestroy(handle[i]);
}
cudaSetDevice(before);
cudaGetLastError();
return bad ? -1 : 0;
