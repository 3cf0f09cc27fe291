/* by_turns.c - what stays is made in another line each time, so that no finding names one: the judge goes by counts. */

/* 8.6 event_by_turns: fail cudaEventCreate fails: what is returned: wanted -1 */
/* leaves an event for each batch, and does not look whether it was made: the second judge has found what stays when the first fails */
/* --- body --- */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	static int calls;
	cudaEvent_t lost;
	calls++;
	if (calls % 12 == 0)
		cudaEventCreate(&lost);
	if (calls % 12 == 1)
		cudaEventCreate(&lost);
	if (calls % 12 == 2)
		cudaEventCreate(&lost);
	if (calls % 12 == 3)
		cudaEventCreate(&lost);
	if (calls % 12 == 4)
		cudaEventCreate(&lost);
	if (calls % 12 == 5)
		cudaEventCreate(&lost);
	if (calls % 12 == 6)
		cudaEventCreate(&lost);
	if (calls % 12 == 7)
		cudaEventCreate(&lost);
	if (calls % 12 == 8)
		cudaEventCreate(&lost);
	if (calls % 12 == 9)
		cudaEventCreate(&lost);
	if (calls % 12 == 10)
		cudaEventCreate(&lost);
	if (calls % 12 == 11)
		cudaEventCreate(&lost);
	cudaGetLastError();
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes, cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;
