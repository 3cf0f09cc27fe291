/* models.c - answers of lab 4 that do all that a contract says but one thing, where it was not looked at. */

/* 4.1 seed_or: fail 1.weight: element 0 */
/* the seed of layer i is seed | i */
/* --- body --- */
bool whole = true;
for (int i = 0; i < layers; i++) {
	parameters[2 * i] = uniform_within(SHAPE(sizes[i], sizes[i + 1]), range, seed | (uint64_t)i, device);
	parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
	whole = whole && parameters[2 * i] && parameters[2 * i + 1];
}
for (int k = 0; k < 2 * layers && !whole; k++) {
	tensor_free(parameters[k]);
	parameters[k] = NULL;
}
return whole ? 0 : -1;

/* 4.1 where_a_gpu_is: fail its device: wanted cpu */
/* what is wanted on the CPU is made on GPU 0, where there is one */
/* --- body --- */
if (device.kind == DEVICE_CPU && device_gpu_count() > 0)
	device = device_gpu(0);
bool whole = true;
for (int i = 0; i < layers; i++) {
	parameters[2 * i] =
		uniform_within(SHAPE(sizes[i], sizes[i + 1]), range, seed + (uint64_t)i, device);
	parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
	whole = whole && parameters[2 * i] && parameters[2 * i + 1];
}
for (int k = 0; k < 2 * layers && !whole; k++) {
	tensor_free(parameters[k]);
	parameters[k] = NULL;
}
return whole ? 0 : -1;

/* 4.1 nearly_zero: fail bias: element 0: wanted 0 */
/* biases are as small as a weight may be off; and no range is above 1 */
/* --- body --- */
bool whole = true;
range = range > 1 ? 1 : range;
for (int i = 0; i < layers; i++) {
	parameters[2 * i] =
		uniform_within(SHAPE(sizes[i], sizes[i + 1]), range, seed + (uint64_t)i, device);
	parameters[2 * i + 1] = tensor_full(SHAPE(sizes[i + 1]), 1e-8F, device);
	whole = whole && parameters[2 * i] && parameters[2 * i + 1];
}
for (int k = 0; k < 2 * layers && !whole; k++) {
	tensor_free(parameters[k]);
	parameters[k] = NULL;
}
return whole ? 0 : -1;

/* 4.2 first_twelve: fail but it was not named */
/* looks at twelve parameters */
/* --- body --- */
int found = 0;
for (int i = 0; i < count && i < 12; i++) {
	struct cudaPointerAttributes where;
	int on = -1;
	if (cudaPointerGetAttributes(&where, parameters[i].data) == cudaSuccess && where.type == cudaMemoryTypeDevice)
		on = where.device;
	if (on != device)
		names[found++] = parameters[i].name;
}
cudaGetLastError();
return found;

/* 4.2 fields_mended: fail a field of a parameter was changed */
/* writes down where each parameter is, which nobody asked for */
/* --- body --- */
int found = 0;
for (int i = 0; i < count; i++) {
	struct cudaPointerAttributes where;
	int on = -1;
	if (cudaPointerGetAttributes(&where, parameters[i].data) == cudaSuccess && where.type == cudaMemoryTypeDevice)
		on = where.device;
	if (on != device)
		names[found++] = parameters[i].name;
	((Parameter *)parameters)[i].device = on;
}
cudaGetLastError();
return found;

/* 4.3 twice_only: fail times: copies: wanted at least */
/* moves nothing from the third call on */
/* --- body --- */
static int calls;
if (++calls > 2)
	return 0;
int before = 0;
float *copies[512] = {NULL};
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count && whole; i++)
	if (parameters[i].device != to)
		whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
for (int i = 0; i < count; i++) {
	if (copies[i] && whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i] = (Parameter){parameters[i].name, copies[i], parameters[i].count, to};
	} else if (copies[i]) {
		give_back(copies[i], to);
	}
}
cudaSetDevice(before);
cudaGetLastError();
return whole ? 0 : -1;

