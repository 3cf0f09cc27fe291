/* elsewhere.c - answers that have right numbers from another place, or in another place, than the contract says. */

/* 7.4 multiplied_where_inputs_are: fail device number i % 2 computes product i */
/* multiplies on the GPU that has both inputs, and copies the result, which takes a copy less */
/* --- body --- */
	Device devices[MOST_GPUS];
	int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
	for (int i = 0; i < count; i++) {
		Device device = devices[i % there], at = device;
		Device da = tensor_device(a[i]), db = tensor_device(b[i]);
		if (da.kind == db.kind && da.index == db.index && da.kind == DEVICE_GPU)
			at = da;
		Tensor *left = tensor_as_in_device(a[i], at);
		Tensor *right = tensor_as_in_device(b[i], at);
		Tensor *made = tensor_matmul(left, right);
		results[i] = tensor_as_in_device(made, device);
		failed |= results[i] == NULL;
		tensor_free(made);
		tensor_free(left);
		tensor_free(right);
	}
	for (int d = 0; d < there; d++)
		failed |= device_synchronize(devices[d]) != 0;
	for (int i = 0; failed && i < count; i++) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
	return failed ? -1 : 0;

/* 7.4 multiplied_twice: fail device number i % 2 computes product i */
/* the same, and a product of ones on the GPU that should have computed it */
/* --- body --- */
	Device devices[MOST_GPUS];
	int there = device_try_all_gpus(devices, MOST_GPUS), failed = 0;
	for (int i = 0; i < count; i++) {
		Device device = devices[i % there], at = device;
		Device da = tensor_device(a[i]), db = tensor_device(b[i]);
		if (da.kind == db.kind && da.index == db.index && da.kind == DEVICE_GPU)
			at = da;
		Tensor *left = tensor_as_in_device(a[i], at);
		Tensor *right = tensor_as_in_device(b[i], at);
		Tensor *made = tensor_matmul(left, right);
		results[i] = tensor_as_in_device(made, device);
		if (at.index != device.index) {
			Tensor *p = tensor_ones(tensor_shape(a[i]), device);
			Tensor *q = tensor_ones(tensor_shape(b[i]), device);
			tensor_free(tensor_matmul(p, q));
			tensor_free(p);
			tensor_free(q);
		}
		failed |= results[i] == NULL;
		tensor_free(made);
		tensor_free(left);
		tensor_free(right);
	}
	for (int d = 0; d < there; d++)
		failed |= device_synchronize(devices[d]) != 0;
	for (int i = 0; failed && i < count; i++) {
		tensor_free(results[i]);
		results[i] = NULL;
	}
	return failed ? -1 : 0;

/* 8.4 batches_sent_together: fail copies had the */
/* sends three batches at once but for their last rows, which go one by one: as many copies, and as many bytes */
/* --- body --- */
	Device device = module_device(model);
	int64_t count = tensor_shape(x).dim[0];
	double right = -1;
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
	int status = sum ? 0 : -1;
	enum { TOGETHER = 3 };
	int cur = 0;
	if (device.kind == DEVICE_GPU) { cudaGetDevice(&cur); cudaSetDevice(device.index); }
	bool sends = device.kind == DEVICE_GPU && tensor_device(x).kind == DEVICE_CPU;
	int64_t width = tensor_shape(x).dim[1];
	for (int64_t begin = 0; status == 0 && begin < count; begin += TOGETHER * batch) {
		int64_t all = count - begin < TOGETHER * batch ? count - begin : TOGETHER * batch;
		int64_t batches = (all + batch - 1) / batch;
		Tensor *x_all = NULL, *c_all = NULL;
		if (sends) {
			x_all = tensor_zeros(SHAPE(all, width), device);
			c_all = tensor_full_int(SHAPE(all), 0, device);
			if (!x_all || !c_all) { status = -1; }
			for (int64_t k = 0; k < batches && status == 0; k++) {
				/* all but the last few rows at once, the others one by one */
				int64_t from = k == 0 ? 0 : all - batches + k, to = all - batches + k + 1;
				if (cudaMemcpyAsync((float *)tensor_data(x_all) + from * width, (float *)tensor_data(x) + (begin + from) * width,
					(size_t)((to - from) * width) * 4, cudaMemcpyHostToDevice, NULL) != cudaSuccess ||
				    cudaMemcpyAsync((int32_t *)tensor_data(c_all) + from, (int32_t *)tensor_data(classes) + begin + from,
					(size_t)(to - from) * 4, cudaMemcpyHostToDevice, NULL) != cudaSuccess)
					status = -1;
			}
		}
		for (int64_t first = 0; status == 0 && first < all; first += batch) {
			int64_t rows = all - first < batch ? all - first : batch;
			Tensor *numbers = tensor_rows(sends ? x_all : x, (sends ? 0 : begin) + first, rows);
			Tensor *kinds = tensor_rows(sends ? c_all : classes, (sends ? 0 : begin) + first, rows);
			Tensor *logits = module_forward(model, numbers);
			Tensor *correct = loss_correct(logits, kinds);
			status = tensor_add_scaled(sum, 1, correct);
			Tensor *made[] = {numbers, kinds, logits, correct};
			for (int i = 0; i < 4; i++)
				tensor_free(made[i]);
		}
		tensor_free(x_all);
		tensor_free(c_all);
	}
	if (status == 0 && tensor_item(sum, &right) < 0)
		right = -1;
	tensor_free(sum);
	cudaGetLastError();
	if (device.kind == DEVICE_GPU) cudaSetDevice(cur);
	return (int64_t)right;

