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

/* 5.2 event_by_turns: fail 1 stream, event or pool was never destroyed */
/* leaves an event, in a check whose two calls in one process have other sizes */
/* --- body --- */
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
	if (work(data) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	double start = timer_now();
	if (work(data) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	return timer_now() - start;

/* 5.4 event_by_turns: fail 1 stream, event or pool was never destroyed */
/* the same, of several times */
/* --- body --- */
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
	double times[100];
	if (work(data) != 0)
		return -1;
	cudaDeviceSynchronize();
	for (int i = 0; i < repeats; i++) {
		double start = timer_now();
		if (work(data) != 0)
			return -1;
		cudaDeviceSynchronize();
		times[i] = timer_now() - start;
	}
	qsort(times, (size_t)repeats, sizeof times[0], compare_doubles);
	return (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;

/* 7.2 first_eight: fail returned while GPU */
/* waits where the first eight products are */
/* --- body --- */
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	failed |= queue_all(products, count) != 0;
	for (int i = 0; i < count && i < 8; i++) {
		cudaSetDevice(products[i].gpu);
		failed |= cudaDeviceSynchronize() != cudaSuccess;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;