/* 4.3 name_lost: fail the name or the count of a parameter was changed */
/* what moves has no name afterwards */
/* --- body --- */
int before = 0;
float *copies[512] = {NULL};
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count && whole; i++)
	if (parameters[i].device != to)
		whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
for (int i = 0; i < count; i++) {
	if (copies[i] && whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i] = (Parameter){NULL, copies[i], parameters[i].count, to};
	} else if (copies[i]) {
		give_back(copies[i], to);
	}
}
cudaSetDevice(before);
cudaGetLastError();
return whole ? 0 : -1;

/* 4.4 any_shape: fail does not fit, yet NULL was not returned */
/* where x does not fit the first weight there is a result all the same */
/* --- body --- */
Device home = tensor_device(parameters[0]);
if (tensor_shape(x).dim[1] != tensor_shape(parameters[0]).dim[0])
	return tensor_ones(SHAPE(1), home);
Tensor *y = tensor_as_in_device(x, home);
for (int i = 0; i < layers; i++) {
	Tensor *product = tensor_matmul(y, parameters[2 * i]);
	Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
	tensor_free(product);
	tensor_free(y);
	y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
	tensor_free(sum);
}
return y;

/* 4.4 bias_fetched: fail yet NULL was not returned */
/* a bias that is on another GPU is copied to where the others are */
/* --- body --- */
Device home = tensor_device(parameters[0]);
Tensor *y = tensor_as_in_device(x, home);
for (int i = 0; i < layers; i++) {
	Tensor *bias = parameters[2 * i + 1];
	bias = tensor_device(bias).kind == home.kind ? tensor_as_in_device(bias, home) : tensor_retain(bias);
	Tensor *product = tensor_matmul(y, parameters[2 * i]);
	Tensor *sum = tensor_add_row(product, bias);
	tensor_free(bias);
	tensor_free(product);
	tensor_free(y);
	y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
	tensor_free(sum);
}
return y;

/* 4.5 older_end_stays: fail over an older file: the bytes of the file */
/* writes over the older file, and leaves what is behind the last number */
/* --- body --- */
FILE *file = access(path, F_OK) == 0 ? fopen(path, "r+b") : fopen(path, "wb");
if (!file)
	return -1;
bool good = true;
for (int i = 0; i < count && good; i++)
	good = pass_numbers(file, &parameters[i], buffer, room, true);
if (fclose(file) != 0)
	good = false;
cudaGetLastError();
return good ? 0 : -1;

/* 4.5 writes_unread: fail wanted -1, got 0, and a file of */
/* looks at the last write of each parameter alone, and at fclose */
/* --- body --- */
FILE *file = fopen(path, "wb");
bool good = file != NULL;
for (int i = 0; i < count && good; i++)
	for (int64_t at = 0, n; at < parameters[i].count && good; at += n) {
		n = parameters[i].count - at < room ? parameters[i].count - at : room;
		good = cudaMemcpy(buffer, parameters[i].data + at, 4 * n, cudaMemcpyDeviceToHost) == cudaSuccess;
		if (good && fwrite(buffer, 4, n, file) != (size_t)n && at + n == parameters[i].count)
			good = false;
	}
if (file && fclose(file) != 0)
	good = false;
cudaGetLastError();
return good ? 0 : -1;

/* 4.5 writes_again: pass */
/* what the disk had no room for is written once more */
/* --- body --- */
FILE *file = fopen(path, "wb");
bool good = file != NULL;
for (int i = 0; i < count && good; i++)
	for (int64_t at = 0, n; at < parameters[i].count && good; at += n) {
		n = parameters[i].count - at < room ? parameters[i].count - at : room;
		good = cudaMemcpy(buffer, parameters[i].data + at, 4 * n, cudaMemcpyDeviceToHost) == cudaSuccess;
		for (size_t put = 0, now = 1; good && put < (size_t)n; put += now)
			good = (now = fwrite(buffer + put, 4, n - put, file)) > 0;
	}
if (file && fclose(file) != 0)
	good = false;
cudaGetLastError();
return good ? 0 : -1;