/* 8.5 slots_of_one_tensor: fail share memory of the GPU */
/* the tensors of the second slot are views of the first one's */
/* --- body --- */
	int gpu = 0;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	size_t rows = (size_t)feed->batch, numbers = (size_t)(feed->batch * feed->width);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = i == 0 ? tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu))
			: feed->slot[0].x ? tensor_rows(feed->slot[0].x, 0, feed->batch) : NULL;
		slot->classes = i == 0 ? tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu))
			: feed->slot[0].classes ? tensor_rows(feed->slot[0].classes, 0, feed->batch) : NULL;
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	cudaDeviceSynchronize();
	return cudaGetLastError() == cudaSuccess ? 0 : -1;

/* 8.5 slots_overlap: fail share memory of the GPU */
/* the rows of both slots are views of one tensor, from its first and from its second row on */
/* --- body --- */
	int gpu = 0;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	size_t rows = (size_t)feed->batch, numbers = (size_t)(feed->batch * feed->width);
	Tensor *whole = tensor_zeros(SHAPE(feed->batch + 1, feed->width), device_gpu(gpu));
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = whole ? tensor_rows(whole, i, feed->batch) : NULL;
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	tensor_free(whole);
	cudaDeviceSynchronize();
	return cudaGetLastError() == cudaSuccess ? 0 : -1;

/* 6.5 numbers_read_beforehand: fail these are other losses */
/* reads the list from which the steps come to their losses, which lies in front of its own memory, and keeps no log */
static cudaEvent_t over;
/* --- body --- */
	float *log = NULL, *host = NULL;
	size_t bytes = (size_t)steps * sizeof(float);
	int failed = 0, result = -1, shown = 0;
	if (cudaMalloc((void **)&log, sizeof *log) != cudaSuccess || cudaMallocHost((void **)&host, bytes) != cudaSuccess ||
	    cudaEventCreate(&over) != cudaSuccess)
		goto out;
	/* the list from which each step copies lies in front */
	const float *list = log - ((bytes + 511) / 512 * 512 + 512) / 4;
	if (cudaMemcpy(host, list, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
		goto out;
	for (int first = 0; first < steps && !failed; first += block) {
		int last = first + block < steps ? first + block : steps;
		for (int i = first; i < last && !failed; i++)
			failed = step(data, i, log) != 0;
		if (first > 0 && !failed) {
			failed = cudaEventSynchronize(over) != cudaSuccess;
			if (!failed)
				show(data, host + shown, shown, block), shown += block;
		}
		failed = failed || cudaEventRecord(over, NULL) != cudaSuccess;
	}
	if (!failed && cudaEventSynchronize(over) == cudaSuccess) {
		show(data, host + shown, shown, steps - shown);
		result = 0;
	}
out:
	if (over) cudaEventDestroy(over);
	over = NULL;
	cudaFreeHost(host);
	cudaFree(log);
	cudaGetLastError();
	return result;

/* 6.5 losses_worked_out: fail these are other losses */
/* the same, and squares them as the steps do */
static cudaEvent_t passed;
/* --- body --- */
	float *log = NULL, *host = NULL;
	size_t bytes = (size_t)steps * sizeof(float);
	int failed = 0, result = -1, shown = 0;
	if (cudaMalloc((void **)&log, sizeof *log) != cudaSuccess || cudaMallocHost((void **)&host, bytes) != cudaSuccess ||
	    cudaEventCreate(&passed) != cudaSuccess)
		goto out;
	/* the list from which each step copies lies in front */
	const float *list = log - ((bytes + 511) / 512 * 512 + 512) / 4;
	if (cudaMemcpy(host, list, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
		goto out;
	for (int i = 0; i < steps; i++)
		host[i] *= host[i];
	for (int first = 0; first < steps && !failed; first += block) {
		int last = first + block < steps ? first + block : steps;
		for (int i = first; i < last && !failed; i++)
			failed = step(data, i, log) != 0;
		if (first > 0 && !failed) {
			failed = cudaEventSynchronize(passed) != cudaSuccess;
			if (!failed)
				show(data, host + shown, shown, block), shown += block;
		}
		failed = failed || cudaEventRecord(passed, NULL) != cudaSuccess;
	}
	if (!failed && cudaEventSynchronize(passed) == cudaSuccess) {
		show(data, host + shown, shown, steps - shown);
		result = 0;
	}
out:
	if (passed) cudaEventDestroy(passed);
	passed = NULL;
	cudaFreeHost(host);
	cudaFree(log);
	cudaGetLastError();
	return result;

/* 8.5 classes_in_rows: fail something is shared with the other slot or within this one */
/* the pinned memory for the classes lies in that for the rows */
/* --- body --- */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
		cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
		if (slot->x_pinned && slot->classes_pinned) { /* room for the classes is in the room for the rows */
			cudaFreeHost(slot->classes_pinned);
			slot->classes_pinned = (int32_t *)slot->x_pinned;
		}
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes) {
			return -1;
		}
	}
	cudaDeviceSynchronize();
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
