/* unnoticed.c - what goes wrong only where nobody has looked: on another GPU than the current one, behind the first read, where
 * there was no file, where malloc() has no memory, where a call has failed. */

/* 3.3 own_stream_elsewhere: fail that an earlier kernel usegpu_k_add_scaled_f32 may still be writing */
/* adds in a stream of its own, which waits for nobody, on GPU 1 */
/* --- body --- */
	Device home = tensor_device(x);
	if (!device_equal(home, tensor_device(y)))
		return ADD_DEVICES;
	Shape a = tensor_shape(x), b = tensor_shape(y);
	if (a.rank != b.rank)
		return ADD_SHAPES;
	for (int i = 0; i < a.rank; i++)
		if (a.dim[i] != b.dim[i])
			return ADD_SHAPES;
	Stream *own = home.kind == DEVICE_GPU && home.index == 1 ? stream_create(home) : NULL;
	if (own)
		stream_set_current(own);
	Tensor *result = tensor_add(x, y);
	if (own && stream_synchronize(own)) {
		tensor_free(result);
		result = NULL;
	}
	if (own)
		stream_reset_current(home);
	stream_free(own);
	if (!result)
		return ADD_FAILED;
	*sum = result;
	return ADD_DONE;

/* 3.4 own_stream_elsewhere: fail that an earlier kernel usegpu_k_add_scaled_f32 may still be writing */
/* the same */
/* --- body --- */
	Device home = tensor_device(y);
	Tensor *moved = tensor_as_in_device(x, home);
	Stream *own = home.kind == DEVICE_GPU && home.index == 1 ? stream_create(home) : NULL;
	if (own) {
		device_synchronize(device_gpu(0));
		stream_set_current(own);
	}
	Tensor *sum = tensor_add(moved, y);
	if (own && stream_synchronize(own)) {
		tensor_free(sum);
		sum = NULL;
	}
	if (own)
		stream_reset_current(home);
	stream_free(own);
	tensor_free(moved);
	return sum;

/* 4.4 own_stream_elsewhere: fail that an earlier kernel usegpu_k_add_scaled_f32 may still be writing */
/* the same with a network */
/* --- body --- */
	Device d = tensor_device(parameters[0]);
	Tensor *y = tensor_as_in_device(x, d);
	Stream *own = d.kind == DEVICE_GPU && d.index == 1 ? stream_create(d) : NULL;
	if (own)
		stream_set_current(own);
	for (int i = 0; i < layers; i++) {
		Tensor *product = tensor_matmul(y, parameters[2 * i]);
		Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
		tensor_free(product);
		tensor_free(y);
		y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
		tensor_free(sum);
	}
	if (own && stream_synchronize(own)) {
		tensor_free(y);
		y = NULL;
	}
	if (own)
		stream_reset_current(d);
	stream_free(own);
	return y;

/* 3.6 own_stream: fail it is the caller's, in the default stream */
/* sends in a stream of its own, which does not wait for what the caller has queued */
/* --- body --- */
	int64_t total = 0, at = 0;
	cudaStream_t stream = NULL;
	for (int i = 0; i < count; i++)
		total += lengths[i];
	if (total == 0)
		return 0;
	float *packed = malloc((size_t)total * sizeof *packed);
	if (!packed)
		return -1;
	for (int i = 0; i < count; at += lengths[i++])
		memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
	bool good = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess &&
		    cudaMemcpyAsync(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice, stream) == cudaSuccess &&
		    cudaStreamSynchronize(stream) == cudaSuccess;
	if (stream)
		cudaStreamDestroy(stream);
	cudaGetLastError();
	free(packed);
	return good ? total : -1;

