/* lab9_right_by_cublas: pass */
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
	bad |= cudaDeviceSynchronize() != cudaSuccess;
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
		bad |= cudaDeviceSynchronize() != cudaSuccess;
	}
	for (int i = 0; i < count && round < count - 1 && !bad; i++) {
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

/* lab9_right_by_events: pass */
/* a ring in which no one waits for a GPU but the GPUs for each other */
int before = 0, status = 0;
cudaEvent_t sent[MOST_GPUS];
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(tensor_device(gradients[i]).index);
	sent[i] = NULL;
	status |= cudaEventCreateWithFlags(&sent[i], cudaEventDisableTiming);
}
for (int round = 0; round < 2 * (count - 1); round++) {
	bool adds = round < count - 1;
	for (int i = 0; i < count && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = send_piece(gradients[i], adds ? room[next] : gradients[next], at, count);
		cudaSetDevice(tensor_device(gradients[i]).index);
		status |= cudaEventRecord(sent[i], 0);
	}
	for (int i = 0; i < count && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		cudaSetDevice(tensor_device(gradients[next]).index);
		status = cudaStreamWaitEvent(0, sent[i], 0);
		if (adds && status == 0)
			status = add_piece(gradients[next], room[next], at, count);
	}
}
for (int i = 0; i < count; i++)
	if (sent[i])
		cudaEventDestroy(sent[i]);
cudaSetDevice(before);
cudaGetLastError();
return status == 0 ? 0 : -1;

/* lab9_right_by_exchange: pass */
/* no ring: in each round every GPU sends one piece to the GPU that adds that piece up; then the sums
 * go the same ways back */
int before = 0, status = 0;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int step = 1; step < count && status == 0; step++) {
	for (int i = 0; i < count && status == 0; i++)
		status = send_piece(gradients[i], room[(i + step) % count], (i + step) % count,
				    count);
	for (int i = 0; i < count; i++)
		status |= device_synchronize(tensor_device(gradients[i]));
	for (int i = 0; i < count && status == 0; i++)
		status = add_piece(gradients[i], room[i], i, count);
	for (int i = 0; i < count; i++)
		status |= device_synchronize(tensor_device(gradients[i]));
}
for (int step = 1; step < count && status == 0; step++)
	for (int i = 0; i < count && status == 0; i++)
		status = send_piece(gradients[i], gradients[(i + step) % count], i, count);
for (int i = 0; i < count; i++)
	status |= device_synchronize(tensor_device(gradients[i]));
cudaSetDevice(before);
cudaGetLastError();
return status == 0 ? 0 : -1;

/* lab9_wrong_ring_adds_in_turn: fail let all GPUs add at the same time */
/* each GPU is waited for when it has added, so that the additions of a round follow each other */
int before = 0, status = 0;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int round = 0; round < 2 * (count - 1); round++) {
	bool adds = round < count - 1;
	for (int i = 0; i < count && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = send_piece(gradients[i], adds ? room[next] : gradients[next], at, count);
	}
	for (int i = 0; i < count && status == 0; i++)
		status = device_synchronize(tensor_device(gradients[i]));
	for (int i = 0; i < count && adds && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = add_piece(gradients[next], room[next], at, count);
		if (status == 0)
			status = device_synchronize(tensor_device(gradients[next]));
	}
}
cudaSetDevice(before);
return status;

/* lab9_wrong_ring_collects: fail let all GPUs send at the same time */
/* no ring: GPU 0 collects, and sends back */
Device first = tensor_device(gradients[0]);
int status = 0;
for (int i = 1; i < count && status == 0; i++) {
	if (cudaMemcpyPeer(tensor_data(room[0]), first.index, tensor_data(gradients[i]),
			   tensor_device(gradients[i]).index,
			   tensor_bytes(gradients[0])) != cudaSuccess)
		return -1;
	status = tensor_add_scaled(gradients[0], 1, room[0]);
}
for (int i = 1; i < count && status == 0; i++)
	if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
			   tensor_data(gradients[0]), first.index,
			   tensor_bytes(gradients[0])) != cudaSuccess)
		status = -1;
return status;

/* lab9_wrong_ring_copies_wait: fail let all GPUs send at the same time */
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

/* lab9_wrong_ring_events_kept: fail events on GPU */
/* the events by which GPUs wait for each other stay */
int before = 0, status = 0;
cudaEvent_t sent[MOST_GPUS];
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(tensor_device(gradients[i]).index);
	cudaEventCreateWithFlags(&sent[i], cudaEventDisableTiming);
}
for (int round = 0; round < 2 * (count - 1); round++) {
	bool adds = round < count - 1;
	for (int i = 0; i < count && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = send_piece(gradients[i], adds ? room[next] : gradients[next], at, count);
		cudaSetDevice(tensor_device(gradients[i]).index);
		cudaEventRecord(sent[i], 0);
	}
	for (int i = 0; i < count && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		cudaSetDevice(tensor_device(gradients[next]).index);
		cudaStreamWaitEvent(0, sent[i], 0);
		if (adds)
			status = add_piece(gradients[next], room[next], at, count);
	}
}
cudaSetDevice(before);
cudaGetLastError();
return status == 0 ? 0 : -1;

/* lab9_wrong_ring_rest_forgotten: fail wanted every GPU once */
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

/* lab9_wrong_ring_stops_early: fail wanted every GPU once */
/* one round too few */
int before = 0, status = 0;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int round = 0; round < 2 * count - 3; round++) {
	bool adds = round < count - 1;
	for (int i = 0; i < count && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = send_piece(gradients[i], adds ? room[next] : gradients[next], at, count);
	}
	for (int i = 0; i < count && status == 0; i++)
		status = device_synchronize(tensor_device(gradients[i]));
	for (int i = 0; i < count && adds && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = add_piece(gradients[next], room[next], at, count);
	}
}
cudaSetDevice(before);
return status;

/* lab9_wrong_ring_without_waiting: fail may still be */
/* adds what may not have come yet */
int before = 0, status = 0;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int round = 0; round < 2 * (count - 1); round++) {
	bool adds = round < count - 1;
	for (int i = 0; i < count && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = send_piece(gradients[i], adds ? room[next] : gradients[next], at, count);
	}
	for (int i = 0; i < count && adds && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = add_piece(gradients[next], room[next], at, count);
	}
}
cudaSetDevice(before);
return status;

/* lab9_wrong_ring_waits_unchecked: fail wait fails: what is returned: wanted -1, got 0 */
/* what the waits between the rounds return is not looked at */
int before = 0, status = 0;
if (count == 1)
	return 0;
cudaGetDevice(&before);
for (int round = 0; round < 2 * (count - 1); round++) {
	bool adds = round < count - 1;
	for (int i = 0; i < count && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = send_piece(gradients[i], adds ? room[next] : gradients[next], at, count);
	}
	for (int i = 0; i < count; i++)
		device_synchronize(tensor_device(gradients[i]));
	for (int i = 0; i < count && adds && status == 0; i++) {
		int next = (i + 1) % count, at = (i - round + 2 * count) % count;
		status = add_piece(gradients[next], room[next], at, count);
	}
}
cudaSetDevice(before);
cudaGetLastError();
return status == 0 ? 0 : -1;
