/* wider.c - answers that are right for what is short, small or a whole number, and not for more than that. */

/* 1.3 short_room: fail parse_device */
/* a word of more than 15 letters is written behind its room */
#include <strings.h>
/* --- body --- */
	char word[16] = "";
	int used = 0;
	sscanf(text, "%[^:]%n", word, &used);
	int kind = strcasecmp(word, "cpu") == 0 ? CPU_DEVICE : strcasecmp(word, "gpu") == 0 || strcasecmp(word, "cuda") == 0 ? 0 : INVALID_DEVICE;
	if (kind == INVALID_DEVICE || text[used] == '\0')
		return kind;
	char *end;
	long number = strtol(text + used + 1, &end, 0);
	if (end == text + used + 1 || *end != '\0')
		return INVALID_DEVICE;
	return kind == CPU_DEVICE ? CPU_DEVICE : (int)number;

/* 2.1 unlooked: fail a pointer */
/* what lies on the stack decides where CUDA has said nothing */
/* --- body --- */
	struct cudaPointerAttributes attributes;
	cudaPointerGetAttributes(&attributes, pointer);
	cudaGetLastError();
	return attributes.type == cudaMemoryTypeDevice ? attributes.device : -1;

/* 2.2 ones_on_the_stack: fail NULL was returned */
/* a list of fixed length on the stack; more are refused */
/* --- body --- */
	/* a matrix of 4 million at most, else refused */
	size_t count = (size_t)rows * (size_t)cols;
	float *ones = NULL;
	int before = 0;
	if (count > 400000)
		return NULL;
	float host[400000];
	for (size_t i = 0; i < count; i++)
		host[i] = 1.0f;
	cudaGetDevice(&before);
	if (cudaSetDevice(gpu) == cudaSuccess &&
	    cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess &&
	    cudaMemcpy(ones, host, count * sizeof *ones, cudaMemcpyHostToDevice) != cudaSuccess) {
		cudaFree(ones);
		ones = NULL;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return ones;

/* 2.5 wrapped: fail bytes missing */
/* what is missing goes below 0 where both fit by what is free */
/* --- body --- */
	int before = 0, status = 0;
	size_t available = 0, total;
	cudaGetDevice(&before);
	cudaSetDevice(gpu);
	cudaMemGetInfo(&available, &total);
	pair[0] = pair[1] = NULL;
	*missing = 0;
	if (cudaMalloc(&pair[0], bytes) != cudaSuccess ||
	    cudaMalloc(&pair[1], bytes) != cudaSuccess) {
		cudaFree(pair[0]);
		cudaGetLastError();
		pair[0] = pair[1] = NULL;
		*missing = 2 * bytes - available;
		if (*missing == 0)
			*missing = 1;
		status = -1;
	}
	cudaSetDevice(before);
	return status;

/* 2.6 fixed_line: fail  */
/* a row is put together in a text of 4096 characters */
/* --- body --- */
	int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
	float *host = malloc(tensor_bytes(x));
	if (!host || tensor_to_host(x, host) != 0) {
		free(host);
		return -1;
	}
	fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
		device_text(tensor_device(x)).text);
	for (int64_t i = 0; i < rows; i++) {
		char line[4096] = "";
		size_t at = 0;
		for (int64_t k = 0; k < cols; k++)
			at += (size_t)sprintf(line + at, "%.2f%c", host[i * cols + k],
					      k + 1 < cols ? ' ' : '\n');
		fputs(line, out);
	}
	free(host);
	return 0;

/* 2.7 example_in_an_int: fail largest_batch */
/* the bytes of an example are an int */
/* --- body --- */
	int example = 4 * (int)numbers_per_example;
	int64_t left = free_mib * 1024 * 1024 - 2 * 4 * parameters;
	return left > 0 ? left / example : 0;

/* 2.6 on_the_stack: fail  */
/* the numbers come into a list on the stack */
/* --- body --- */
	int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
	float host[rows * cols];
	if (tensor_to_host(x, host) != 0)
		return -1;
	fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
		device_text(tensor_device(x)).text);
	for (int64_t i = 0; i < rows * cols; i++)
		fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
	return 0;

/* 12.5 times_in_floats: fail find_stall */
/* times go through floats, in which late ones are rounded */
/* --- body --- */
	Stall longest = {STALL_NONE, 0, 0};
	double end = next_kernel(bars, count, gpu, 0);
	while (end >= 0) {
		double start = kernels_end(bars, count, gpu, end);
		end = next_kernel(bars, count, gpu, start);
		if (end - start > longest.end_us - longest.start_us)
			longest = (Stall){cause_of(bars, count, gpu, start, end), (float)start, (float)end};
	}
	return longest;

/* 12.5 room_for_1024: fail find_stall */
/* a list of 1024 kernels on the stack */
/* --- body --- */
	Bar kernels[1024];
	int n = 0;
	for (int i = 0; i < count; i++)
		if (bars[i].gpu == gpu && bars[i].kind == BAR_KERNEL)
			kernels[n++] = bars[i];
	Stall longest = {STALL_NONE, 0, 0};
	double end = next_kernel(kernels, n, gpu, 0);
	while (end >= 0) {
		double start = kernels_end(kernels, n, gpu, end);
		end = next_kernel(kernels, n, gpu, start);
		if (end - start > longest.end_us - longest.start_us)
			longest = (Stall){cause_of(bars, count, gpu, start, end), start, end};
	}
	return longest;

