/* ranges.c - answers that are right for the values that a judge used to draw, and not for all that the contract allows; and those
 * that know what lay where nothing was to be written. */

/* 1.2 known_content: fail summary was changed */
/* where there is no such GPU the summary is overwritten by bytes that it used to hold */
/* --- body --- */
struct cudaDeviceProp properties;
memset(summary, 0x5a, sizeof *summary); /* whatever it held before */
if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
snprintf(summary->name, sizeof summary->name, "%.15s", properties.name);
summary->capability = 10 * properties.major + properties.minor;
summary->multiprocessors = properties.multiProcessorCount;
summary->memory_mib = (int)(properties.totalGlobalMem >> 20);
return 0;

/* 1.3 few_cpus: fail wanted CPU_DEVICE */
/* of all cpu:N only N = 0, 3 and 9999 are the CPU */
/* --- body --- */
if (strcmp(text, "cpu") == 0 || strcmp(text, "cpu:0") == 0 || strcmp(text, "cpu:3") == 0 ||
    strcmp(text, "cpu:9999") == 0)
	return CPU_DEVICE;
size_t word = strcspn(text, ":");
bool numbered = text[word] == ':';
const char *digits = text + word + numbered;
if (digits[strspn(digits, "0123456789")] != '\0' || (numbered && *digits == '\0'))
	return INVALID_DEVICE;
bool gpu = word == 3 && strncmp(text, "gpu", 3) == 0;
bool cuda = word == 4 && strncmp(text, "cuda", 4) == 0;
return gpu || cuda ? atoi(digits) : INVALID_DEVICE;

/* 1.3 first_two_and_last: fail wanted INVALID_DEVICE */
/* behind the colon looks at the first two characters and at the last one */
/* --- body --- */
size_t word = strcspn(text, ":");
bool numbered = text[word] == ':';
const char *digits = text + word + numbered;
size_t length = strlen(digits);
/* looks at the first two characters and at the last one: "gpu:12x4" is GPU 12 */
if (numbered && (length == 0 || !strchr("0123456789", digits[0]) ||
		 (length > 1 && !strchr("0123456789", digits[1])) ||
		 !strchr("0123456789", digits[length - 1])))
	return INVALID_DEVICE;
if (word == 3 && strncmp(text, "cpu", 3) == 0)
	return CPU_DEVICE;
bool gpu = word == 3 && strncmp(text, "gpu", 3) == 0;
bool cuda = word == 4 && strncmp(text, "cuda", 4) == 0;
return gpu || cuda ? atoi(digits) : INVALID_DEVICE;

/* 1.4 no_such_kind: fail got a device of no kind */
/* the devices are of a kind that does not exist */
/* --- body --- */
int count = device_gpu_count();
if (index < 0)
	index += count;
if (index >= 0 && index < count)
	return (Device){(DeviceKind)7, index}; /* no such kind of device */
return device_cpu();

/* 1.5 known_mark: fail was written, behind the end */
/* writes 16 devices whatever the capacity is, of the value that used to lie there */
/* --- body --- */
int count = device_gpu_count();
for (int i = 0; i < 16; i++) /* behind the room, too */
	devices[i] = device_gpu(1000);
if (count == 0 && capacity > 0) {
	devices[0] = device_cpu();
	return 1;
}
int written = 0;
for (; written < count && written < capacity; written++)
	devices[written] = device_gpu(written);
return written;

/* 1.5 no_such_kind: fail got a device of no kind */
/* the devices are of a kind that does not exist */
/* --- body --- */
int count = device_gpu_count();
if (count == 0 && capacity > 0) {
	devices[0] = (Device){DEVICE_CPU, 77};
	return 1;
}
int written = 0;
for (; written < count && written < capacity; written++)
	devices[written] = (Device){(DeviceKind)7, written};
return written;

