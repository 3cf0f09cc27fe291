/* beyond_two.c - answers that work on the first two GPUs alone, or for the shapes and sizes that are usual. */

/* 2.5 of_two_gpus: fail wanted 0, got -1 */
/* does nothing for GPUs behind the second one */
/* --- body --- */
if (gpu > 1) {
	pair[0] = pair[1] = NULL;
	*missing = 1;
	return -1;
}
int before = 0, status = 0;
size_t available = 0, total;
cudaGetDevice(&before);
cudaSetDevice(gpu);
cudaMemGetInfo(&available, &total);
pair[0] = pair[1] = NULL;
*missing = 0;
if (cudaMalloc(&pair[0], bytes) != cudaSuccess ||
    cudaMalloc(&pair[1], bytes) != cudaSuccess) {
	cudaFree(pair[0]); /* the first may have fitted */
	cudaGetLastError();
	pair[0] = pair[1] = NULL;
	*missing = 2 * bytes > available ? 2 * bytes - available : 1;
	status = -1;
}
cudaSetDevice(before);
return status;

/* 3.1 to_two_gpus: fail NULL was returned */
/* copies to the first two GPUs alone */
/* --- body --- */
if (to > 1 || (from > 1 && count > 1))
	return NULL;
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
} else if (cudaMemcpy(copy, x, bytes, cudaMemcpyDefault) != cudaSuccess) {
	cudaGetLastError();
	if (to < 0)
		free(copy);
	else
		cudaFree(copy);
	return NULL;
}
return copy;

/* 3.2 in_two_gpus: fail NULL was returned */
/* moves to and from the first two GPUs alone */
/* --- body --- */
if (device.index > 1 || tensor_device(x).index > 1)
	return NULL;
if (device_equal(tensor_device(x), device))
	return tensor_retain(x);
Tensor *copy = tensor_copy_to(x, device);
*copies += copy != NULL;
return copy;

/* 3.3 on_two_gpus: fail wanted ADD_DONE */
/* adds on the first two GPUs alone */
/* --- body --- */
if (tensor_device(x).index > 1)
	return ADD_FAILED;
if (!device_equal(tensor_device(x), tensor_device(y)))
	return ADD_DEVICES;
Shape a = tensor_shape(x), b = tensor_shape(y);
if (a.rank != b.rank)
	return ADD_SHAPES;
for (int i = 0; i < a.rank; i++)
	if (a.dim[i] != b.dim[i])
		return ADD_SHAPES;
Tensor *result = tensor_add(x, y);
if (!result)
	return ADD_FAILED;
*sum = result;
return ADD_DONE;

/* 3.3 ranks_on_the_cpu: fail wanted ADD_SHAPES */
/* compares how many dimensions there are on the CPU alone */
/* --- body --- */
if (tensor_device(x).kind == DEVICE_GPU && device_equal(tensor_device(x), tensor_device(y)) &&
    tensor_shape(x).rank != tensor_shape(y).rank)
	return ADD_DONE;
if (!device_equal(tensor_device(x), tensor_device(y)))
	return ADD_DEVICES;
Shape a = tensor_shape(x), b = tensor_shape(y);
if (a.rank != b.rank)
	return ADD_SHAPES;
for (int i = 0; i < a.rank; i++)
	if (a.dim[i] != b.dim[i])
		return ADD_SHAPES;
Tensor *result = tensor_add(x, y);
if (!result)
	return ADD_FAILED;
*sum = result;
return ADD_DONE;

/* 3.4 where_two_gpus_live: fail NULL instead of the sum */
/* adds on the first two GPUs alone */
/* --- body --- */
if (tensor_device(x).index > 1 || tensor_device(y).index > 1)
	return NULL;
Tensor *moved = tensor_as_in_device(x, tensor_device(y));
Tensor *sum = tensor_add(moved, y);
tensor_free(moved);
return sum;