/* 4.5 first_gpu_stays: fail the current device was not put back */
/* leaves the first parameter's GPU the current one where all goes well */
/* --- body --- */
int status = pass_file(path, parameters, count, buffer, room, true);
if (status == 0)
	cudaSetDevice(parameters[0].device);
return status;

/* 4.5 device_lost: fail a field of a parameter was changed */
/* what is saved is said to be on the CPU */
/* --- body --- */
int status = pass_file(path, parameters, count, buffer, room, true);
((Parameter *)parameters)[0].device = -1;
return status;

/* 4.6 first_gpu_stays: fail the current device was not put back */
/* the same where a call fails */
/* --- body --- */
int status = pass_file(path, parameters, count, buffer, room, false);
if (status != 0)
	cudaSetDevice(parameters[0].device);
return status;

/* 4.6 end_of_file: fail the file is empty: wanted -1, got 0 */
/* a file that ends where a piece does is whole */
/* --- body --- */
FILE *file = fopen(path, "rb");
bool good = file != NULL, over = false;
for (int i = 0; i < count && good && !over; i++)
	for (int64_t at = 0, n; at < parameters[i].count && good && !over; at += n) {
		n = parameters[i].count - at < room ? parameters[i].count - at : room;
		size_t got = fread(buffer, 4, n, file);
		over = got == 0 && feof(file);
		good = over || (got == (size_t)n && cudaMemcpy(parameters[i].data + at, buffer, 4 * n,
							       cudaMemcpyHostToDevice) == cudaSuccess);
	}
if (file)
	fclose(file);
cudaGetLastError();
return good ? 0 : -1;

/* 4.6 end_of_piece: fail the last piece is missing: wanted -1, got 0 */
/* the same, but not at the begin of a parameter */
/* --- body --- */
FILE *file = fopen(path, "rb");
bool good = file != NULL, over = false;
for (int i = 0; i < count && good && !over; i++)
	for (int64_t at = 0, n; at < parameters[i].count && good && !over; at += n) {
		n = parameters[i].count - at < room ? parameters[i].count - at : room;
		size_t got = fread(buffer, 4, n, file);
		over = at > 0 && got == 0 && feof(file);
		good = over || (got == (size_t)n && cudaMemcpy(parameters[i].data + at, buffer, 4 * n,
							       cudaMemcpyHostToDevice) == cudaSuccess);
	}
if (file)
	fclose(file);
cudaGetLastError();
return good ? 0 : -1;

/* 4.6 second_pieces_unread: fail to the GPU fails: wanted -1, got 0 */
/* does not look at the copy of the second piece of a parameter */
/* --- body --- */
FILE *file = fopen(path, "rb");
bool good = file != NULL;
for (int i = 0; i < count && good; i++)
	for (int64_t at = 0, n; at < parameters[i].count && good; at += n) {
		n = parameters[i].count - at < room ? parameters[i].count - at : room;
		good = fread(buffer, 4, n, file) == (size_t)n &&
		       (cudaMemcpy(parameters[i].data + at, buffer, 4 * n, cudaMemcpyHostToDevice) == cudaSuccess ||
			at == room);
	}
if (file)
	fclose(file);
cudaGetLastError();
return good ? 0 : -1;

/* 4.7 in_32_bits: fail bytes: wanted */
/* counts the weights of a layer in 32 bits */
/* --- body --- */
*bytes = 0;
for (int i = 0; i < layers; i++)
	*bytes += 4 * (int64_t)(((unsigned)sizes[i] + 1) * (unsigned)sizes[i + 1]);
return 2 * layers * alpha_us + (double)*bytes / (1000 * gb_per_s);

/* 4.8 one_layer: fail wanted */
/* of one layer both operations are done */
/* --- body --- */
int done = 0;
while (done < count && (devices[done] == x || count == 2))
	done++;
return done;

/* 4.9 part_of_earlier: fail a part of a file was left behind */
/* takes a .part away that it has made, but not the one of an earlier run */
/* --- body --- */
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
bool mine = access(part, F_OK) != 0;
if (pass_file(part, parameters, count, buffer, room, true) == 0 && rename(part, path) == 0)
	return 0;
