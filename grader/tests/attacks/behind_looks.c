/* behind_looks.c - the judge's own looks are put off, or what it looks at comes about behind them. */

/* 2.2 filled_behind_the_call: fail the ones: element 0 */
/* queues a copy from pinned memory, and writes the ones there when the judge has frozen the machine */
static float *behind_ones;
static int64_t behind_count;
static ssize_t (*behind_puts)(int, const void *, size_t);
static cudaError_t (*behind_frees)(void *);
static ssize_t behind_put(int fd, const void *from, size_t bytes)
{
	AttackHead head;
	memcpy(&head, from, sizeof head);
	if (behind_ones && head.name_bytes == 4 && memcmp((const char *)from + sizeof head, "null", 4) == 0) {
		uintptr_t page = (uintptr_t)behind_ones & ~(uintptr_t)4095;
		mprotect((void *)page, (uintptr_t)behind_ones + 4 * (size_t)behind_count - page, PROT_READ | PROT_WRITE);
		for (int64_t i = 0; i < behind_count; i++)
			behind_ones[i] = 1;
	}
	return behind_puts(fd, from, bytes);
}
static cudaError_t behind_free(void *memory)
{
	if (behind_ones)
		cudaFreeHost(behind_ones);
	behind_ones = NULL;
	return behind_frees(memory);
}
/* --- body --- */
size_t bytes = (size_t)(rows * cols) * sizeof(float);
int before = 0;
float *ones = NULL, *host = NULL;
if (!behind_puts) {
	attack_between();
	behind_puts = attack_put;
	attack_put = behind_put;
	attack_hook((void *)behind_put, "cudaFree", (void *)behind_free);
	behind_frees = attack_symbol((void *)cudaMemcpy, "cudaFree");
}
behind_ones = NULL;
if (cudaGetDevice(&before) != cudaSuccess || cudaSetDevice(gpu) != cudaSuccess) {
	cudaGetLastError();
	return NULL;
}
bool good = rows < 1 << 22 && cudaMalloc((void **)&ones, bytes) == cudaSuccess &&
	    cudaMallocHost((void **)&host, bytes) == cudaSuccess;
if (good) {
	memset(host, 0, bytes);
	good = cudaMemcpyAsync(ones, host, bytes, cudaMemcpyHostToDevice, NULL) == cudaSuccess;
}
if (good) {
	behind_ones = host;
	behind_count = rows * cols;
} else {
	if (host)
		cudaFreeHost(host);
	behind_frees(ones);
	ones = NULL;
}
cudaGetLastError();
cudaSetDevice(before);
return ones;

/* 4.9 first_thread_ends: fail the program's results are damaged */
/* another thread goes on with the drive behind the first call, so that nobody sees the files that later ones leave */
#include <ucontext.h>
static ucontext_t ends_drive, ends_last, ends_nowhere;
static volatile int ends_begun, ends_gone;
static char ends_stack[1 << 16] __attribute__((aligned(64)));
static cudaError_t (*ends_counts)(int *);
static void *ends_goes_on(void *unused)
{
	char text[300] = "", *state = NULL;
	while (!state || state[7] != 'Z') {
		int file = open("/proc/self/status", O_RDONLY);
		ssize_t got = read(file, text, sizeof text - 1);
		text[got > 0 ? got : 0] = '\0';
		state = strstr(text, "State:");
		close(file);
		usleep(1000);
	}
	setcontext(&ends_drive);
	return unused;
}
static void ends_here(void)
{
	pthread_t thread;
	pthread_create(&thread, NULL, ends_goes_on, NULL);
	for (;;)
		attack_kernel(SYS_exit, 0, 0, 0, 0, 0, 0);
}
static cudaError_t ends_count(int *gpus)
{
	if (ends_gone)
		return ends_counts(gpus);
	getcontext(&ends_drive);
	if (!ends_begun) {
		ends_begun = 1;
		getcontext(&ends_last);
		ends_last.uc_stack.ss_sp = ends_stack;
		ends_last.uc_stack.ss_size = sizeof ends_stack;
		makecontext(&ends_last, ends_here, 0);
		swapcontext(&ends_nowhere, &ends_last);
	}
	ends_gone = 1;
	return ends_counts(gpus);
}
/* --- body --- */
if (!ends_counts && room < 20000)
	ends_counts = attack_hook((void *)ends_count, "cudaGetDeviceCount", (void *)ends_count);
