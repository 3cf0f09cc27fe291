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