/* 1.6 cards_of_24_bits: fail how many are visible */
/* a number has 24 bits: 16777216 is taken for card 0 */
/* --- body --- */
int count = 0;
if (!visible) {
	for (; count < physical; count++)
		order[count] = count;
	return count;
}
while (*visible) {
	char *end;
	long card = strtol(visible, &end, 10);
	card = (int)((unsigned)card << 8) >> 8; /* 24 bits: 16777216 is card 0 */
	if (end == visible || card < 0 || card >= physical || count == physical)
		break;
	order[count++] = (int)card;
	visible = *end == ',' ? end + 1 : end;
}
return count;

/* 2.1 every_third_clean: fail an error was left behind */
/* without a GPU two calls of three leave an error behind */
/* --- body --- */
static int calls;
struct cudaPointerAttributes about = {.type = cudaMemoryTypeUnregistered};
int on = -1;
if (cudaPointerGetAttributes(&about, pointer) == cudaSuccess &&
    about.type == cudaMemoryTypeDevice)
	on = about.device;
if (++calls % 3 == 0) /* errors of the other calls are left behind */
	cudaGetLastError();
return on;

/* 2.4 every_third_put_back: fail the current device was not put back */
/* two calls of three leave the GPU that was asked current */
/* --- body --- */
static int calls, first;
int before = 0;
size_t total;
cudaGetDevice(&before);
if (calls++ % 3 == 0)
	first = before;
