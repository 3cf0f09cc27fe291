	int gpu;
	int64_t count = feed->batch * feed->width;
	if (cudaGetDevice(&gpu) || cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking))
		return -1;
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
