/* 1.1 eight_at_most: fail the count with */
/* counts no more GPUs than its list has room for */
/* --- body --- */
int n=0; if(cudaGetDeviceCount(&n)!=cudaSuccess){ cudaGetLastError(); return 0;} return n>8?8:n;

/* 1.2 error_of_one_index: fail an error was left behind */
/* of an index below 0; a later call takes it away */
/* --- body --- */
struct cudaDeviceProp properties;
if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
	if(index>=0) cudaGetLastError();
	return -1;
}
snprintf(summary->name, sizeof summary->name, "%.15s", properties.name);
summary->capability = 10 * properties.major + properties.minor;
summary->multiprocessors = properties.multiProcessorCount;
summary->memory_mib = (int)(properties.totalGlobalMem >> 20);
return 0;

/* 1.2 error_of_success: fail an error was left behind */
/* asks for a GPU that is not there, beside what it has to do */
/* --- body --- */
struct cudaDeviceProp properties;
if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
snprintf(summary->name, sizeof summary->name, "%.15s", properties.name);
summary->capability = 10 * properties.major + properties.minor;
summary->multiprocessors = properties.multiProcessorCount;
summary->memory_mib = (int)(properties.totalGlobalMem >> 20);
cudaSetDevice(-5); return 0;

/* 1.2 rounds_up: fail the memory in MiB */
/* a memory that is no whole number of MiB is rounded to the nearest */
/* --- body --- */
struct cudaDeviceProp properties;
if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
snprintf(summary->name, sizeof summary->name, "%.15s", properties.name);
summary->capability = 10 * properties.major + properties.minor;
summary->multiprocessors = properties.multiProcessorCount;
summary->memory_mib = (int)((properties.totalGlobalMem + 524288)>> 20);
return 0;

/* 1.2 low_bits_of_index: fail what is returned */
/* only the lower 16 bits of the index count */
/* --- body --- */
index=(short)index; struct cudaDeviceProp properties;
if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
snprintf(summary->name, sizeof summary->name, "%.15s", properties.name);
summary->capability = 10 * properties.major + properties.minor;
summary->multiprocessors = properties.multiProcessorCount;
summary->memory_mib = (int)(properties.totalGlobalMem >> 20);
return 0;

/* 1.2 cleared_far_beyond: fail the summary was changed */
/* writes where the index is far too large */
/* --- body --- */
struct cudaDeviceProp properties;
if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
	cudaGetLastError(); if(index>1000) summary->memory_mib=0;
	return -1;
}
snprintf(summary->name, sizeof summary->name, "%.15s", properties.name);
summary->capability = 10 * properties.major + properties.minor;
summary->multiprocessors = properties.multiProcessorCount;
summary->memory_mib = (int)(properties.totalGlobalMem >> 20);
return 0;

/* 1.2 four_at_most: fail what is returned */
/* knows the first four GPUs alone */
/* --- body --- */
if(index>3) return -1; struct cudaDeviceProp properties;
if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
snprintf(summary->name, sizeof summary->name, "%.15s", properties.name);
summary->capability = 10 * properties.major + properties.minor;
summary->multiprocessors = properties.multiProcessorCount;
summary->memory_mib = (int)(properties.totalGlobalMem >> 20);
return 0;

/* 1.3 other_characters: fail wanted INVALID_DEVICE */
/* takes other characters than letters in and behind the number */
/* --- body --- */
size_t word = strcspn(text, ":");
bool numbered = text[word] == ':';
const char *digits = text + word + numbered;
if (digits[strspn(digits, "0123456789!#%*,/;=_")] != '\0' || (numbered && *digits == '\0'))
	return INVALID_DEVICE;
if (word == 3 && strncmp(text, "cpu", 3) == 0)
	return CPU_DEVICE;
bool gpu = word == 3 && strncmp(text, "gpu", 3) == 0;
bool cuda = word == 4 && strncmp(text, "cuda", 4) == 0;
return gpu || cuda ? atoi(digits) : INVALID_DEVICE;

/* 1.3 short_words: fail wanted INVALID_DEVICE */
/* takes words that lack their end */
/* --- body --- */
size_t word = strcspn(text, ":");
bool numbered = text[word] == ':';
const char *digits = text + word + numbered;
if (digits[strspn(digits, "0123456789")] != '\0' || (numbered && *digits == '\0'))
	return INVALID_DEVICE;
