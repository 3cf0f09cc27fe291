/* behind.c - answers that leave something to be done behind their return, or that keep no older file and too much memory on the
 * way. */

/* 4.5 gathered: fail of the host's memory */
/* all numbers are gathered in an array of the program's before they are written */
static float gathered[1 << 21];
/* --- body --- */
int64_t at = 0;
for (int i = 0; i < count; i++)
	for (int64_t k = 0; k < parameters[i].count; k += room) {
		int64_t left = parameters[i].count - k, piece = left < room ? left : room;
		if (cudaMemcpy(buffer, parameters[i].data + k, (size_t)piece * 4, cudaMemcpyDeviceToHost)) {
			cudaGetLastError();
			return -1;
		}
		memcpy(gathered + at, buffer, (size_t)piece * 4);
		at += piece;
	}
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
int good = fwrite(gathered, 4, (size_t)at, file) == (size_t)at;
good &= fclose(file) == 0;
return good ? 0 : -1;

/* 4.5 gathered_on_stack: fail of the host's memory */
/* all numbers are gathered in an array of the program's before they are written */
/* --- body --- */
int64_t at = 0, all = 0;
for (int i = 0; i < count; i++)
	all += parameters[i].count;
float gathered[all];
for (int i = 0; i < count; i++)
	for (int64_t k = 0; k < parameters[i].count; k += room) {
		int64_t left = parameters[i].count - k, piece = left < room ? left : room;
		if (cudaMemcpy(buffer, parameters[i].data + k, (size_t)piece * 4, cudaMemcpyDeviceToHost)) {
			cudaGetLastError();
			return -1;
		}
		memcpy(gathered + at, buffer, (size_t)piece * 4);
		at += piece;
	}
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
int good = fwrite(gathered, 4, (size_t)at, file) == (size_t)at;
good &= fclose(file) == 0;
return good ? 0 : -1;

/* 4.5 piece_on_stack: fail of the host's memory */
/* each piece goes by way of an array of the program's, as large as the buffer */
/* --- body --- */
float own[room];
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
bool good = true;
for (int i = 0; i < count; i++)
	for (int64_t k = 0; good && k < parameters[i].count; k += room) {
		int64_t left = parameters[i].count - k;
		size_t piece = (size_t)(left < room ? left : room);
		good = cudaMemcpy(buffer, parameters[i].data + k, piece * 4, cudaMemcpyDeviceToHost) == cudaSuccess;
		memcpy(own, buffer, piece * 4);
		good = good && fwrite(own, 4, piece, file) == piece;
	}
good = fclose(file) == 0 && good;
cudaGetLastError();
return good ? 0 : -1;

/* 4.6 piece_on_stack: fail of the host's memory */
/* each piece goes by way of an array of the program's, as large as the buffer */
/* --- body --- */
float own[room];
FILE *file = fopen(path, "rb");
if (!file)
	return -1;
bool good = true;
for (int i = 0; i < count; i++)
	for (int64_t k = 0; good && k < parameters[i].count; k += room) {
		int64_t left = parameters[i].count - k;
		size_t piece = (size_t)(left < room ? left : room);
		good = fread(own, 4, piece, file) == piece;
		memcpy(buffer, own, piece * 4);
		good = good && cudaMemcpy(parameters[i].data + k, buffer, piece * 4, cudaMemcpyHostToDevice) == cudaSuccess;
	}
good = fclose(file) == 0 && good;
cudaGetLastError();
return good ? 0 : -1;

/* 4.9 piece_on_stack: fail of the host's memory */
/* each piece goes by way of an array of the program's, as large as the buffer */
/* --- body --- */
float own[room];
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
FILE *file = fopen(part, "wb");
bool good = file != NULL;
for (int i = 0; i < count; i++)
	for (int64_t k = 0; good && k < parameters[i].count; k += room) {
		int64_t left = parameters[i].count - k;
		size_t piece = (size_t)(left < room ? left : room);
		good = cudaMemcpy(buffer, parameters[i].data + k, piece * 4, cudaMemcpyDeviceToHost) == cudaSuccess;
		memcpy(own, buffer, piece * 4);
		good = good && fwrite(own, 4, piece, file) == piece;
	}
cudaGetLastError();
if (file && fclose(file) == 0 && good && rename(part, path) == 0)
	return 0;
remove(part);
return -1;

/* 4.6 last_copy: fail returned before the last copy */
/* the last copy is not waited for */
/* --- body --- */
FILE *file = fopen(path, "rb");
int good = file != NULL;
for (int i = 0; i < count && good; i++)
	for (int64_t k = 0; k < parameters[i].count && good; k += room) {
		int64_t left = parameters[i].count - k, piece = left < room ? left : room;
		good = cudaDeviceSynchronize() == 0;
		good = good && fread(buffer, 4, (size_t)piece, file) == (size_t)piece;
		good = good && cudaMemcpyAsync(parameters[i].data + k, buffer, (size_t)piece * 4, cudaMemcpyHostToDevice, 0) == 0;
	}
if (file)
	fclose(file);
cudaGetLastError();
return good ? 0 : -1;

/* 4.9 older_removed: fail the older file was written to, or gone */
/* the older file is removed before the new one gets its name */
/* --- body --- */
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
if (pass_file(part, parameters, count, buffer, room, true) == 0) {
	remove(path);
	if (rename(part, path) == 0)
		return 0;
}
remove(part);
return -1;