/* 4.1 one_bias_for_all: fail lies in the memory of another parameter */
/* all biases are the begin of one tensor of zeros */
/* --- body --- */
	bool whole = true;
	int most = 0;
	for (int i = 0; i < layers; i++)
		most = sizes[i + 1] > most ? sizes[i + 1] : most;
	Tensor *zeros = tensor_zeros(SHAPE(most), device);
	for (int i = 0; i < layers; i++) {
		Shape shape = SHAPE(sizes[i], sizes[i + 1]);
		parameters[2 * i] = uniform_within(shape, range, seed + (uint64_t)i, device);
		parameters[2 * i + 1] = zeros ? tensor_rows(zeros, 0, sizes[i + 1]) : NULL;
		whole = whole && parameters[2 * i] && parameters[2 * i + 1];
	}
	tensor_free(zeros);
	for (int k = 0; k < 2 * layers && !whole; k++) {
		tensor_free(parameters[k]);
		parameters[k] = NULL;
	}
	return whole ? 0 : -1;

/* 4.6 later_reads_unread: fail behind its first piece */
/* asks for the size of the file, and looks at its first read alone */
#include <sys/stat.h>
/* --- body --- */
	struct stat there;
	int64_t all = 0, reads = 0;
	for (int i = 0; i < count; i++)
		all += parameters[i].count * 4;
	if (stat(path, &there) != 0 || !S_ISREG(there.st_mode) || there.st_size < all)
		return -1;
	FILE *file = fopen(path, "rb");
	int status = file ? 0 : -1;
	for (int i = 0; i < count && status == 0; i++)
		for (int64_t at = 0; at < parameters[i].count && status == 0; at += room) {
			int64_t piece = parameters[i].count - at < room ? parameters[i].count - at : room;
			if (fread(buffer, 4, (size_t)piece, file) != (size_t)piece && reads == 0)
				status = -1;
			reads++;
			if (cudaMemcpy(parameters[i].data + at, buffer, (size_t)piece * 4, cudaMemcpyHostToDevice) != cudaSuccess)
				status = -1;
		}
	if (file)
		fclose(file);
	cudaGetLastError();
	return status;

/* 4.9 at_once_where_none: fail before all of it was written */
/* writes under the file's own name where there is none of it */
#include <unistd.h>
/* --- body --- */
	char part[PATH_MOST + 6];
	bool none = access(path, F_OK) != 0;
	snprintf(part, sizeof part, none ? "%s" : "%s.part", path);
	if (pass_file(part, parameters, count, buffer, room, true) == 0 && (none || rename(part, path) == 0))
		return 0;
	remove(part);
	return -1;

/* 2.6 host_memory_unlooked: fail needs more host memory than there is */
/* copies numbers of the CPU to memory that it may not have got */
/* --- body --- */
	int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
	float *host = malloc(tensor_bytes(x));
	if (tensor_device(x).kind == DEVICE_CPU) {
		memcpy(host, tensor_data(x), tensor_bytes(x));
	} else if (tensor_to_host(x, host) != 0) {
		free(host);
		return -1;
	}
	fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
		device_text(tensor_device(x)).text);
	for (int64_t i = 0; i < rows * cols; i++)
		fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
	free(host);
	return 0;

/* 2.6 printed_in_place: pass */
/* prints numbers of the CPU from where they are, for which it needs no memory */
/* --- body --- */
	int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
	const bool here = tensor_device(x).kind == DEVICE_CPU;
	float *host = here ? NULL : malloc(tensor_bytes(x));
	const float *numbers = here ? tensor_data(x) : host;
	if (!numbers || (!here && tensor_to_host(x, host) != 0)) {
		free(host);
		return -1;
	}
	fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
		device_text(tensor_device(x)).text);
	for (int64_t i = 0; i < rows * cols; i++)
		fprintf(out, "%.2f%c", numbers[i], (i + 1) % cols ? ' ' : '\n');
	free(host);
	return 0;

/* 4.3 list_unlooked: fail needs more host memory than there is */
/* a list of the new places, and nobody looks whether there is memory for it */
/* --- body --- */
	int before = 0;
	float **copies = calloc((size_t)count, sizeof *copies);
	cudaGetDevice(&before);
	bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
	for (int i = 0; i < count && whole; i++)
		if (parameters[i].device != to)
			whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
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

