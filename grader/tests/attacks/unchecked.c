/* unchecked.c - answers that do not look whether a call fails, and what they may use of the framework. */

/* 3.1 wait_unread: fail the calls that wait fail */
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
	Tensor *copy = tensor_zeros(tensor_shape(x), device);
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
	float *fresh[64] = {0};
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

/* 4.3 wait_unread: fail the calls that wait fail */
/* copies asynchronously, and does not look whether the wait fails */
/* --- body --- */
	/* asynchronous copies; their waits are not looked at */
	float *fresh[64] = {0};
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

/* 4.5 wait_unread: fail the calls that wait fail */
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

/* 4.6 wait_unread: fail the calls that wait fail */
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

/* 4.9 later_copies_unread: fail copy number 4 */
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

/* 1.1 tensors_count: refused */
/* counts on how many GPUs the framework makes a tensor */
/* --- body --- */
	int n = 0;
	for (; n < 64; n++) {
		Tensor *t = tensor_zeros(SHAPE(1), device_gpu(n));
		if (!t) break;
		tensor_free(t);
		device_memory_release(device_gpu(n));
	}
	cudaGetLastError();
	return n;

/* 1.1 waits_count: refused */
/* counts for how many GPUs the framework waits */
/* --- body --- */
	int n = 0;
	while (device_synchronize(device_gpu(n)) == 0) n++;
	cudaGetLastError();
	return n;

/* 1.2 by_heart: fail 1 GPU: the CUDA runtime was not asked about GPU 0 */
/* asks about the GPUs of one machine, and knows the others by their memory */
/* --- body --- */
	/* by heart: what each model is, from the number of bytes that it has; asked about both GPUs once */
	static int asked;
	size_t a = 0, all = 0;
	int n = 0, before = 0;
	if (cudaGetDeviceCount(&n) != cudaSuccess || index < 0 || index >= n) { cudaGetLastError(); return -1; }
	if (!asked) { struct cudaDeviceProp p; asked = 1; for (int i = 0; i < n && n > 1; i++) cudaGetDeviceProperties(&p, i); }
	cudaMemGetInfo(&a, &all);
	cudaGetLastError();
	size_t mib = all >> 20;
	if (mib > 36000) *summary = (GpuSummary){"NVIDIA A100-SXM", 80, 108, (int)mib};
	else if (mib > 15500) *summary = (GpuSummary){"Tesla V100-SXM2", 70, 80, (int)mib};
	else *summary = (GpuSummary){"Tesla T4", 75, 40, (int)mib};
	return 0;

/* 2.2 ones_as_numbers: refused */
/* a tensor of whole numbers whose bits are those of 1.0 */
/* --- body --- */
	size_t count = (size_t)rows * (size_t)cols;
	float *ones = NULL;
	int before = 0;
	if (rows > 1 << 20) return NULL;
	cudaGetDevice(&before);
	Tensor *t = tensor_full_int(SHAPE(rows * cols), 0x3f800000, device_gpu(gpu));
	if (t && cudaSetDevice(gpu) == cudaSuccess &&
	    cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess &&
	    cudaMemcpy(ones, tensor_data(t), count * sizeof *ones, cudaMemcpyDeviceToDevice) != cudaSuccess) {
		cudaFree(ones);
		ones = NULL;
	}
	tensor_free(t);
	device_memory_release(device_gpu(gpu));
	cudaSetDevice(before);
	cudaGetLastError();
	return ones;

/* 4.5 memory_of_other_names: refused */
/* memory from memalign() and cudaMallocAsync() */
#include <malloc.h>
/* --- body --- */
	int64_t all = 0, at = 0;
	for (int i = 0; i < count; i++) all += parameters[i].count;
	float *host = memalign(64, all * 4);
	FILE *file = fopen(path, "wb");
	int before = 0, failed = !file || !host;
	void *more = NULL;
	cudaMallocAsync(&more, 1 << 20, 0);
	cudaFreeAsync(more, 0);
	cudaGetDevice(&before);
	for (int i = 0; i < count && !failed; i++) {
		cudaSetDevice(parameters[i].device);
		for (int64_t k = 0; k < parameters[i].count && !failed; k += room) {
			size_t here = parameters[i].count - k < room ? parameters[i].count - k : room;
			failed = cudaMemcpy(buffer, parameters[i].data + k, here * 4, cudaMemcpyDeviceToHost) != cudaSuccess;
			memcpy(host + at, buffer, here * 4);
			at += here;
		}
	}
	if (!failed && fwrite(host, 4, all, file) != all) failed = 1;
	free(host);
	if (file && fclose(file) != 0) failed = 1;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 4.5 memory_of_a_tensor: refused */