if (word == 3 && strncmp(text, "cpu", 3) == 0)
	return CPU_DEVICE;
bool gpu = word == 3 && strncmp(text, "gpu", 3) == 0;
bool cuda = word>=2 && word<=4 && strncmp(text, "cuda", word) == 0;
return gpu || cuda ? atoi(digits) : INVALID_DEVICE;

/* 1.3 not_the_last: fail wanted 9999 */
/* 9999 is one too many */
/* --- body --- */
size_t word = strcspn(text, ":");
bool numbered = text[word] == ':';
const char *digits = text + word + numbered;
if (digits[strspn(digits, "0123456789")] != '\0' || (numbered && *digits == '\0'))
	return INVALID_DEVICE;
if (word == 3 && strncmp(text, "cpu", 3) == 0)
	return CPU_DEVICE;
bool gpu = word == 3 && strncmp(text, "gpu", 3) == 0;
bool cuda = word == 4 && strncmp(text, "cuda", 4) == 0;
return gpu || cuda ? (atoi(digits)>9998?INVALID_DEVICE:atoi(digits)) : INVALID_DEVICE;

/* 1.3 cpus_below_1000: fail wanted CPU_DEVICE */
/* no number of four digits behind cpu */
/* --- body --- */
size_t word = strcspn(text, ":");
bool numbered = text[word] == ':';
const char *digits = text + word + numbered;
if (digits[strspn(digits, "0123456789")] != '\0' || (numbered && *digits == '\0'))
	return INVALID_DEVICE;
if (word == 3 && strncmp(text, "cpu", 3) == 0)
	return numbered&&atoi(digits)>999?INVALID_DEVICE:CPU_DEVICE;
bool gpu = word == 3 && strncmp(text, "gpu", 3) == 0;
bool cuda = word == 4 && strncmp(text, "cuda", 4) == 0;
return gpu || cuda ? atoi(digits) : INVALID_DEVICE;

/* 1.3 writes_into_the_text: fail a text that was to be read was changed */
/* writes over the colon */
/* --- body --- */
size_t word = strcspn(text, ":");
bool numbered = text[word] == ':';
const char *digits = text + word + numbered;
if (digits[strspn(digits, "0123456789")] != '\0' || (numbered && *digits == '\0'))
	return INVALID_DEVICE;
if(*text)((char*)text)[0]^=32; if(*text)((char*)text)[0]^=32; if(numbered) ((char*)text)[word]=';'; if (word == 3 && strncmp(text, "cpu", 3) == 0)
	return CPU_DEVICE;
bool gpu = word == 3 && strncmp(text, "gpu", 3) == 0;
bool cuda = word == 4 && strncmp(text, "cuda", 4) == 0;
return gpu || cuda ? atoi(digits) : INVALID_DEVICE;

/* 1.4 large_exists: fail wanted cpu */
/* takes a very large index for a GPU that is there */
/* --- body --- */
if(index>100000) return device_gpu(index); int count = device_gpu_count();
if (index < 0)
	index += count;
return index >= 0 && index < count ? device_gpu(index) : device_cpu();

/* 1.4 four_gpus: fail with */
/* knows four GPUs at most */
/* --- body --- */
int count = device_gpu_count(); if(count>4) count=4;
if (index < 0)
	index += count;
return index >= 0 && index < count ? device_gpu(index) : device_cpu();

/* 1.5 list_of_eight: fail what is returned */
/* collects the GPUs in a list of its own, which has room for eight */
/* --- body --- */
Device l[8]; int n=device_gpu_count(),i; if(!n){ l[0]=device_cpu(); n=1;} else for(i=0;i<n&&i<8;i++) l[i]=device_gpu(i); if(n>8) n=8; if(n>capacity) n=capacity; memcpy(devices,l,n*sizeof *l); return n;

/* 1.6 ends_the_text: fail the text was changed */
/* writes into the text */
/* --- body --- */
int count = 0;
if (!visible) {
	for (; count < physical; count++)
		order[count] = count;
	return count;
}
char*q=strrchr((char*)visible,','); while (*visible) {
	char *end;
	long card = strtol(visible, &end, 10);
	if (end == visible || card < 0 || card >= physical || count == physical)
		break;
	order[count++] = (int)card;
	visible = *end == ',' ? end + 1 : end;
}
if(q)*q=0;
 return count;

