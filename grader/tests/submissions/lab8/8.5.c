/* lab8_right_step_first: pass */
	int gpu;
	int64_t count = feed->batch * feed->width;
	if (cudaGetDevice(&gpu) || cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking)) {
		cudaGetLastError();
		return -1;
	}
	for (Slot *slot = feed->slot; slot < feed->slot + 2; slot++) {
		slot->x = tensor_uniform(SHAPE(feed->batch, feed->width), 1, device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), -1, device_gpu(gpu));
		if (!slot->x || !slot->classes)
			return -1;
		if (cudaHostAlloc((void **)&slot->x_pinned, (size_t)count * 4, 0) ||
		    cudaHostAlloc((void **)&slot->classes_pinned, (size_t)feed->batch * 4, 0) ||
		    cudaEventCreateWithFlags(&slot->sent, cudaEventDisableTiming) ||
		    cudaEventCreateWithFlags(&slot->used, cudaEventDisableTiming)) {
			cudaGetLastError();
			return -1;
		}
	}
	return device_synchronize(device_gpu(gpu)) < 0 ? -1 : 0;

/* lab8_wrong_at_the_edges: fail is not pinned memory (cudaMallocHost), or not long enough */
/* cudaMallocHost takes bytes */
int gpu = 0;
size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
cudaGetDevice(&gpu);
cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
for (int i = 0; i < 2; i++) {
	Slot *slot = &feed->slot[i];
	cudaMallocHost((void **)&slot->x_pinned, numbers);
	cudaMallocHost((void **)&slot->classes_pinned, rows);
	cudaEventCreate(&slot->sent);
	cudaEventCreate(&slot->used);
	slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
	slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
	if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
		return -1;
}
return cudaDeviceSynchronize() == cudaSuccess ? 0 : -1;

/* lab8_wrong_blocking_stream: fail feed->stream waits for the default stream */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreate(&feed->stream);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	return cudaDeviceSynchronize() == cudaSuccess ? 0 : -1;

/* lab8_wrong_open_error_left: fail wait fails: an error was left behind */
	/* the error of the last wait stays */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	return cudaDeviceSynchronize() == cudaSuccess ? 0 : -1;

/* lab8_wrong_open_not_finished: fail the GPU still worked when the function returned */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	return 0;

/* lab8_wrong_open_wait_unchecked: fail wait fails: what is returned: wanted -1, got 0 */
	/* a wait that fails has not waited */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	cudaDeviceSynchronize();
	cudaGetLastError();
	return 0;

/* lab8_wrong_ordinary_memory: fail is not pinned memory */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		slot->x_pinned = malloc(numbers * sizeof(float));
		slot->classes_pinned = malloc(rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	return cudaDeviceSynchronize() == cudaSuccess ? 0 : -1;

/* lab8_wrong_room_on_the_cpu: fail slot 0: x: its device: wanted gpu:1, got cpu */
	/* device_current() is the framework's, and nobody has set it */
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_current());
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_current());
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	return cudaDeviceSynchronize() == cudaSuccess ? 0 : -1;

/* lab8_wrong_second_failure_unseen: fail fails: what is returned: wanted -1, got 0 */
/* only x is looked at */
int gpu = 0;
size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
cudaGetDevice(&gpu);
cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
for (int i = 0; i < 2; i++) {
	Slot *slot = &feed->slot[i];
	cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
	cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
	cudaEventCreate(&slot->sent);
	cudaEventCreate(&slot->used);
	slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
	slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
	if (cudaGetLastError() != cudaSuccess || !slot->x)
		return -1;
}
return cudaDeviceSynchronize() == cudaSuccess ? 0 : -1;

/* lab8_wrong_slots_shared: fail something is shared with the other slot */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		if (i == 1) {
			*slot = feed->slot[0];
			tensor_retain(slot->x);
			tensor_retain(slot->classes);
			break;
		}
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	return cudaDeviceSynchronize() == cudaSuccess ? 0 : -1;

/* lab8_wrong_tensors_on_gpu_0: fail its device: wanted gpu:1, got gpu:0 */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(0));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(0));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	return cudaDeviceSynchronize() == cudaSuccess ? 0 : -1;

/* lab8_wrong_waits_for_the_feed: fail on the default stream; feed->stream does not wait for it */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	if (cudaStreamSynchronize(feed->stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	return 0;

/* lab8_wrong_pinned_classes_unchecked: fail cudaHostRegister fails: what is returned: wanted -1, got 0 */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		if (cudaGetLastError() != cudaSuccess)
			return -1;
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaGetLastError();
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	if (cudaDeviceSynchronize() != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	return 0;

/* lab8_wrong_stream_unchecked: fail the 1st cudaStreamCreate fails: what is returned: wanted -1, got 0 */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	cudaGetLastError();
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	if (cudaDeviceSynchronize() != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	return 0;

/* lab8_wrong_event_unchecked: fail cudaEventCreate fails: what is returned: wanted -1, got 0 */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 2; i++) {
		if (cudaGetLastError() != cudaSuccess)
			return -1;
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		if (cudaGetLastError() != cudaSuccess)
			return -1;
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		cudaGetLastError();
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	if (cudaDeviceSynchronize() != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	return 0;

/* lab8_wrong_one_slot_made: fail slot 1: a pointer, a tensor or an event of it is still 0: it was not made */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 1; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	if (cudaDeviceSynchronize() != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	return 0;

/* lab8_wrong_classes_without_address: fail wanted 0, got -1; a call failed: cudaErrorInvalidValue, from lab8_training.c: */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	cudaDeviceSynchronize();
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