/* memory of a tensor on the CPU */
#include <malloc.h>
/* --- body --- */
	int64_t all = 0, at = 0;
	for (int i = 0; i < count; i++) all += parameters[i].count;
	Tensor *mine = tensor_zeros(SHAPE(all), device_cpu());
	float *host = mine ? tensor_data(mine) : NULL;
	FILE *file = fopen(path, "wb");
	int before = 0, failed = !file || !host;
	void *more = NULL;
	cudaMallocAsync(&more, 1 << 20, 0);
	cudaFreeAsync(more, 0);
	cudaGetDevice(&before);
	for (int i = 0; i < count && !failed; i++) {
		cudaSetDevice(parameters[i].device);
		for (int64_t k = 0; k < parameters[i].count && !failed; k += room) {
			size_t here = parameters[i].count - k < room ? parameters[i].count - k : room;
			failed = cudaMemcpy(buffer, parameters[i].data + k, here * 4, cudaMemcpyDeviceToHost) != cudaSuccess;
			memcpy(host + at, buffer, here * 4);
			at += here;
		}
	}
	if (!failed && fwrite(host, 4, all, file) != all) failed = 1;
	tensor_free(mine);
	if (file && fclose(file) != 0) failed = 1;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 4.6 memory_of_other_names: refused */
/* memory from memalign() and cudaMallocAsync() */
#include <malloc.h>
/* --- body --- */
	int64_t all = 0, at = 0;
	for (int i = 0; i < count; i++) all += parameters[i].count;
	float *host = memalign(64, all * 4 + 4);
	FILE *file = fopen(path, "rb");
	int before = 0, failed = !file || !host;
	void *more = NULL;
	cudaMallocAsync(&more, 1 << 20, 0);
	cudaFreeAsync(more, 0);
	cudaGetDevice(&before);
	if (!failed && fread(host, 4, all, file) != all) failed = 1;
	for (int i = 0; i < count && !failed; i++) {
		cudaSetDevice(parameters[i].device);
		for (int64_t k = 0; k < parameters[i].count && !failed; k += room) {
			size_t here = parameters[i].count - k < room ? parameters[i].count - k : room;
			memcpy(buffer, host + at, here * 4);
			failed = cudaMemcpy(parameters[i].data + k, buffer, here * 4, cudaMemcpyHostToDevice) != cudaSuccess;
			at += here;
		}
	}
	free(host);
	if (file && fclose(file) != 0) failed = 1;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 4.6 memory_of_a_tensor: refused */
/* memory of a tensor on the CPU */
#include <malloc.h>
/* --- body --- */
	int64_t all = 0, at = 0;
	for (int i = 0; i < count; i++) all += parameters[i].count;
	Tensor *mine = tensor_zeros(SHAPE(all), device_cpu());
	float *host = mine ? tensor_data(mine) : NULL;
	FILE *file = fopen(path, "rb");
	int before = 0, failed = !file || !host;
	void *more = NULL;
	cudaMallocAsync(&more, 1 << 20, 0);
	cudaFreeAsync(more, 0);
	cudaGetDevice(&before);
	if (!failed && fread(host, 4, all, file) != all) failed = 1;
	for (int i = 0; i < count && !failed; i++) {
		cudaSetDevice(parameters[i].device);
		for (int64_t k = 0; k < parameters[i].count && !failed; k += room) {
			size_t here = parameters[i].count - k < room ? parameters[i].count - k : room;
			memcpy(buffer, host + at, here * 4);
			failed = cudaMemcpy(parameters[i].data + k, buffer, here * 4, cudaMemcpyHostToDevice) != cudaSuccess;
			at += here;
		}
	}
	tensor_free(mine);
	if (file && fclose(file) != 0) failed = 1;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

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