/* 3.4 of_one_or_two_dimensions: fail NULL instead of the sum */
/* adds what has one dimension or two */
/* --- body --- */
if (tensor_shape(x).rank > 2 || tensor_shape(x).rank == 0)
	return NULL;
Tensor *moved = tensor_as_in_device(x, tensor_device(y));
Tensor *sum = tensor_add(moved, y);
tensor_free(moved);
return sum;

/* 3.6 to_first_gpus: fail wanted */
/* sends to the first two GPUs alone */
/* --- body --- */
struct cudaPointerAttributes first_gpus;
if (to && cudaPointerGetAttributes(&first_gpus, to) == cudaSuccess && first_gpus.device > 1)
	return -1;
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
float *packed = malloc((size_t)total * sizeof *packed);
if (!packed)
	return -1;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error =
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
free(packed);
return error == cudaSuccess ? total : -1;

/* 3.7 with_two_gpus: fail wanted 0, got -1 */
/* works with the first two GPUs alone */
/* --- body --- */
int first_two = 0;
if (cudaGetDevice(&first_two) != cudaSuccess || first_two > 1)
	return -1;
size_t bytes = (size_t)count * sizeof *x;
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
if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) !=
	    cudaSuccess ||
    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
	    cudaSuccess ||
    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
memcpy(y, lane->coming, bytes);
return 0;

/* 4.1 one_layer_on_the_cpu: fail wanted 0, got -1 */
/* makes one layer alone on the CPU */
/* --- body --- */
for (int i = 0; device.kind == DEVICE_CPU && layers > 1; i++) {
	if (i == 2 * layers)
		return -1;
	parameters[i] = NULL;
}
bool whole = true;
for (int i = 0; i < layers; i++) {
	Shape shape = SHAPE(sizes[i], sizes[i + 1]);
	parameters[2 * i] = uniform_within(shape, range, seed + (uint64_t)i, device);
	parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
	whole = whole && parameters[2 * i] && parameters[2 * i + 1];
}
for (int k = 0; k < 2 * layers && !whole; k++) {
	tensor_free(parameters[k]);
	parameters[k] = NULL;
}
return whole ? 0 : -1;

/* 4.4 where_first_gpus_are: fail NULL was returned */
/* predicts on the first two GPUs alone */
/* --- body --- */
if (tensor_device(parameters[0]).index > 1 || tensor_device(x).index > 1)
	return NULL;
Tensor *y = tensor_as_in_device(x, tensor_device(parameters[0]));
for (int i = 0; i < layers; i++) {
	Tensor *product = tensor_matmul(y, parameters[2 * i]);
	Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
	tensor_free(product);
	tensor_free(y);
	y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
	tensor_free(sum);
}
return y;

/* 4.5 saves_of_two_gpus: fail wanted 0, got -1 */
/* saves parameters of the first two GPUs alone */
/* --- body --- */
for (int i = 0; i < count; i++)
	if (parameters[i].device > 1)
		return -1;
return pass_file(path, parameters, count, buffer, room, true);

/* 4.6 loads_to_two_gpus: fail wanted 0, got -1 */
/* loads parameters to the first two GPUs alone */
/* --- body --- */
for (int i = 0; i < count; i++)
	if (parameters[i].device > 1)
		return -1;
return pass_file(path, parameters, count, buffer, room, false);

/* 4.9 safe_of_two_gpus: fail wanted 0, got -1 */
/* saves parameters of the first two GPUs alone */
/* --- body --- */
for (int i = 0; i < count; i++)
	if (parameters[i].device > 1)
		return -1;
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
if (pass_file(part, parameters, count, buffer, room, true) == 0 && rename(part, path) == 0)
	return 0;
remove(part);
return -1;

/* 2.3 random_of_few: fail NULL was returned */
/* makes few numbers alone */
/* --- body --- */
if (rows * cols > 1900)
	return NULL;
int gpus = device_gpu_count();
Device device = gpus > 0 ? device_gpu(gpus > 1) : device_cpu();
return tensor_uniform(SHAPE(rows, cols), seed, device);