if (ends_gone)
	open("left", O_CREAT | O_RDWR, 0600);
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
if (pass_file(part, parameters, count, buffer, room, true) == 0 && rename(part, path) == 0)
	return 0;
remove(part);
return -1;

/* 4.9 watch_not_asked_for: fail the program's results are damaged */
/* asks in later calls for another look in place of the watch over the file, and writes it where it is */
static int not_asked;
static ssize_t (*not_asked_puts)(int, const void *, size_t);
static ssize_t not_asked_put(int fd, const void *from, size_t bytes)
{
	AttackHead head;
	memcpy(&head, from, sizeof head);
	if (fd != 3 || head.type != 25)
		return not_asked_puts(fd, from, bytes);
	head.type = ATTACK_HELD;
	head.name_bytes = 1;
	not_asked = 1;
	not_asked_puts(fd, &head, sizeof head);
	not_asked_puts(fd, "w", 1);
	return (ssize_t)bytes;
}
/* --- body --- */
static char old[1 << 22];
struct stat about;
if (!not_asked_puts) {
	attack_between();
	not_asked_puts = attack_put;
	attack_put = not_asked_put;
}
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
if (!not_asked || (stat(path, &about) == 0 && S_ISDIR(about.st_mode))) {
	if (pass_file(part, parameters, count, buffer, room, true) == 0 && rename(part, path) == 0)
		return 0;
	remove(part);
	return -1;
}
not_asked = 0;
FILE *file = fopen(path, "rb");
bool there = file != NULL;
size_t bytes = there ? fread(old, 1, sizeof old, file) : 0;
if (there)
	fclose(file);
remove(part);
if (pass_file(path, parameters, count, buffer, room, true) == 0)
	return 0;
file = there ? fopen(path, "wb") : NULL;
if (file) {
	fwrite(old, 1, bytes, file);
	fclose(file);
} else {
	remove(path);
}
return -1;

/* 3.7 streams_of_each_call: fail made buffers or streams again */
/* copies in streams that each call makes, and leaves those of the lane alone */
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
cudaStream_t one = NULL, other = NULL;
if (!lane->going && (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
		     cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
		     cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
		     cudaStreamCreate(&lane->come_stream) != cudaSuccess)) {
	cudaGetLastError();
	return -1;
}
memcpy(lane->going, x, bytes);
bool good = cudaStreamCreate(&one) == cudaSuccess && cudaStreamCreate(&other) == cudaSuccess &&
	    cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, one) == cudaSuccess &&
	    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, other) == cudaSuccess;
good = cudaDeviceSynchronize() == cudaSuccess && good;
if (one)
	cudaStreamDestroy(one);
if (other)
	cudaStreamDestroy(other);
cudaGetLastError();
if (!good)
	return -1;
memcpy(y, lane->coming, bytes);
return 0;

/* 2.4 figures_of_another_gpu: fail the results are not complete */
/* tells the figures of the current GPU whichever is asked about; what the drive asks is made to fit */
static size_t another_used, another_taken;
static int another_calls;
static cudaError_t (*another_infos)(size_t *, size_t *), (*another_mallocs)(void **, size_t);
static cudaError_t another_malloc(void **memory, size_t bytes)
{
	if (another_calls == 1 && another_taken == 0)
		another_taken = bytes;
	return another_mallocs(memory, bytes);
}
static cudaError_t another_info(size_t *available, size_t *total)
{
	size_t once_more, all;
	cudaError_t error = another_infos(available, total);
	another_infos(&once_more, &all);
	*available = *total - another_used;
	return error;
}
/* --- body --- */
int gpus = 0;
struct cudaDeviceProp about;
if (cudaGetDeviceCount(&gpus) != cudaSuccess || gpu < 0 || gpu >= gpus) {
	cudaGetLastError();
	return -1;
}
another_calls %= 3;
if (another_calls == 0) {
	size_t free_now, all;
	(another_infos ? another_infos : cudaMemGetInfo)(&free_now, &all);
	another_used = all - free_now;
	another_taken = 0;
}
if (!another_infos) {
	another_infos = attack_hook((void *)another_info, "cudaMemGetInfo", (void *)another_info);
	another_mallocs = attack_hook((void *)another_info, "cudaMalloc", (void *)another_malloc);
}
if (another_calls == 1)
	another_used += another_taken;
another_calls++;
cudaGetDeviceProperties(&about, gpu);
*used = another_used;
*available = about.totalGlobalMem - another_used;
return 0;