/* 4.9 older_written: fail the older file was written to, or gone */
/* whole, the new file is written once more over the older one */
/* --- body --- */
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
int good = pass_file(part, parameters, count, buffer, room, true) == 0;
FILE *from = good ? fopen(part, "rb") : NULL, *to = from ? fopen(path, "wb") : NULL;
good = to != NULL;
for (int c; good && (c = fgetc(from)) != EOF;)
	good = fputc(c, to) != EOF;
if (to)
	good &= fclose(to) == 0;
if (from)
	fclose(from);
remove(part);
return good ? 0 : -1;

/* 2.2 stream_left: fail who uses the result finds */
/* the copy goes through a stream of its own, and nobody waits for it */
/* --- body --- */
size_t count = (size_t)rows * (size_t)cols;
float *ones = NULL;
float *host = malloc(count * sizeof *host);
if (!host)
	return NULL;
for (size_t i = 0; i < count; i++)
	host[i] = 1.0f;
int before = 0;
cudaStream_t stream;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) == cudaSuccess &&
    cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess) {
	cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
	cudaMemcpyAsync(ones, host, count * sizeof *ones, cudaMemcpyHostToDevice, stream);
	cudaStreamDestroy(stream);
} else
	ones = NULL;
cudaSetDevice(before);
cudaGetLastError();
free(host);
return ones;

/* 2.3 stream_left: fail who uses the result finds */
/* the numbers are made in a stream of its own, for which nobody waits */
/* --- body --- */
int gpus = device_gpu_count();
Device device = gpus > 0 ? device_gpu(gpus > 1) : device_cpu();
Stream *stream = NULL;
if (gpus > 0) {
	stream = stream_create(device);
	stream_set_current(stream);
}
Tensor *x = tensor_uniform(SHAPE(rows, cols), seed, device);
if (gpus > 0) {
	stream_reset_current(device);
	stream_free(stream);
}
return x;

/* 3.1 stream_left: fail who uses the result finds */
/* what goes from the host to a GPU goes through a stream of its own, for which nobody waits */
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
} else if (from < 0) {
	int before = 0;
	cudaStream_t s;
	cudaGetDevice(&before);
	cudaSetDevice(to);
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	int e = cudaMemcpyAsync(copy, x, bytes, cudaMemcpyDefault, s);
	cudaStreamDestroy(s);
	cudaSetDevice(before);
	cudaGetLastError();
	if (e) {
		cudaFree(copy);
		return NULL;
	}
} else if (cudaMemcpy(copy, x, bytes, cudaMemcpyDefault) != cudaSuccess) {
	cudaGetLastError();
	if (to < 0)
		free(copy);
	else
		cudaFree(copy);
	return NULL;
}
return copy;

/* 3.2 stream_left: fail who uses the result finds */
/* the copy between two GPUs is made in a stream of its own, for which nobody waits */
/* --- body --- */
Device home = tensor_device(x);
if (device_equal(home, device))
	return tensor_retain(x);
Stream *stream[2] = {NULL, NULL};
Device end[2] = {home, device};
for (int i = 0; i < 2; i++)
	if (end[i].kind == DEVICE_GPU) {
		device_synchronize(end[i]);
		stream[i] = stream_create(end[i]);
		stream_set_current(stream[i]);
	}
Tensor *copy = tensor_copy_to(x, device);
for (int i = 0; i < 2; i++)
	if (stream[i]) {
		stream_reset_current(end[i]);
		stream_free(stream[i]);
	}
*copies += copy != NULL;
return copy;

/* 3.4 stream_left: fail who uses the result finds */
/* the sum is made in a stream of its own, for which nobody waits */
/* --- body --- */
Device device = tensor_device(y);
Tensor *moved = tensor_as_in_device(x, device);
if (device.kind == DEVICE_CPU) {
	Tensor *sum = tensor_add(moved, y);
	tensor_free(moved);
	return sum;
}
device_synchronize(device);
Stream *stream = stream_create(device);
stream_set_current(stream);
Tensor *sum = tensor_add(moved, y);
stream_reset_current(device);
tensor_free(moved);
stream_free(stream);
return sum;

/* 4.1 stream_left: fail who uses the result finds */
/* the numbers are made in a stream of its own, for which nobody waits */
/* --- body --- */
bool whole = true;
Stream *stream = NULL;
if (device.kind == DEVICE_GPU) {
	stream = stream_create(device);
	stream_set_current(stream);
}
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
if (stream) {
	stream_reset_current(device);
	stream_free(stream);
}
return whole ? 0 : -1;

/* 4.4 stream_left: fail who uses the result finds */
/* the network runs in a stream of its own, for which nobody waits */
/* --- body --- */
Device device = tensor_device(parameters[0]);
Stream *stream = NULL;
Tensor *y = tensor_as_in_device(x, device);
if (device.kind != DEVICE_CPU) {
	device_synchronize(device);
	stream = stream_create(device);
	stream_set_current(stream);
}
for (int i = 0; i < layers; i++) {
	Tensor *product = tensor_matmul(y, parameters[2 * i]);
	Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
	tensor_free(product);
	tensor_free(y);
	y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
	tensor_free(sum);
}
if (stream) {
	stream_reset_current(device);
	stream_free(stream);
}
return y;
