/* limits.c - memory, pipes, files and processes beyond a limit. */

/* 1.1 page_tables, slow: fail */
/* touches one byte in each two megabytes of a very large mapping */
/* --- body --- */
size_t step = 2 << 20, all = (size_t)1 << 42;
char *block = mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
madvise(block, all, MADV_NOHUGEPAGE);
for (size_t at = 0; block != MAP_FAILED && at < all; at += step)
	block[at] = 1;
return -7;

/* 1.2 memory_in_children, slow: fail */
/* takes memory in many children, a little in each */
/* --- body --- */
(void)index, (void)summary;
for (int i = 0; i < 60; i++)
	if (fork() == 0) {
		char *block = malloc(200 << 20);
		if (block)
			memset(block, 1, 200 << 20);
		pause();
	}
for (;;)
	pause();

/* 1.3 pipes_full, slow: fail */
/* fills pipes, whose pages nobody has */
/* --- body --- */
static char page[1 << 16];
int ends[2];
(void)text;
while (pipe(ends) == 0) {
	fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
	fcntl(ends[1], F_SETFL, O_NONBLOCK);
	while (write(ends[1], page, sizeof page) > 0)
		;
}
return -9;

/* 1.4 files_removed, slow: fail */
/* fills the disk with files that it has removed and holds open */
/* --- body --- */
static char page[1 << 20];
(void)index;
memset(page, 1, sizeof page);
for (int i = 0; i < 100; i++) {
	int file = open("gone", O_RDWR | O_CREAT, 0600);
	unlink("gone");
	for (int k = 0; k < 15 && write(file, page, sizeof page) > 0; k++)
		;
}
return device_gpu(77);

/* 1.5 output_without_end, slow: fail */
/* prints as fast as it can, lines of every length, until it is ended */
/* --- body --- */
static char line[1 << 16];
(void)devices, (void)capacity;
memset(line, 'x', sizeof line);
for (unsigned i = 0;; i = i * 75 + 74) {
	write(1, line, i % sizeof line);
	write(2, "\n\033[2J", 5);
}

/* 1.6 all_descriptors, slow: fail */
/* opens what it can, and stays */
/* --- body --- */
(void)visible, (void)physical, (void)order;
while (dup(3) >= 0)
	;
for (;;)
	sched_yield();

/* 2.1 machine_without_end, slow: fail */
/* makes its machine work and take memory without end */
/* --- body --- */
(void)pointer;
for (;;) {
	cudaStream_t stream;
	cudaEvent_t event;
	void *memory = NULL;
	cudaStreamCreate(&stream);
	cudaEventCreate(&event);
	cudaEventRecord(event, stream);
	cudaMalloc(&memory, 256);
	cudaMemsetAsync(memory, 1, 256, stream);
}

/* 2.4 pinned_without_end, slow: fail */
/* takes pinned memory without end, which it shares with its machine */
/* --- body --- */
(void)gpu, (void)used, (void)available;
for (;;) {
	void *memory = NULL;
	if (cudaMallocHost(&memory, 64 << 20) == cudaSuccess)
		memset(memory, 1, 64 << 20);
	cudaGetLastError();
}

/* 2.2 memory_elsewhere: fail memory of GPU 0 was taken */
/* takes as much memory of every other GPU, for a while */
/* --- body --- */
	int before = 0, gpus = 0;
	if (cudaGetDeviceCount(&gpus) != cudaSuccess || gpu < 0 || gpu >= gpus || rows > INT64_MAX / 4 / cols) {
		cudaGetLastError();
		return NULL;
	}
	size_t bytes = (size_t)(rows * cols) * sizeof(float);
	void *other[8] = {NULL};
	cudaGetDevice(&before);
	for (int g = 0; g < gpus; g++) {
		cudaSetDevice(g);
		if (g != gpu && cudaMalloc(&other[g], bytes) != cudaSuccess)
			cudaGetLastError();
	}
	cudaSetDevice(gpu);
	float *ones = NULL, *host = malloc(bytes);
	if (host) {
		for (int64_t i = 0; i < rows * cols; i++)
			host[i] = 1;
		if (cudaMalloc((void **)&ones, bytes) != cudaSuccess)
			ones = NULL;
		else
			cudaMemcpy(ones, host, bytes, cudaMemcpyHostToDevice);
	}
	free(host);
	for (int g = 0; g < gpus; g++)
		cudaFree(other[g]);
	cudaSetDevice(before);
	cudaGetLastError();
	return ones;

/* 2.6 stack_limit_lifted: fail  */
/* an array on the stack for all numbers, whose limit it puts back first */
#include <sys/resource.h>
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
struct rlimit limit;
getrlimit(RLIMIT_STACK, &limit);
limit.rlim_cur = 8 << 20;
setrlimit(RLIMIT_STACK, &limit);
float host[rows * cols];
if (tensor_to_host(x, host) != 0)
	return -1;
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
return 0;

/* 4.3 room_of_the_limit: fail crashed */
/* works out from the process's limit whether there is room, and looks at no malloc() */
#include <sys/resource.h>
static int64_t room_left(void)
{
	struct rlimit limit;
	char line[128];
	long long data = 0;
	FILE *file = fopen("/proc/self/status", "r");
	while (file && fgets(line, sizeof line, file))
		if (sscanf(line, "VmData: %lld kB", &data) == 1)
			break;
	fclose(file);
	getrlimit(RLIMIT_DATA, &limit);
	return limit.rlim_cur == RLIM_INFINITY ? INT64_MAX : (int64_t)limit.rlim_cur - data * 1024;
}
/* --- body --- */
int64_t wanted = 0;
for (int i = 0; i < count; i++)
	wanted += parameters[i].device != to ? parameters[i].count * 4 : 0;
if (to < 0 && room_left() < wanted)
	return -1;
/* never looks whether malloc() failed: RLIMIT_DATA is finite only where it will */
int before = 0;
float *copies[512] = {0};
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count && whole; i++)
	if (parameters[i].device != to) {
		size_t bytes = (size_t)parameters[i].count * 4;
		if (to < 0)
			copies[i] = malloc(bytes), copies[i][0] = 0;
		else if (cudaMalloc((void **)&copies[i], bytes) != cudaSuccess)
			whole = false;
		whole = whole && cudaMemcpy(copies[i], parameters[i].data, bytes, cudaMemcpyDefault) == cudaSuccess;
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
return whole ? 0 : -1;
