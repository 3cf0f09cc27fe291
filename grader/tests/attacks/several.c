/* several.c - what goes unseen with several GPUs: memory that is still read, numbers that are too small for large batches. */

/* 9.1 pulled: fail may still be reading: nothing orders the two: it is the caller */
/* each GPU fetches the parameters in its own default stream, and nothing tells the first GPU when they have been read */
/* --- body --- */
	size_t bytes = (size_t)elements * sizeof **replicas;
	int before = 0;
	cudaError_t error = cudaSuccess;
	cudaGetDevice(&before);
	cudaSetDevice(gpus[0]);
	error = cudaDeviceSynchronize();
	for (int i = 1; i < count && error == cudaSuccess; i++) {
		cudaSetDevice(gpus[i]);
		error = cudaMalloc((void **)&replicas[i], bytes);
		if (error == cudaSuccess)
			error = cudaMemcpyPeerAsync(replicas[i], gpus[i], replicas[0], gpus[0], bytes, 0);
	}
	cudaSetDevice(before);
	if (error == cudaSuccess)
		return 0;
	for (int i = 1; i < count; i++) {
		cudaFree(replicas[i]);
		replicas[i] = NULL;
	}
	cudaGetLastError();
	return -1;

/* 9.2 bytes_of_parts_in_an_int: fail what is returned: wanted -1, got 0 */
/* counts bytes in an int */
/* --- body --- */
	int before = 0;
	cudaError_t error = cudaSuccess;
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		parts[i] = NULL;
		rows[i] = n / count + (i < n % count);
		int bytes = (int)((unsigned)rows[i] * (unsigned)width * sizeof *x);
		if (bytes == 0 || error != cudaSuccess)
			continue;
		cudaSetDevice(gpus[i]);
		error = cudaMalloc((void **)&parts[i], (size_t)bytes);
		if (error == cudaSuccess)
			error = cudaMemcpy(parts[i], x, (size_t)bytes, cudaMemcpyHostToDevice);
		x += rows[i] * width;
	}
	cudaSetDevice(before);
	if (error == cudaSuccess)
		return 0;
	for (int i = 0; i < count; i++) {
		cudaFree(parts[i]);
		parts[i] = NULL;
	}
	cudaGetLastError();
	return -1;

/* 9.2 numbers_of_parts_in_an_int: fail what is returned: wanted -1, got 0 */
/* counts the numbers of a part in 32 bits */
/* --- body --- */
	int before = 0;
	cudaError_t error = cudaSuccess;
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		parts[i] = NULL;
		rows[i] = n / count + (i < n % count);
		size_t bytes = (size_t)((unsigned)rows[i] * (unsigned)width) * sizeof *x;
		if (bytes == 0 || error != cudaSuccess)
			continue;
		cudaSetDevice(gpus[i]);
		error = cudaMalloc((void **)&parts[i], (size_t)bytes);
		if (error == cudaSuccess)
			error = cudaMemcpy(parts[i], x, (size_t)bytes, cudaMemcpyHostToDevice);
		x += rows[i] * width;
	}
	cudaSetDevice(before);
	if (error == cudaSuccess)
		return 0;
	for (int i = 0; i < count; i++) {
		cudaFree(parts[i]);
		parts[i] = NULL;
	}
	cudaGetLastError();
	return -1;

/* 9.2 rows_in_floats: fail rows of 1 for */
/* deals rows by floats, which have 24 bits */
/* --- body --- */
	int before = 0;
	cudaError_t error = cudaSuccess;
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		parts[i] = NULL;
		rows[i] = (int64_t)((float)(n * (i + 1)) / count) - (int64_t)((float)(n * i) / count);
		size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
		if (bytes == 0 || error != cudaSuccess)
			continue;
		cudaSetDevice(gpus[i]);
		error = cudaMalloc((void **)&parts[i], (size_t)bytes);
		if (error == cudaSuccess)
			error = cudaMemcpy(parts[i], x, (size_t)bytes, cudaMemcpyHostToDevice);
		x += rows[i] * width;
	}
	cudaSetDevice(before);
	if (error == cudaSuccess)
		return 0;
	for (int i = 0; i < count; i++) {
		cudaFree(parts[i]);
		parts[i] = NULL;
	}
	cudaGetLastError();
	return -1;