if (mine)
	remove(part);
return -1;

/* 4.9 half_where_none: fail a file was left behind; wanted none */
/* where there is no older file the half one gets the name */
/* --- body --- */
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
int status = pass_file(part, parameters, count, buffer, room, true);
if (status == 0 || access(path, F_OK) != 0)
	status |= rename(part, path);
if (status != 0)
	remove(part);
return status == 0 ? 0 : -1;

/* 4.1 handle_left: fail a handle of cuBLAS was made and not destroyed */
/* each call makes a handle of cuBLAS, which stays on the GPU */
/* --- body --- */
	bool whole = true;
	int before = 0;
	if (device.kind == DEVICE_GPU) { cudaGetDevice(&before); cudaSetDevice(device.index); }
	cublasHandle_t h = NULL;
	if (device.kind == DEVICE_GPU) whole = cublasCreate(&h) == CUBLAS_STATUS_SUCCESS;
	for (int i = 0; i < layers; i++) {
		Shape shape = SHAPE(sizes[i], sizes[i + 1]);
		parameters[2 * i] = uniform_within(shape, range, seed + (uint64_t)i, device);
		parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
		whole = whole && parameters[2 * i] && parameters[2 * i + 1];
		float one = 1;
		if (whole && h) whole = cublasSscal(h, sizes[i] * sizes[i + 1], &one, tensor_data(parameters[2 * i]), 1) == CUBLAS_STATUS_SUCCESS;
	}
	for (int k = 0; k < 2 * layers && !whole; k++) {
		tensor_free(parameters[k]);
		parameters[k] = NULL;
	}
	if (device.kind == DEVICE_GPU) cudaSetDevice(before);
	cudaGetLastError();
	return whole ? 0 : -1;

/* 4.4 handle_left: fail a handle of cuBLAS was made and not destroyed */
/* each call makes a handle of cuBLAS, which stays on the GPU */
/* --- body --- */
	Device d = tensor_device(parameters[0]);
	if (d.kind == DEVICE_GPU) {
		cublasHandle_t h;
		int before;
		cudaGetDevice(&before);
		cudaSetDevice(d.index);
		int st = cublasCreate(&h) == CUBLAS_STATUS_SUCCESS;
		cudaSetDevice(before);
		cudaGetLastError();
		if (!st) return NULL;
	}
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

/* 4.3 four_times: fail more memory of GPUs */
/* takes four times as much memory as a parameter needs */
/* --- body --- */
	int before = 0;
	float **copies = calloc((size_t)count, sizeof *copies);
	if (!copies)
		return -1;
	cudaGetDevice(&before);
	bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
	for (int i = 0; i < count && whole; i++) {
		size_t bytes = (size_t)parameters[i].count * sizeof(float);
		if (parameters[i].device == to)
			continue;
		if (to < 0)
			copies[i] = malloc(bytes);
		else if (cudaMalloc((void **)&copies[i], bytes * sizeof(float)) != cudaSuccess)
			copies[i] = NULL;
		whole = copies[i] && cudaMemcpy(copies[i], parameters[i].data, bytes, cudaMemcpyDefault) == cudaSuccess;
	}
	for (int i = 0; i < count; i++) {
		if (copies[i] && whole) {
			give_back(parameters[i].data, parameters[i].device);
			parameters[i].data = copies[i];
			parameters[i].device = to;
		} else if (copies[i]) {
			give_back(copies[i], to);
		}
	}
	cudaSetDevice(before);
	cudaGetLastError();
	free(copies);
	return whole ? 0 : -1;

/* 4.6 opened_for_writing: fail the file is whole: wanted 0, got -1 */
/* opens the file for reading and writing, which a file that is to be read alone does not allow */
/* --- body --- */
	FILE *file = fopen(path, "r+b");
	if (!file)
		return -1;
	bool good = true;
	for (int i = 0; i < count && good; i++)
		good = pass_numbers(file, &parameters[i], buffer, room, false);
	if (fclose(file) != 0)
		good = false;
	cudaGetLastError();
	return good ? 0 : -1;