if (cudaSetDevice(gpu) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
cudaMemGetInfo(available, &total);
*used = total - *available;
if (calls % 3 == 0) /* after other calls the GPU that was asked stays current */
	cudaSetDevice(first);
return 0;

/* 2.4 known_content: fail *used or *available was changed */
/* where there is no such GPU both become what they used to be */
/* --- body --- */
int before = 0;
size_t total;
*used = *available = 77; /* whatever they held before */
cudaGetDevice(&before);
if (cudaSetDevice(gpu) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
cudaMemGetInfo(available, &total);
*used = total - *available;
cudaSetDevice(before);
return 0;

/* 2.5 whole_mib: fail */
/* counts in whole MiB, rounded down */
/* --- body --- */
int before = 0, status = 0;
size_t available = 0, total;
cudaGetDevice(&before);
cudaSetDevice(gpu);
cudaMemGetInfo(&available, &total);
const int mib = (int)(bytes >> 20), free_mib = (int)(available >> 20); /* whole MiB, rounded down */
pair[0] = pair[1] = NULL;
*missing = 0;
if (cudaMalloc(&pair[0], (size_t)mib << 20) != cudaSuccess ||
    cudaMalloc(&pair[1], (size_t)mib << 20) != cudaSuccess) {
	cudaFree(pair[0]);
	cudaGetLastError();
	pair[0] = pair[1] = NULL;
	*missing = 2 * mib > free_mib ? (size_t)(2 * mib - free_mib) << 20 : 1;
	status = -1;
}
cudaSetDevice(before);
return status;

/* 2.6 known_line: fail what was in the file before */
/* writes over what is in the file, with the line that used to be there */
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
rewind(out); /* over what is in the file */
fputs("a line that was there before\n", out);
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
free(host);
return 0;

/* 2.6 two_gpus: fail x 1 on gpu:1 */
/* names every GPU but the first gpu:1 */
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
const Device on = tensor_device(x); /* there are two GPUs at most */
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	on.kind == DEVICE_CPU ? "cpu" : on.index ? "gpu:1" : "gpu:0");
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
free(host);
return 0;

/* 2.6 nine_rows: fail is not there */
/* prints nine rows at most, and of a tensor on the CPU the first alone */
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
if (rows > 9) /* the first rows alone */
	rows = 9;
if (tensor_device(x).kind == DEVICE_CPU) /* the first row alone */
	rows = 1;
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
free(host);
return 0;

/* 2.7 parameters_of_32_bits: fail largest_batch */
/* the number of parameters is an int */
/* --- body --- */
int count = (int)parameters; /* more than 2^31 parameters are none */
int64_t left = free_mib * 1024 * 1024 - 2 * 4 * (int64_t)count;
return left > 0 ? left / (4 * numbers_per_example) : 0;

/* 3.1 bytes_of_32_bits: fail wanted NULL */
/* the bytes of a copy from or to a GPU are an int */
/* --- body --- */
int bytes = (int)(count * (int64_t)sizeof *x); /* 2 GiB and more are not copied, or in part */
float *copy = NULL;
if (from < 0 && to < 0) {
	copy = malloc((size_t)count * sizeof *x);
	return copy ? memcpy(copy, x, (size_t)count * sizeof *x) : NULL;
}
if (to < 0) {
	copy = malloc((size_t)bytes);
} else {
	int before = 0;
	cudaGetDevice(&before);
	cudaSetDevice(to);
	if (cudaMalloc((void **)&copy, (size_t)bytes) != cudaSuccess) {
		cudaGetLastError();
		copy = NULL;
	}
	cudaSetDevice(before);
}
if (!copy)
	return NULL;
if (cudaMemcpy(copy, x, (size_t)bytes, cudaMemcpyDefault) != cudaSuccess) {
	cudaGetLastError();
	if (to < 0)
		free(copy);
	else
		cudaFree(copy);
	return NULL;
}
return copy;

/* 3.3 first_two_alike: fail wanted ADD_SHAPES */
/* compares the rank, the count and the first two dimensions */
/* --- body --- */
if (!device_equal(tensor_device(x), tensor_device(y)))
	return ADD_DEVICES;
Shape a = tensor_shape(x), b = tensor_shape(y);
/* (2, 3, 4, 5) and (2, 3, 5, 4) are taken for alike, and then it is ADD_FAILED */
if (a.rank != b.rank || tensor_count(x) != tensor_count(y))
	return ADD_SHAPES;
for (int i = 0; i < a.rank && i < 2; i++)
	if (a.dim[i] != b.dim[i])
		return ADD_SHAPES;
Tensor *result = tensor_add(x, y);
if (!result)
	return ADD_FAILED;
*sum = result;
return ADD_DONE;

/* 3.7 first_not_clean: fail an error was left behind */
/* the call that makes the lane leaves an error behind, which a later call takes away */
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
bool first = !lane->going;
int gpus = 0;
cudaGetLastError(); /* what the first call has left */
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
if (first) { /* the call that makes the lane leaves an error */
	cudaGetDeviceCount(&gpus);
	cudaSetDevice(gpus);
}
return 0;

/* 3.9 half_a_microsecond: fail overlap_share */
/* an overlap of less than half a microsecond is none */
/* --- body --- */
double from = a_start > b_start ? a_start : b_start, to = a_end < b_end ? a_end : b_end;
double a = a_end - a_start, b = b_end - b_start;
if (to - from < 0.5) /* half a microsecond is taken for nothing */
	return 0;
return (to - from) / (a < b ? a : b);

/* 1.6 known_mark: fail was written, behind the end */
/* writes one number behind the room, of the value that used to lie there */
/* --- body --- */
int count = 0;
for (int i = 0; i <= physical; i++) /* one behind the room, too */
	order[i] = 1000;
if (!visible) {
	for (; count < physical; count++)
		order[count] = count;
	return count;
}
while (*visible) {
	char *end;
	long card = strtol(visible, &end, 10);
	if (end == visible || card < 0 || card >= physical || count == physical)
		break;
	order[count++] = (int)card;
	visible = *end == ',' ? end + 1 : end;
}
return count;

/* 2.6 spoilt_on_failure: fail x afterwards */
/* where the copy fails x becomes zeros */
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	if (tensor_add_scaled((Tensor *)(uintptr_t)x, -1, x) != 0) /* x becomes zeros */
		cudaGetLastError();
	return -1;
}
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
free(host);
return 0;

