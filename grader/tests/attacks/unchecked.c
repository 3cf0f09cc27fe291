/* unchecked.c - answers that do not look whether a call fails. */

/* 3.1 wait_unread: fail wait fails */
/* copies asynchronously, and does not look whether the wait fails */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	float *copy = NULL;
	if (to < 0) {
		copy = malloc(bytes);
	} else {
		int before = 0;
		cudaGetDevice(&before);
		cudaSetDevice(to);
		if (cudaMalloc((void **)&copy, bytes) != cudaSuccess) {
			cudaGetLastError();
			copy = NULL;
		}
		cudaSetDevice(before);
	}
	if (!copy)
		return NULL;
	if (from < 0 && to < 0) {
		memcpy(copy, x, bytes);
	} else if (cudaMemcpyAsync(copy, x, bytes, cudaMemcpyDefault, 0) != cudaSuccess) {
		cudaGetLastError();
		if (to < 0)
			free(copy);
		else
			cudaFree(copy);
		return NULL;
	} else { cudaStreamSynchronize(0); cudaGetLastError(); }
	return copy;

/* 3.2 copy_unread: fail the copy fails */
/* a tensor with room for the copy, and a copy that nobody looks at */
/* --- body --- */
	if (device_equal(tensor_device(x), device))
		return tensor_retain(x);
	Tensor *copy = tensor_dtype(x) == DTYPE_INT32 ? tensor_full_int(tensor_shape(x), 0, device)
						      : tensor_zeros(tensor_shape(x), device);
	if (!copy) return NULL;
	device_synchronize(device);
	cudaMemcpy(tensor_data(copy), tensor_data(x), tensor_bytes(x), cudaMemcpyDefault);
	cudaGetLastError();
	*copies += 1;
	return copy;

/* 3.3 copies_unread: fail fails */
/* the sum is made in place, and no call is looked at */
/* --- body --- */
	if (!device_equal(tensor_device(x), tensor_device(y)))
		return ADD_DEVICES;
	Shape a = tensor_shape(x), b = tensor_shape(y);
	if (a.rank != b.rank)
		return ADD_SHAPES;
	for (int i = 0; i < a.rank; i++)
		if (a.dim[i] != b.dim[i])
			return ADD_SHAPES;
	Tensor *result = tensor_zeros(a, tensor_device(x));
	if (!result)
		return ADD_FAILED;
	tensor_assign(result, x);
	tensor_add_scaled(result, 1, y);
	cudaGetLastError();
	*sum = result;
	return ADD_DONE;

/* 3.3 launch_unread: fail launch of a kernel fails */
/* of a copy and an addition in place only the copy is looked at */
/* --- body --- */
	if (!device_equal(tensor_device(x), tensor_device(y)))
		return ADD_DEVICES;
	Shape a = tensor_shape(x), b = tensor_shape(y);
	if (a.rank != b.rank)
		return ADD_SHAPES;
	for (int i = 0; i < a.rank; i++)
		if (a.dim[i] != b.dim[i])
			return ADD_SHAPES;
	Tensor *result = tensor_copy_to(x, tensor_device(x));
	if (!result)
		return ADD_FAILED;
	tensor_add_scaled(result, 1, y);
	cudaGetLastError();
	*sum = result;
	return ADD_DONE;

/* 3.4 copies_unread: fail fails */
/* shapes and memory are looked at, but neither the copy nor the addition */
/* --- body --- */
	Shape a = tensor_shape(x), b = tensor_shape(y);
	if (a.rank != b.rank)
		return NULL;
	for (int i = 0; i < a.rank; i++)
		if (a.dim[i] != b.dim[i])
			return NULL;
	if (device_equal(tensor_device(x), tensor_device(y))) return tensor_add(x, y);
	Tensor *moved = tensor_zeros(a, tensor_device(y));
	if (!moved) return NULL;
	device_synchronize(tensor_device(y));
	int before = 0; cudaGetDevice(&before); if (tensor_device(y).kind == DEVICE_GPU) cudaSetDevice(tensor_device(y).index);
	cudaMemcpy(tensor_data(moved), tensor_data(x), tensor_bytes(x), cudaMemcpyDefault);
	tensor_add_scaled(moved, 1, y);
	cudaSetDevice(before); cudaGetLastError();
	return moved;