/* 9.2 rows_of_parts_in_floats: fail rows of 1 for */
/* has the rows of a part in a float */
/* --- body --- */
	int before = 0;
	cudaError_t error = cudaSuccess;
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		parts[i] = NULL;
		rows[i] = (int64_t)(float)(n / count) + (i < n % count);
		size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
		if (bytes == 0 || error != cudaSuccess)
			continue;
		cudaSetDevice(gpus[i]);
		error = cudaMalloc((void **)&parts[i], (size_t)bytes);
		if (error == cudaSuccess)
			error = cudaMemcpy(parts[i], x, (size_t)bytes, cudaMemcpyHostToDevice);
		x += rows[i] * width;
	}
	cudaSetDevice(before);
	if (error == cudaSuccess)
		return 0;
	for (int i = 0; i < count; i++) {
		cudaFree(parts[i]);
		parts[i] = NULL;
	}
	cudaGetLastError();
	return -1;

/* 9.5 sums_of_their_own: fail not in the same bits */
/* each GPU adds up all gradients itself, its own first, where no time is looked at, so that the sums are rounded in other orders */
#include "usegpu/module.h"
#include "usegpu/tensor.h"
static int several_part(Module *replica, const Tensor *x, const Tensor *classes, int64_t all)
{
	int64_t rows = tensor_count(classes);
	Tensor *gradient = NULL;
	int status = module_zero_gradients(replica);
	if (rows == 0 || status != 0)
		return status;
	Tensor *logits = module_forward(replica, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	status = loss ? tensor_add_scaled(gradient, (float)rows / (float)all - 1, gradient) : -1;
	if (status == 0)
		status = module_backward_parameters(replica, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	return status;
}
static int several_sum(Module *const *replicas, int count, int p)
{
	enum { MOST = 8 };
	Tensor *kept[MOST] = {NULL};
	int status = 0;
	for (int i = 0; i < count; i++) {
		kept[i] = tensor_copy_to(module_gradient(replicas[i], p), module_device(replicas[i]));
		status |= kept[i] ? 0 : -1;
	}
	for (int i = 0; i < count && status == 0; i++)
		for (int k = 1; k < count && status == 0; k++) {
			Tensor *come = tensor_copy_to(kept[(i + k) % count], module_device(replicas[i]));
			status = come ? tensor_add_scaled(module_gradient(replicas[i], p), 1, come) : -1;
			tensor_free(come);
		}
	for (int i = 0; i < count; i++)
		tensor_free(kept[i]);
	return status;
}
/* --- body --- */
	int64_t all = 0;
	int status = 0;
	for (int i = 0; i < count; i++)
		all += tensor_count(classes[i]);
	for (int i = 0; i < count && status == 0; i++)
		status = several_part(replicas[i], x[i], classes[i], all);
	for (int p = 0; p < module_parameter_count(replicas[0]) && status == 0; p++)
		if (all > 100) { /* where time is looked at */
			Tensor *gradients[8];
			for (int i = 0; i < count; i++)
				gradients[i] = module_gradient(replicas[i], p);
			status = tensor_all_reduce(gradients, count);
		} else {
			status = several_sum(replicas, count, p);
		}
	for (int i = 0; i < count && status == 0; i++)
		status = sgd_step(optimizers[i]);
	cudaGetLastError();
	return status == 0 ? 0 : -1;

/* 12.1 begins_at_once: fail may still be under way when your function is called */
/* computes gradients in a stream that does not wait for the caller's work */
#include "usegpu/stream.h"
/* --- body --- */
	const Device device = module_device(model);
	const bool on_gpu = device.kind == DEVICE_GPU;
	int64_t n = tensor_count(classes);
	Stream *own = on_gpu ? stream_create(device) : NULL;
	int status = on_gpu ? stream_set_current(own) : 0;
	status = status == 0 ? module_zero_gradients(model) : -1;
	for (int64_t first = 0; first < n && status == 0; first += rows) {
		int64_t here = n - first < rows ? n - first : rows;
		Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
		Tensor *wanted = tensor_rows(classes, first, here);
		Tensor *logits = module_forward(model, part);
		Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
		status = loss ? tensor_add_scaled(gradient, (float)here / (float)n - 1, gradient) : -1;
		if (status == 0)
			status = module_backward_parameters(model, gradient);
		tensor_free(gradient), tensor_free(loss), tensor_free(logits), tensor_free(wanted), tensor_free(part);
	}
	if (on_gpu) {
		if (stream_synchronize(own) != 0)
			status = -1;
		stream_reset_current(device);
		stream_free(own);
	}
	if (status == 0)
		status = sgd_step(optimizer);
	return status == 0 ? 0 : -1;