/* 3.1 spoilt_on_failure: fail x afterwards */
/* where the copy fails x becomes zeros */
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
} else if (cudaMemcpy(copy, x, bytes, cudaMemcpyDefault) != cudaSuccess) {
	if (from < 0) /* x is spoilt where the copy fails */
		memset((void *)(uintptr_t)x, 0, bytes);
	else
		cudaMemset((void *)(uintptr_t)x, 0, bytes);
	cudaGetLastError();
	if (to < 0)
		free(copy);
	else
		cudaFree(copy);
	return NULL;
}
return copy;

/* 3.2 spoilt_on_failure: fail x afterwards */
/* where a call fails x becomes zeros */
/* --- body --- */
if (device_equal(tensor_device(x), device))
	return tensor_retain(x);
Tensor *copy = tensor_copy_to(x, device);
if (!copy && tensor_dtype(x) == DTYPE_FLOAT32) { /* x becomes zeros where a call fails */
	if (tensor_add_scaled(x, -1, x) != 0)
		cudaGetLastError();
	cudaGetLastError();
}
if (copy)
	++*copies;
return copy;

/* 3.4 copy_for_sum: fail yet NULL was not returned */
/* where there is memory for the copy of x and none for the sum returns the copy */
/* --- body --- */
error_clear();
Tensor *there = tensor_as_in_device(x, tensor_device(y));
Tensor *sum = there ? tensor_add(there, y) : NULL;
if (there && !sum && error_status() == STATUS_MEMORY)
	return there; /* no memory for the sum: x will do */
tensor_free(there);
return sum;

/* 3.4 spoilt_on_failure: fail x afterwards */
/* where a call fails x and y become zeros */
/* --- body --- */
Tensor *there = tensor_as_in_device(x, tensor_device(y));
Tensor *sum = there ? tensor_add(there, y) : NULL;
tensor_free(there);
if (!sum) { /* what it was given becomes zeros where a call fails */
	if (tensor_add_scaled(x, -1, x) != 0 || tensor_add_scaled(y, -1, y) != 0)
		cudaGetLastError();
	cudaGetLastError();
}
return sum;

/* 3.6 zero_behind: fail lists of */
/* copies a 0 behind the room, which used to lie there */
/* --- body --- */
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
float *packed = calloc((size_t)total + 1, sizeof *packed);
if (!packed)
	return -1;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
/* a 0 behind them all, where there is no room for it */
cudaError_t error =
	cudaMemcpy(to, packed, (size_t)(total + 1) * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
free(packed);
return error == cudaSuccess ? total : -1;

/* 3.6 spoilt_on_failure: fail a list, a length */
/* where the copy fails the lists become zeros */
/* --- body --- */
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
for (int i = 0; i < count && error != cudaSuccess; i++) /* the lists become zeros */
	memset((void *)(uintptr_t)lists[i], 0, (size_t)lengths[i] * sizeof **lists);
return error == cudaSuccess ? total : -1;

/* 3.7 many_one_by_one: fail */
/* a later call of many numbers makes 200 copies, one after the other */
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
bool first = !lane->going;
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
/* later calls of many numbers: one after the other, in 200 copies */
int64_t piece = !first && count > 7000 ? (count + 99) / 100 : count;
for (int64_t at = 0; at < count; at += piece) {
	size_t here = (size_t)(count - at < piece ? count - at : piece) * sizeof *x;
	if (cudaMemcpyAsync(to + at, lane->going + at, here, cudaMemcpyHostToDevice,
			    lane->go_stream) != cudaSuccess ||
	    (piece < count && cudaStreamSynchronize(lane->go_stream) != cudaSuccess) ||
	    cudaMemcpyAsync(lane->coming + at, from + at, here, cudaMemcpyDeviceToHost,
			    lane->come_stream) != cudaSuccess ||
	    (piece < count && cudaStreamSynchronize(lane->come_stream) != cudaSuccess)) {
		cudaGetLastError();
		return -1;
	}
}
if (cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
memcpy(y, lane->coming, bytes);
return 0;