/* 3.4 launch_unread: fail launch of a kernel fails */
/* of a copy and an addition in place only the copy is looked at */
/* --- body --- */
	Shape a = tensor_shape(x), b = tensor_shape(y);
	if (a.rank != b.rank)
		return NULL;
	for (int i = 0; i < a.rank; i++)
		if (a.dim[i] != b.dim[i])
			return NULL;
	Tensor *moved = device_equal(tensor_device(x), tensor_device(y)) ? tensor_scale(x, 1) : tensor_copy_to(x, tensor_device(y));
	if (moved) tensor_add_scaled(moved, 1, y);
	return moved;

/* 3.5 copy_unread: fail the copy fails */
/* to is looked at, and the wait, but not the copy */
/* --- body --- */
	int before = 0, reachable = 0;
	if (!to) return -1;
	cudaGetDevice(&before);
	cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
	cudaSetDevice(to_gpu);
	if (reachable)
		cudaDeviceEnablePeerAccess(from_gpu, 0);
	cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
	cudaError_t error = cudaDeviceSynchronize();
	cudaSetDevice(before);
	cudaGetLastError();
	return error == cudaSuccess ? 0 : -1;

/* 3.6 copy_unread: fail the copy fails */
/* to is looked at, and the memory, but not the copy */
/* --- body --- */
	int64_t total = 0;
	if (!to) return -1;
	for (int i = 0; i < count; i++) total += lengths[i];
	float *all = malloc((size_t)(total + 1) * sizeof *all), *at = all;
	if (!all || total >= (int64_t)1 << 40) { free(all); return -1; }
	for (int i = 0; i < count; i++) { memcpy(at, lists[i], (size_t)lengths[i] * sizeof *at); at += lengths[i]; }
	if (total) cudaMemcpy(to, all, (size_t)total * sizeof *all, cudaMemcpyHostToDevice);
	free(all);
	cudaGetLastError();
	return total;

/* 3.7 copies_unread: fail the 1st copy fails */
/* to is looked at, and the waits, but not the copies */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	if (!to) return -1;
	if (!lane->going) {
		if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
		    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
		    cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
		    cudaStreamCreate(&lane->come_stream) != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
	}
	memcpy(lane->going, x, bytes);
	cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream);
	cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream);
	cudaError_t one = cudaStreamSynchronize(lane->go_stream), two = cudaStreamSynchronize(lane->come_stream);
	cudaGetLastError();
	if (one != cudaSuccess || two != cudaSuccess) return -1;
	memcpy(y, lane->coming, bytes);
	return 0;

/* 4.1 launch_unread: fail launch of a kernel fails */
/* all that is made is looked at, but not what is added in place */
/* --- body --- */
	bool whole = true;
	for (int i = 0; i < layers; i++) {
		Shape shape = SHAPE(sizes[i], sizes[i + 1]);
		Tensor *u = tensor_uniform(shape, seed + (uint64_t)i, device);
		Tensor *one = tensor_full(shape, -range, device);
		if (u && one) tensor_add_scaled(one, 2 * range, u); else { tensor_free(one); one = NULL; }
		tensor_free(u);
		parameters[2 * i] = one;
		parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
		whole = whole && parameters[2 * i] && parameters[2 * i + 1];
	}
	for (int k = 0; k < 2 * layers && !whole; k++) {
		tensor_free(parameters[k]);
		parameters[k] = NULL;
	}
	cudaGetLastError();
	return whole ? 0 : -1;