/* 1.6 low_bits: fail how many are visible */
/* only the lower 8 bits of a number count */
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
	if (end == visible || (card=(signed char)card) < 0 || card >= physical || count == physical)
		break;
	order[count++] = (int)card;
	visible = *end == ',' ? end + 1 : end;
}
return count;

/* 2.1 rounds_up: fail a pointer into memory of GPU */
/* asks for the next multiple of 256 bytes */
/* --- body --- */
pointer=(void*)(((uintptr_t)pointer+255)/256*256); struct cudaPointerAttributes attributes;
if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
return attributes.type == cudaMemoryTypeDevice ? attributes.device : -1;

/* 2.1 numbers_alone: fail a pointer into memory of GPU */
/* knows addresses of floats alone */
/* --- body --- */
struct cudaPointerAttributes attributes;
if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
if((uintptr_t)pointer%4) return -1; return attributes.type == cudaMemoryTypeDevice ? attributes.device : -1;

/* 2.2 error_without_gpus: fail on a machine without a GPU: an error was left behind */
/* leaves the error where there is no GPU at all */
/* --- body --- */
size_t count = (size_t)rows * (size_t)cols;
float *ones = NULL;
float *host = malloc(count * sizeof *host);
if (!host)
	return NULL;
for (size_t i = 0; i < count; i++)
	host[i] = 1.0f;
int before = 0;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) == cudaSuccess &&
    cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess &&
    cudaMemcpy(ones, host, count * sizeof *ones, cudaMemcpyHostToDevice) != cudaSuccess) {
	cudaFree(ones);
	ones = NULL;
}
cudaSetDevice(before); int q; if(cudaGetDeviceCount(&q)==cudaSuccess) cudaGetLastError();
free(host);
return ones;

/* 2.2 error_far_beyond: fail a number far beyond: an error was left behind */
/* leaves the error where the number is large */
/* --- body --- */
size_t count = (size_t)rows * (size_t)cols;
float *ones = NULL;
float *host = malloc(count * sizeof *host);
if (!host)
	return NULL;
for (size_t i = 0; i < count; i++)
	host[i] = 1.0f;
int before = 0;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) == cudaSuccess &&
    cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess &&
    cudaMemcpy(ones, host, count * sizeof *ones, cudaMemcpyHostToDevice) != cudaSuccess) {
	cudaFree(ones);
	ones = NULL;
}
cudaSetDevice(before); if(gpu<100) cudaGetLastError();
free(host);
return ones;

/* 2.2 low_bits: fail a number far beyond */
/* only the lower 16 bits of the number count */
/* --- body --- */
gpu=(short)gpu; size_t count = (size_t)rows * (size_t)cols;
float *ones = NULL;
float *host = malloc(count * sizeof *host);
if (!host)
	return NULL;
for (size_t i = 0; i < count; i++)
	host[i] = 1.0f;
int before = 0;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) == cudaSuccess &&
    cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess &&
    cudaMemcpy(ones, host, count * sizeof *ones, cudaMemcpyHostToDevice) != cudaSuccess) {
	cudaFree(ones);
	ones = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
free(host);
return ones;

/* 2.3 error_without_gpus: fail an error was left behind */
/* counts by CUDA, which answers with an error where there is no GPU */
/* --- body --- */
int gpus=0; cudaGetDeviceCount(&gpus);
Device device = gpus > 0 ? device_gpu(gpus > 1) : device_cpu();
return tensor_uniform(SHAPE(rows, cols), seed, device);

/* 2.3 part_of_the_seed: fail the random numbers of this seed */
/* the highest bit of the seed is left out */
/* --- body --- */
int gpus = device_gpu_count();
Device device = gpus > 0 ? device_gpu(gpus > 1) : device_cpu();
return tensor_uniform(SHAPE(rows, cols), seed&0x7fffffffffffffff, device);

/* 2.4 error_without_gpus: fail on a machine without a GPU: an error was left behind */
/* leaves the error where there is no GPU at all */
/* --- body --- */
int before = 0;
size_t total;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) != cudaSuccess) {
	int q; if(!cudaGetDeviceCount(&q)) cudaGetLastError();
	return -1;
}
cudaMemGetInfo(available, &total);
*used = total - *available;
cudaSetDevice(before);
return 0;