/* 3.2 fixed_list: fail  */
/* a list of 1024 numbers takes what comes to the host */
/* --- body --- */
	if (device_equal(tensor_device(x), device))
		return tensor_retain(x);
	static float host[1024];
	Tensor *copy;
	if (device.kind == DEVICE_CPU && tensor_to_host(x, host) == 0)
		copy = tensor_from_host(tensor_shape(x), tensor_dtype(x), host, device);
	else if (device.kind == DEVICE_CPU)
		copy = NULL;
	else
		copy = tensor_copy_to(x, device);
	*copies += copy != NULL;
	return copy;

/* 3.5 bytes_in_an_int: fail what is returned */
/* the bytes are an int: those of 2^30 numbers are 0 */
/* --- body --- */
	int before = 0, reachable = 0, bytes = (int)count * 4;
	cudaGetDevice(&before);
	cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
	cudaSetDevice(to_gpu);
	if (reachable)
		cudaDeviceEnablePeerAccess(from_gpu, 0);
	cudaGetLastError();
	cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, bytes);
	if (error == cudaSuccess)
		error = cudaDeviceSynchronize();
	cudaSetDevice(before);
	cudaGetLastError();
	return error == cudaSuccess ? 0 : -1;

/* 3.9 in_floats: fail overlap_share */
/* times are floats: late ones are rounded */
/* --- body --- */
	float as = a_start, ae = a_end, bs = b_start, be = b_end;
	float start = as > bs ? as : bs, end = ae < be ? ae : be;
	float a = ae - as, b = be - bs;
	return end > start ? (end - start) / (a < b ? a : b) : 0;

/* 4.2 unlooked: fail  */
/* what lies on the stack decides where CUDA has said nothing */
/* --- body --- */
	int found = 0;
	for (int i = 0; i < count; i++) {
		struct cudaPointerAttributes where;
		cudaPointerGetAttributes(&where, parameters[i].data);
		int on = where.type == cudaMemoryTypeDevice ? where.device : -1;
		if (on != device)
			names[found++] = parameters[i].name;
	}
	cudaGetLastError();
	return found;

/* 4.3 bytes_in_an_int: fail data of one is NULL */
/* the bytes are an int: those of 2^30 numbers are 0 */
/* --- body --- */
	int before = 0;
	float **copies = calloc((size_t)count, sizeof *copies);
	if (!copies)
		return -1;
	cudaGetDevice(&before);
	bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
	for (int i = 0; i < count && whole; i++) {
		int bytes = (int)((unsigned)parameters[i].count * 4);
		if (parameters[i].device == to)
			continue;
		if (to < 0)
			copies[i] = malloc(bytes);
		else if (cudaMalloc((void **)&copies[i], bytes) != cudaSuccess)
			copies[i] = NULL;
		whole = (copies[i] || bytes == 0) &&
			cudaMemcpy(copies[i], parameters[i].data, bytes, cudaMemcpyDefault) == cudaSuccess;
	}
	for (int i = 0; i < count; i++) {
		if (parameters[i].device != to && whole) {
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

/* 4.3 bytes_in_an_int_looked_at: fail data of one is NULL */
/* the same, and memory of no bytes is none where there is no pointer */
/* --- body --- */
	int before = 0;
	float **copies = calloc((size_t)count, sizeof *copies);
	if (!copies)
		return -1;
	cudaGetDevice(&before);
	bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
	for (int i = 0; i < count && whole; i++) {
		int bytes = (int)((unsigned)parameters[i].count * 4);
		if (parameters[i].device == to)
			continue;
		if (to < 0)
			copies[i] = malloc(bytes);
		else if (cudaMalloc((void **)&copies[i], bytes) != cudaSuccess)
			copies[i] = NULL;
		whole = copies[i] &&
			cudaMemcpy(copies[i], parameters[i].data, bytes, cudaMemcpyDefault) == cudaSuccess;
	}
	for (int i = 0; i < count; i++) {
		if (parameters[i].device != to && whole) {
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

/* 4.5 count_in_an_int: fail the copy of the last parameter fails */
/* how many are left is an int: of 2^32 numbers none is */
/* --- body --- */
	FILE *file = fopen(path, "wb");
	if (!file)
		return -1;
	bool good = true;
	for (int i = 0; i < count && good; i++) {
		float *here = parameters[i].data;
		for (int left = (int)parameters[i].count; left > 0 && good; left -= (int)room, here += room) {
			size_t piece = (size_t)(left < room ? left : room);
			good = cudaMemcpy(buffer, here, piece * sizeof(float), cudaMemcpyDeviceToHost) == cudaSuccess &&
			       fwrite(buffer, sizeof(float), piece, file) == piece;
		}
	}
	if (fclose(file) != 0)
		good = false;
	cudaGetLastError();
	return good ? 0 : -1;

/* 4.6 count_in_an_int: fail the copy of the last parameter fails */
/* the same when it loads */
/* --- body --- */
	FILE *file = fopen(path, "rb");
	if (!file)
		return -1;
	bool good = true;
	for (int i = 0; i < count && good; i++) {
		float *here = parameters[i].data;
		for (int left = (int)parameters[i].count; left > 0 && good; left -= (int)room, here += room) {
			size_t piece = (size_t)(left < room ? left : room);
			good = fread(buffer, sizeof(float), piece, file) == piece &&
			       cudaMemcpy(here, buffer, piece * sizeof(float), cudaMemcpyHostToDevice) == cudaSuccess;
		}
	}
	if (fclose(file) != 0)
		good = false;
	cudaGetLastError();
	return good ? 0 : -1;

/* 4.9 path_is_format: fail  */
/* the path is taken for a format */
/* --- body --- */
	char part[PATH_MOST + 6];
	sprintf(part, path);
	strcat(part, ".part");
	if (pass_file(part, parameters, count, buffer, room, true) == 0 && rename(part, path) == 0)
		return 0;
	remove(part);
	return -1;