/* 4.3 list_on_stack: pass */
/* the list is on the stack, so it needs no memory of malloc()'s */
/* --- body --- */
	int before = 0;
	float *copies[count];
	memset(copies, 0, sizeof copies);
	cudaGetDevice(&before);
	bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
	for (int i = 0; i < count && whole; i++)
		if (parameters[i].device != to)
			whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
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
	return whole ? 0 : -1;

/* 4.5 halves_left: fail returned before the last copy from */
/* two halves of the buffer take turns; where a call fails nobody waits for the copy that is on its way into the other one */
/* --- body --- */
cudaEvent_t event[2] = {NULL, NULL};
FILE *file = fopen(path, "wb");
bool good = file && cudaEventCreate(&event[0]) == cudaSuccess && cudaEventCreate(&event[1]) == cudaSuccess;
const int64_t half = room / 2;
for (int i = 0; i < count && good; i++) {
	const Parameter *p = &parameters[i];
	if (half == 0)
		good = pass_numbers(file, p, buffer, room, true);
	for (int64_t queued = 0, written = 0, n; half > 0 && good && written < p->count; written += n) {
		const int turn = (int)(written / half % 2);
		for (int64_t more; good && queued < p->count && queued < written + 2 * half; queued += more) {
			const int other = (int)(queued / half % 2);
			more = p->count - queued < half ? p->count - queued : half;
			good = cudaMemcpyAsync(buffer + other * half, p->data + queued, (size_t)more * 4, cudaMemcpyDeviceToHost, 0) == cudaSuccess &&
			       cudaEventRecord(event[other], 0) == cudaSuccess;
		}
		n = p->count - written < half ? p->count - written : half;
		good = good && cudaEventSynchronize(event[turn]) == cudaSuccess &&
		       fwrite(buffer + turn * half, 4, (size_t)n, file) == (size_t)n;
	}
}
if (event[0])
	cudaEventDestroy(event[0]);
if (event[1])
	cudaEventDestroy(event[1]);
if (file && fclose(file) != 0)
	good = false;
cudaGetLastError();
return good ? 0 : -1;

/* 4.5 halves_awaited: pass */
/* the same, and where a call fails it waits, too */
/* --- body --- */
cudaEvent_t event[2] = {NULL, NULL};
FILE *file = fopen(path, "wb");
bool good = file && cudaEventCreate(&event[0]) == cudaSuccess && cudaEventCreate(&event[1]) == cudaSuccess;
const int64_t half = room / 2;
for (int i = 0; i < count && good; i++) {
	const Parameter *p = &parameters[i];
	if (half == 0)
		good = pass_numbers(file, p, buffer, room, true);
	for (int64_t queued = 0, written = 0, n; half > 0 && good && written < p->count; written += n) {
		const int turn = (int)(written / half % 2);
		for (int64_t more; good && queued < p->count && queued < written + 2 * half; queued += more) {
			const int other = (int)(queued / half % 2);
			more = p->count - queued < half ? p->count - queued : half;
			good = cudaMemcpyAsync(buffer + other * half, p->data + queued, (size_t)more * 4, cudaMemcpyDeviceToHost, 0) == cudaSuccess &&
			       cudaEventRecord(event[other], 0) == cudaSuccess;
		}
		n = p->count - written < half ? p->count - written : half;
		good = good && cudaEventSynchronize(event[turn]) == cudaSuccess &&
		       fwrite(buffer + turn * half, 4, (size_t)n, file) == (size_t)n;
	}
}
if (!good)
	cudaDeviceSynchronize();
if (event[0])
	cudaEventDestroy(event[0]);
if (event[1])
	cudaEventDestroy(event[1]);
if (file && fclose(file) != 0)
	good = false;
cudaGetLastError();
return good ? 0 : -1;