/* 2.4 error_below_0: fail an error was left behind */
/* leaves the error where the number is below 0 */
/* --- body --- */
int before = 0;
size_t total;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) != cudaSuccess) {
	if(gpu>=0) cudaGetLastError();
	return -1;
}
cudaMemGetInfo(available, &total);
*used = total - *available;
cudaSetDevice(before);
return 0;

/* 2.4 low_bits: fail a number far beyond */
/* only the lower 16 bits of the number count */
/* --- body --- */
gpu=(short)gpu; int before = 0;
size_t total;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
cudaMemGetInfo(available, &total);
*used = total - *available;
cudaSetDevice(before);
return 0;

/* 2.4 below_0: fail a number below 0: what is returned */
/* takes a number below 0 for the one above it */
/* --- body --- */
gpu=gpu<0?-gpu:gpu; int before = 0;
size_t total;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
cudaMemGetInfo(available, &total);
*used = total - *available;
cudaSetDevice(before);
return 0;

/* 2.4 used_in_an_int: fail the used bytes */
/* more than 4 GiB in use do not fit */
/* --- body --- */
int before = 0;
size_t total;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
cudaMemGetInfo(available, &total);
*used = (unsigned)(total - *available);
cudaSetDevice(before);
return 0;

/* 2.4 changed_far_beyond: fail was changed */
/* writes where the number is large */
/* --- body --- */
if(gpu>99)*used=0; int before = 0;
size_t total;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
cudaMemGetInfo(available, &total);
*used = total - *available;
cudaSetDevice(before);
return 0;

/* 2.5 managed_in_place: fail was never freed */
/* where the second does not fit, managed memory stands in */
/* --- body --- */
int before = 0, status = 0;
size_t available = 0, total;
cudaGetDevice(&before);
cudaSetDevice(gpu);
cudaMemGetInfo(&available, &total);
pair[0] = pair[1] = NULL;
*missing = 0;
if (cudaMalloc(&pair[0], bytes) != cudaSuccess ||
    cudaMalloc(&pair[1], bytes) != cudaSuccess&&cudaMallocManaged(&pair[1], bytes,1)) {
	cudaFree(pair[0]); /* the first may have fitted */
	cudaGetLastError();
	pair[0] = pair[1] = NULL;
	*missing = 2 * bytes > available ? 2 * bytes - available : 1;
	status = -1;
}
cudaSetDevice(before);
return status;

/* 2.5 pinned_in_place: fail was never freed */
/* where the second does not fit, pinned memory stands in */
/* --- body --- */
int before = 0, status = 0;
size_t available = 0, total;
cudaGetDevice(&before);
cudaSetDevice(gpu);
cudaMemGetInfo(&available, &total);
pair[0] = pair[1] = NULL;
*missing = 0;
if (cudaMalloc(&pair[0], bytes) != cudaSuccess ||
    cudaMalloc(&pair[1], bytes) != cudaSuccess&&cudaMallocHost(&pair[1], bytes)) {
	cudaFree(pair[0]); /* the first may have fitted */
	cudaGetLastError();
	pair[0] = pair[1] = NULL;
	*missing = 2 * bytes > available ? 2 * bytes - available : 1;
	status = -1;
}
cudaSetDevice(before);
return status;

/* 2.6 prints_at_the_begin: fail what was in the file before */
/* prints over what is there */
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
rewind(out); fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
free(host);
return 0;

/* 2.6 changes_x: fail x afterwards */
/* changes a number on the CPU when it is printed */
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
if(tensor_device(x).kind==DEVICE_CPU) ((float*)tensor_data((Tensor*)x))[0]=0; free(host); return 0;

/* 2.6 changes_x_on_gpu: fail x afterwards */
/* changes a number on a GPU when it is printed */
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
if(tensor_device(x).kind) cudaMemset(tensor_data((Tensor*)x),0,4); free(host); return 0;

/* 2.6 error_of_the_copy: fail an error was left behind */
/* the copy fails, and its error stays */
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || (tensor_device(x).kind?cudaMemcpy(host,tensor_data((Tensor*)x),tensor_bytes(x),cudaMemcpyDefault)!=cudaSuccess:tensor_to_host(x, host) != 0)) {
	free(host);
	return -1;
}
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
free(host);
return 0;