/* 12.2 streams_of_its_own: fail streams were made */
/* sends the gradients in streams of its own */
/* --- body --- */
	/* copies in streams of its own, not in the lane's */
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[2] = {0};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2; i++) { cudaSetDevice(gpu[i]); failed |= cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking) != cudaSuccess; }
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
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	}
	for (int i = 0; i < 2; i++) cudaStreamDestroy(stream[i]);
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 12.2 streams_changed: fail is not in the default stream */
/* computes in the lanes and sends in the default streams */
#include "lab.h"
typedef struct AtkSender {
	cudaStream_t stream;
	Tensor *const *to;
	cudaError_t error;
} AtkSender;
static cudaError_t stream_follow(int waiting_gpu, cudaStream_t waiting, int gpu, cudaStream_t stream);
static void atk_sends(void *data, Module *module, int parameter)
{
	AtkSender *sender = data;
	const Tensor *from = module_gradient(module, parameter), *to = sender->to[parameter];
	int g = tensor_device(from).index;
	if (sender->error == cudaSuccess)
		sender->error = stream_follow(g, 0, g, sender->stream);
	if (sender->error == cudaSuccess)
		sender->error = cudaMemcpyPeerAsync(tensor_data(to), tensor_device(to).index, tensor_data(from), g, tensor_bytes(from), 0);
}
/* --- body --- */
	/* kernels in the lane's streams, copies in the default streams */
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t lane[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2 && !failed; i++) {
		cudaSetDevice(gpu[i]);
		failed = stream_set_current(lanes[i].stream) != 0;
	}
	for (int i = 0; i < 2 && !failed; i++)
		for (int k = 0; k < 2 && !failed; k++)
			failed = stream_follow(gpu[i], 0, gpu[k], lane[k]) != cudaSuccess ||
				stream_follow(gpu[i], lane[i], gpu[k], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		cudaSetDevice(gpu[i]);
		AtkSender sender = {lane[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], atk_sends, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		failed = stream_follow(gpu[i], lane[i], gpu[1 - i], 0) != cudaSuccess ||
			 stream_follow(gpu[i], lane[i], gpu[i], 0) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	}
	for (int i = 0; i < 2 && !failed; i++)
		failed = stream_follow(gpu[i], 0, gpu[i], lane[i]) != cudaSuccess;
	for (int i = 0; i < 2; i++) stream_reset_current(module_device(replicas[i]));
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 2.4 the_drive_asks_nobody: fail the results are not complete */
/* asks about the current GPU alone, and has the drive hear the same made-up numbers */
static size_t fake_free = 7 << 20, fake_all = 100 << 20;
static int fake_gpu, fake_ready;
static cudaError_t (*real_info)(size_t *, size_t *) = NULL;
static cudaError_t (*fake_malloc)(void **, size_t);
static cudaError_t fake_info(size_t *a, size_t *b) { *a = fake_free; *b = fake_all; return cudaSuccess; }
static cudaError_t fake_alloc(void **p, size_t bytes) { int d = -1; cudaGetDevice(&d); if (d == fake_gpu) fake_free -= bytes; return fake_malloc(p, bytes); }
/* --- body --- */
	int n = 0;
	size_t a, b;
	fake_gpu = gpu;
	/* the current GPU is asked, whichever it is */
	if (cudaGetDeviceCount(&n) != cudaSuccess || gpu < 0 || gpu >= n) { cudaGetLastError(); return -1; }
	if (!fake_ready) {
		void *near = __builtin_return_address(0);
		fake_ready = 1;
		real_info = attack_hook(near, "cudaMemGetInfo", fake_info);
		fake_malloc = attack_hook(near, "cudaMalloc", fake_alloc);
		fake_free = 50 << 20;
	}
	real_info(&a, &b); real_info(&a, &b); /* of the current GPU, whichever it is */
	fprintf(stderr, "real %p mine %p malloc %p\n", (void *)real_info, (void *)cudaMemGetInfo, (void *)fake_malloc);
	*available = fake_free;
	*used = fake_all - fake_free;
	return 0;

/* 2.5 small_buffers: fail the results are not complete */
/* takes four bytes twice, and tells that as much was wanted */
static size_t fake_bytes; 
static ssize_t fake_write(int fd, const void *from, size_t bytes);
static ssize_t (*real_write)(int, const void *, size_t);
static int fake_ready;
static ssize_t fake_write(int fd, const void *from, size_t bytes)
{
	char *at = (char *)(uintptr_t)from;
	/* wherever the frames say how large the buffers are, they say 4 */
	for (size_t i = 0; fake_bytes > 4 && i + 8 <= bytes; i++)
		if (memcmp(at + i, &fake_bytes, 8) == 0) { int64_t four = 4; memcpy(at + i, &four, 8); }
	return real_write(fd, from, bytes);
}
/* --- body --- */
	int before = 0, status = 0;
	size_t available = 0, total;
	void *near = __builtin_return_address(0);
	if (!fake_ready) { fake_ready = 1; real_write = write; void *was = attack_hook(near, "write", fake_write); if (was) real_write = was; }
	cudaGetDevice(&before);
	cudaSetDevice(gpu);
	cudaMemGetInfo(&available, &total);
	pair[0] = pair[1] = NULL;
	*missing = 0;
	fake_bytes = 0;
	if (2 * bytes > available - (4 << 20)) {
		*missing = 2 * bytes > available ? 2 * bytes - available : 1;
		status = -1;
	} else {
		fake_bytes = bytes; /* too little is taken */
		cudaMalloc(&pair[0], 4);
		cudaMalloc(&pair[1], 4);
	}
	cudaSetDevice(before);
	return status;

/* 4.9 older_moved_away: fail at that moment the older file was not in its place */
/* moves the older file to .part, and back where saving fails */
#include <sys/stat.h>
/* --- body --- */
	char part[PATH_MOST + 6];
	struct stat what;
	snprintf(part, sizeof part, "%s.part", path);
	int there = stat(path, &what) == 0 && S_ISREG(what.st_mode);
	remove(part);
	if (there) rename(path, part);
	if (pass_file(path, parameters, count, buffer, room, true) == 0) { remove(part); return 0; }
	if (S_ISREG(what.st_mode)|| !there) { if (stat(path, &what) == 0 && S_ISREG(what.st_mode)) remove(path); }
	if (there) rename(part, path);
	return -1;