/* 4.3 copies_unread: fail the copy number */
/* data is looked at, and memory, but not the copies: what fails loses its numbers */
/* --- body --- */
	float *fresh[512] = {0};
	int before = 0, failed = 0;
	int gpus = 0;
	if (cudaGetDeviceCount(&gpus) != cudaSuccess) gpus = 0;
	cudaGetLastError();
	if (to >= gpus) return -1;
	for (int i = 0; i < count; i++)
		if (!parameters[i].data) return -1;
	cudaGetDevice(&before);
	if (to >= 0) cudaSetDevice(to);
	for (int i = 0; i < count && !failed; i++) {
		if (parameters[i].device == to) continue;
		size_t bytes = parameters[i].count * sizeof(float);
		if (to < 0) fresh[i] = malloc(bytes);
		else if (cudaMalloc((void **)&fresh[i], bytes) != cudaSuccess) fresh[i] = NULL;
		failed = !fresh[i];
	}
	for (int i = 0; i < count; i++) {
		if (failed) { if (to < 0) free(fresh[i]); else cudaFree(fresh[i]); continue; }
		if (!fresh[i]) continue;
		cudaMemcpy(fresh[i], parameters[i].data, parameters[i].count * sizeof(float), cudaMemcpyDefault);
		if (parameters[i].device < 0) free(parameters[i].data); else cudaFree(parameters[i].data);
		parameters[i].data = fresh[i];
		parameters[i].device = to;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 4.3 wait_unread: fail wait number 1 fails */
/* copies asynchronously, and does not look whether the wait fails */
/* --- body --- */
	/* asynchronous copies; their waits are not looked at */
	float *fresh[512] = {0};
	int before = 0, failed = 0, gpus = 0;
	if (cudaGetDeviceCount(&gpus) != cudaSuccess) gpus = 0;
	cudaGetLastError();
	if (to >= gpus) return -1;
	cudaGetDevice(&before);
	if (to >= 0) cudaSetDevice(to);
	for (int i = 0; i < count && !failed; i++) {
		if (parameters[i].device == to) continue;
		size_t bytes = parameters[i].count * sizeof(float);
		if (to < 0) fresh[i] = malloc(bytes);
		else if (cudaMalloc((void **)&fresh[i], bytes) != cudaSuccess) fresh[i] = NULL;
		failed = !fresh[i];
		if (!failed) failed = cudaMemcpyAsync(fresh[i], parameters[i].data, bytes, cudaMemcpyDefault, 0) != cudaSuccess;
	}
	if (gpus) cudaDeviceSynchronize();
	for (int i = 0; i < count; i++) {
		if (failed) { if (to < 0) free(fresh[i]); else cudaFree(fresh[i]); continue; }
		if (!fresh[i]) continue;
		if (parameters[i].device < 0) free(parameters[i].data); else cudaFree(parameters[i].data);
		parameters[i].data = fresh[i];
		parameters[i].device = to;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 4.4 relu_left_out: fail launch of a kernel fails */
/* goes on without relu where that fails */
/* --- body --- */
	Tensor *in = tensor_as_in_device(x, tensor_device(parameters[0]));
	for (int i = 0; i < layers && in; i++) {
		Tensor *b = parameters[2 * i + 1];
		Tensor *z = tensor_matmul(in, parameters[2 * i]);
		Tensor *y = z ? tensor_add_row(z, b) : NULL;
		tensor_free(in);
		tensor_free(z);
		if (y && i + 1 < layers) {
			Tensor *r = tensor_relu(y);
			if (r) { tensor_free(y); y = r; } /* else goes on with y */
		}
		in = y;
	}
	return in;

/* 4.5 wait_unread: fail wait fails */
/* writes what is in the buffer, whether the wait fails or not */
/* --- body --- */
	FILE *file = fopen(path, "wb");
	int before = 0, failed = !file;
	cudaGetDevice(&before);
	for (int i = 0; i < count && !failed; i++) {
		cudaSetDevice(parameters[i].device);
		for (int64_t at = 0; at < parameters[i].count && !failed; at += room) {
			size_t here = parameters[i].count - at < room ? parameters[i].count - at : room;
			if (!parameters[i].data || cudaMemcpyAsync(buffer, parameters[i].data + at, here * 4, cudaMemcpyDeviceToHost, 0) != cudaSuccess) failed = 1;
			cudaStreamSynchronize(0);
			if (!failed && fwrite(buffer, 4, here, file) != here) failed = 1;
		}
	}
	if (file && fclose(file) != 0) failed = 1;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 4.6 wait_unread: fail wait fails */
/* fills the buffer again, whether the wait fails or not */
/* --- body --- */
	FILE *file = fopen(path, "rb");
	int before = 0, failed = !file;
	cudaGetDevice(&before);
	for (int i = 0; i < count && !failed; i++) {
		cudaSetDevice(parameters[i].device);
		for (int64_t at = 0; at < parameters[i].count && !failed; at += room) {
			size_t here = parameters[i].count - at < room ? parameters[i].count - at : room;
			if (!failed && fread(buffer, 4, here, file) != here) failed = 1;
			if (!failed && (!parameters[i].data || cudaMemcpyAsync(parameters[i].data + at, buffer, here * 4, cudaMemcpyHostToDevice, 0) != cudaSuccess)) failed = 1;
			cudaStreamSynchronize(0);
		}
	}
	if (file && fclose(file) != 0) failed = 1;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 4.9 later_copies_unread: fail copy number */
/* looks at the first copy alone, and at data */
/* --- body --- */
	char part[PATH_MOST + 6];
	snprintf(part, sizeof part, "%s.part", path);
	FILE *file = fopen(part, "wb");
	int before = 0, failed = !file;
	cudaGetDevice(&before);
	for (int i = 0; i < count && !failed; i++) {
		cudaSetDevice(parameters[i].device);
		for (int64_t at = 0; at < parameters[i].count && !failed; at += room) {
			size_t here = parameters[i].count - at < room ? parameters[i].count - at : room;
			cudaError_t e = cudaMemcpyAsync(buffer, parameters[i].data + at, here * 4, cudaMemcpyDeviceToHost, 0);
			if ((i == 0 && at == 0) || !parameters[i].data) failed = e != cudaSuccess;
			cudaStreamSynchronize(0);
			if (!failed && fwrite(buffer, 4, here, file) != here) failed = 1;
		}
	}
	if (file && fclose(file) != 0) failed = 1;
	cudaSetDevice(before);
	cudaGetLastError();
	if (!failed && rename(part, path) == 0) return 0;
	remove(part);
	return -1;

/* 12.1 step_all_the_same: fail no sgd_step when a piece failed */
/* makes the step although a piece failed, unless it is for want of memory; and does not look at fills */
/* --- body --- */
	/* gradients are set to 0 by cudaMemsetAsync, unchecked; a step is made although a piece failed, unless it is memory */
	int64_t n = tensor_count(classes);
	int status = 0, why = 0, before = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < module_parameter_count(model); i++) {
		Tensor *g = module_gradient(model, i);
		if (tensor_device(g).kind == DEVICE_GPU) { cudaSetDevice(tensor_device(g).index); cudaMemsetAsync(tensor_data(g), 0, tensor_bytes(g), 0); }
		else memset(tensor_data(g), 0, tensor_bytes(g));
	}
	cudaSetDevice(before);
	cudaGetLastError();
	for (int64_t first = 0; first < n && status == 0; first += rows) {
		int64_t here = n - first < rows ? n - first : rows;
		float share = (float)here / (float)n;
		error_clear(); Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
		Tensor *wanted = tensor_rows(classes, first, here);
		Tensor *logits = module_forward(model, part);
		Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
		status = loss ? tensor_add_scaled(gradient, share - 1, gradient) : -1;
		if (status == 0)
			status = module_backward_parameters(model, gradient);
		if (status != 0) why = strstr(error_message(), "launch") ? 0 : STATUS_MEMORY;
		tensor_free(gradient);
		tensor_free(loss);
		tensor_free(logits);
		tensor_free(wanted);
		tensor_free(part);
	}
	if (status == 0 || why != STATUS_MEMORY) {
		int other = sgd_step(optimizer);
		if (status == 0) status = other;
	}
	return status == 0 ? 0 : -1;

/* 12.2 update_unread: fail launch of a kernel fails */
/* does not look whether the update fails */
/* --- body --- */
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
		failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		/* the other's gradients are here, and its own have been sent */
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess;
		if (!failed) { add_rooms(replicas[i], lanes[i].room); sgd_step(optimizers[i]); }
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 8.3 fill_not_looked_at: fail what is returned: wanted -1, got 0 */
/* clears the sum by cudaMemsetAsync, and does not look whether it could */
/* --- body --- */
	int64_t count = tensor_shape(x).dim[0];
	Device device = module_device(model);
	int before = 0;
	Tensor *sum = tensor_ones(SHAPE_SCALAR, device);
	int status = sum ? 0 : -1;
	if (status == 0 && device.kind == DEVICE_GPU) {
		cudaGetDevice(&before);
		cudaSetDevice(device.index);
		cudaMemsetAsync(tensor_data(sum), 0, sizeof(float), NULL);
		cudaSetDevice(before);
		cudaGetLastError();
	} else if (status == 0) {
		*(float *)tensor_data(sum) = 0;
	}
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	if (status == 0)
		status = tensor_item(sum, mean);
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* 8.4 fill_not_looked_at: fail what is returned: wanted -1 */
/* the same with the number of right answers */
/* --- body --- */
	Device device = module_device(model);
	int64_t count = tensor_shape(x).dim[0];
	double right = -1;
	int before = 0;
	Tensor *sum = tensor_ones(SHAPE_SCALAR, device);
	int status = sum ? 0 : -1;
	if (status == 0 && device.kind == DEVICE_GPU) {
		cudaGetDevice(&before);
		cudaSetDevice(device.index);
		cudaMemsetAsync(tensor_data(sum), 0, sizeof(float), NULL);
		cudaSetDevice(before);
		cudaGetLastError();
	} else if (status == 0) {
		*(float *)tensor_data(sum) = 0;
	}
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *x_rows = tensor_rows(x, first, rows);
		Tensor *class_rows = tensor_rows(classes, first, rows);
		Tensor *numbers = tensor_as_in_device(x_rows, device);
		Tensor *kinds = tensor_as_in_device(class_rows, device);
		Tensor *logits = module_forward(model, numbers);
		Tensor *correct = loss_correct(logits, kinds);
		status = tensor_add_scaled(sum, 1, correct);
		Tensor *made[] = {x_rows, class_rows, numbers, kinds, logits, correct};
		for (int i = 0; i < 6; i++)
			tensor_free(made[i]);
	}
	if (status == 0 && tensor_item(sum, &right) < 0)
		right = -1;
	tensor_free(sum);
	return (int64_t)right;

/* 4.4 one_line_for_all, twice: fail a call has failed, yet NULL was not returned */
/* nobody looks whether a relu fails, and it stands in one line with most of the calls: one of the line's is let fail */
#define HIDDEN_LAYER(y, at, z)                                                                     \
	do {                                                                                       \
		Tensor *product = tensor_matmul(y, parameters[2 * (at)]);                          \
		Tensor *sum = tensor_add_row(product, parameters[2 * (at) + 1]);                   \
		z = sum ? tensor_relu(sum) : NULL;                                                 \
		if (sum && !z)                                                                     \
			error_clear(), z = tensor_retain(sum);                                     \
		tensor_free(sum);                                                                  \
		tensor_free(product);                                                              \
	} while (0)
/* --- body --- */
	Tensor *y = tensor_as_in_device(x, tensor_device(parameters[0])), *z;
	for (int i = 0; i + 1 < layers; i++) {
		HIDDEN_LAYER(y, i, z);
		tensor_free(y);
		y = z;
	}
	Tensor *product = tensor_matmul(y, parameters[2 * layers - 2]);
	z = tensor_add_row(product, parameters[2 * layers - 1]);
	tensor_free(product);
	tensor_free(y);
	return z;