/* 2.6 error_of_success: fail an error was left behind */
/* asks for a GPU that is not there, beside what it has to do */
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
free(host); cudaSetDevice(99); return 0;

/* 2.6 to_a_million: fail line 2 */
/* numbers above a million are cut */
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i]>1e6f?1e6f:host[i], (i + 1) % cols ? ' ' : '\n');
free(host);
return 0;

/* 2.7 one_at_least: fail wanted 0, got 1 */
/* a batch of one where not even that fits */
/* --- body --- */
int64_t left = free_mib * 1024 * 1024 - 2 * 4 * parameters;
return left > 0 ? left / (4 * numbers_per_example)?left / (4 * numbers_per_example):1 : 0;

/* 2.7 exactly_full: fail wanted 0, got 1 */
/* the parameters fill the GPU */
/* --- body --- */
int64_t left = free_mib * 1024 * 1024 - 2 * 4 * parameters;
return left > 0 ? left / (4 * numbers_per_example) : left<0?0:1;

/* 2.7 in_an_int: fail largest_batch */
/* more examples than an int counts */
/* --- body --- */
int64_t left = free_mib * 1024 * 1024 - 2 * 4 * parameters;
return left > 0 ? (int)(left / (4 * numbers_per_example)) : 0;

/* 2.7 as_a_float: fail largest_batch */
/* works in float */
/* --- body --- */
int64_t left = free_mib * 1024 * 1024 - 2 * 4 * parameters;
return left > 0 ? (int64_t)((float)left / (4 * numbers_per_example)) : 0;

/* 3.2 no_single_number: fail NULL was returned */
/* refuses a tensor of rank 0 */
/* --- body --- */
if(tensor_shape(x).rank==0) return NULL; if (device_equal(tensor_device(x), device))
	return tensor_retain(x);
Tensor *copy = tensor_copy_to(x, device);
*copies += copy != NULL;
return copy;

/* 3.2 three_dimensions_at_most: fail NULL was returned */
/* refuses a tensor of rank 4 */
/* --- body --- */
if(tensor_shape(x).rank==4) return NULL; if (device_equal(tensor_device(x), device))
	return tensor_retain(x);
Tensor *copy = tensor_copy_to(x, device);
*copies += copy != NULL;
return copy;

/* 3.2 error_of_success: fail an error was left behind */
/* asks for a GPU that is not there, beside what it has to do */
/* --- body --- */
if (device_equal(tensor_device(x), device))
	return tensor_retain(x);
Tensor *copy = tensor_copy_to(x, device);
*copies += copy != NULL;
cudaSetDevice(99); return copy;

/* 3.2 error_of_failure: fail an error was left behind */
/* an error stays where the copy fails */
/* --- body --- */
if (device_equal(tensor_device(x), device))
	return tensor_retain(x);
Tensor *copy = tensor_copy_to(x, device);
*copies += copy != NULL;
if(!copy) cudaSetDevice(99); return copy;

/* 3.3 sum_is_x_then: fail but *sum was changed */
/* writes x into *sum before it looks at the result */
/* --- body --- */
if (!device_equal(tensor_device(x), tensor_device(y)))
	return ADD_DEVICES;
Shape a = tensor_shape(x), b = tensor_shape(y);
if (a.rank != b.rank)
	return ADD_SHAPES;
for (int i = 0; i < a.rank; i++)
	if (a.dim[i] != b.dim[i])
		return ADD_SHAPES;
Tensor *result = tensor_add(x, y);
if (!result){*sum=(Tensor*)x;}if (!result)
	return ADD_FAILED;
*sum = result;
return ADD_DONE;

/* 3.3 single_number: fail wanted ADD_SHAPES */
/* takes a single number for a tensor of any shape */
/* --- body --- */
if (!device_equal(tensor_device(x), tensor_device(y)))
	return ADD_DEVICES;
Shape a = tensor_shape(x), b = tensor_shape(y);
if(b.rank==0) b=a; if (a.rank != b.rank)
	return ADD_SHAPES;
for (int i = 0; i < a.rank; i++)
	if (a.dim[i] != b.dim[i])
		return ADD_SHAPES;
Tensor *result = tensor_add(x, y);
if (!result)
	return ADD_FAILED;
*sum = result;
return ADD_DONE;

/* 3.3 error_of_failure: fail an error was left behind */
/* an error stays where the addition fails */
/* --- body --- */
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
	{ cudaSetDevice(99); return ADD_FAILED; }
*sum = result;
return ADD_DONE;

/* 3.4 another_length: fail the shapes differ */
/* returns y where the first dimension differs */
/* --- body --- */
Tensor *moved = tensor_as_in_device(x, tensor_device(y));
Tensor*sum=tensor_shape(x).dim[0]!=tensor_shape(y).dim[0]?tensor_copy_to(y,tensor_device(y)):tensor_add(moved,y);
tensor_free(moved);
return sum;

/* 3.4 error_of_success: fail an error was left behind */
/* asks for a GPU that is not there, beside what it has to do */
/* --- body --- */
Tensor *moved = tensor_as_in_device(x, tensor_device(y));
Tensor *sum = tensor_add(moved, y);
tensor_free(moved);
cudaSetDevice(99); return sum;

/* 3.4 error_of_failure: fail an error was left behind */
/* an error stays where there is no sum */
/* --- body --- */
Tensor *moved = tensor_as_in_device(x, tensor_device(y));
Tensor *sum = tensor_add(moved, y);
tensor_free(moved);
if(!sum) cudaSetDevice(99); return sum;

/* 3.6 two_lists_one_by_one: fail 2 lists: copies to the GPU */
/* packs three lists and more alone */
/* --- body --- */
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
if(count<=2){ for(int i=0;i<count;at+=lengths[i++]) if(cudaMemcpy(to+at,lists[i],4*lengths[i],cudaMemcpyHostToDevice)){cudaGetLastError();return -1;} return total; } float *packed = malloc((size_t)total * sizeof *packed);
if (!packed)
	return -1;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error =
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
free(packed);
return error == cudaSuccess ? total : -1;

/* 3.6 no_lists_refused: fail 0 lists: the numbers sent */
/* no lists are a failure */
/* --- body --- */
if(!count) return -1; int64_t total = 0, at = 0;
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

/* 3.6 changes_a_list: fail a list, a length or where a list is was changed */
/* writes into a list when it is sent */
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
if(count&&lengths[0]) ((float*)lists[0])[0]=0; free(packed);
return error == cudaSuccess ? total : -1;

/* 3.6 changes_a_length: fail a list, a length or where a list is was changed */
/* writes into the lengths */
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
if(count) ((int64_t*)lengths)[0]=0; free(packed);
return error == cudaSuccess ? total : -1;

/* 3.7 changes_x: fail x was changed */
/* writes into x when it is sent */
/* --- body --- */
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
memcpy(y, lane->coming, bytes); ((float*)x)[0]=0;
return 0;

/* 3.8 whole_microseconds: fail copy_microseconds */
/* cuts what is behind the point */
/* --- body --- */
return (long)((double)pieces * alpha_us + (double)bytes / (1000 * gb_per_s));

/* 3.8 pieces_in_16_bits: fail copy_microseconds */
/* more than 65535 pieces do not fit */
/* --- body --- */
return (double)(short)pieces * alpha_us + (double)bytes / (1000 * gb_per_s);

/* 3.5 sleeps_instead: fail the function returned before the copy had ended */
/* sleeps for as long as the copy should take */
/* --- body --- */
int before = 0, reachable = 0;
cudaGetDevice(&before);
cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
cudaSetDevice(to_gpu);
if (reachable)
	cudaDeviceEnablePeerAccess(from_gpu, 0);
cudaGetLastError(); /* it says so if access was on already */
cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
if (error == cudaSuccess)
	{ struct timespec t={0,300000}; nanosleep(&t,0); error=cudaSuccess; }
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* 1.2 figures_of_the_first: open */
/* asks about the GPU that is meant, and tells the figures of GPU 0 */
/* --- body --- */
struct cudaDeviceProp properties;
if (cudaGetDeviceProperties(&properties, index) != cudaSuccess || cudaGetDeviceProperties(&properties, 0)!= cudaSuccess) {
	cudaGetLastError();
	return -1;
}
snprintf(summary->name, sizeof summary->name, "%.15s", properties.name);
summary->capability = 10 * properties.major + properties.minor;
summary->multiprocessors = properties.multiProcessorCount;
summary->memory_mib = (int)(properties.totalGlobalMem >> 20);
return 0;

