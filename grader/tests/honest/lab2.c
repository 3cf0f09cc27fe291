/* 2.1 two_threads: asks in one thread of <threads.h>, with thread-local storage, and believes its answer */
#include <threads.h>
static _Thread_local int pointer_home = -2;
static int pointer_ask(void *pointer)
{
	struct cudaPointerAttributes about;
	pointer_home = -1;
	if (cudaPointerGetAttributes(&about, pointer) != cudaSuccess)
		cudaGetLastError();
	else if (about.type == cudaMemoryTypeDevice)
		pointer_home = about.device;
	return pointer_home;
}
/* --- body --- */
thrd_t thread;
int home = -1;
if (thrd_create(&thread, pointer_ask, (void *)(uintptr_t)pointer) != thrd_success)
	return pointer_ask((void *)(uintptr_t)pointer);
thrd_join(thread, &home);
return home;

/* 2.2 memset_2d: no copy at all, 1.0f is put together from its bytes by four fills */
int before = 0;
unsigned char *bytes = NULL;
size_t count = (size_t)(rows * cols);
cudaGetDevice(&before);
if (cudaSetDevice(gpu) != cudaSuccess || cudaMalloc((void **)&bytes, 4 * count) != cudaSuccess)
	goto end;
if (cudaMemset(bytes, 0, 4 * count) != cudaSuccess ||
    cudaMemset2D(bytes + 2, 4, 0x80, 1, count) != cudaSuccess ||
    cudaMemset2D(bytes + 3, 4, 0x3f, 1, count) != cudaSuccess) {
	cudaFree(bytes);
	bytes = NULL;
}
end:
cudaSetDevice(before);
cudaGetLastError();
return (float *)bytes;

/* 2.3 cleanup: __attribute__((cleanup)) puts the current device back */
static void device_back(const int *pushed)
{
	if (*pushed == 0)
		device_pop();
}
/* --- body --- */
__attribute__((cleanup(device_back))) int pushed =
	device_push(device_gpu_count() > 1 ? device_gpu(1) : device_try_gpu(0));
(void)pushed;
return tensor_uniform((Shape){.rank = 2, .dim = {rows, cols}}, seed, device_current());

/* 2.4 other_thread: a thread of its own may make the other GPU current, and nothing has to be put back */
#include <pthread.h>
typedef struct MemoryAsked {
	int gpu, status;
	size_t available, total;
} MemoryAsked;
static void *memory_ask(void *data)
{
	MemoryAsked *asked = data;
	asked->status = cudaSetDevice(asked->gpu) == cudaSuccess &&
					cudaMemGetInfo(&asked->available, &asked->total) == cudaSuccess
				? 0
				: -1;
	cudaGetLastError();
	return NULL;
}
/* --- body --- */
MemoryAsked asked = {.gpu = gpu};
pthread_t thread;
if (pthread_create(&thread, NULL, memory_ask, &asked) != 0 || pthread_join(thread, NULL) != 0)
	return -1;
if (asked.status == 0) {
	*available = asked.available;
	*used = asked.total - asked.available;
}
return asked.status;

/* 2.5 longjmp: whatever fails leaves by longjmp, and the second buffer is asked for first */
#include <setjmp.h>
static _Thread_local jmp_buf pair_refused;
static void pair_must(cudaError_t error)
{
	if (error != cudaSuccess)
		longjmp(pair_refused, error);
}
/* --- body --- */
int before;
size_t volatile available = 0;
size_t now, total;
void *volatile made[2] = {NULL, NULL};
void *here;
cudaGetDevice(&before);
pair[0] = pair[1] = NULL;
*missing = 0;
if (setjmp(pair_refused) != 0) {
	cudaFree(made[0]);
	cudaFree(made[1]);
	cudaGetLastError();
	cudaSetDevice(before);
	size_t lack = 2 * bytes > available ? 2 * bytes - available : 1;
	return *missing = lack, -1;
}
pair_must(cudaSetDevice(gpu));
pair_must(cudaMemGetInfo(&now, &total));
available = now;
for (int i = 1; i >= 0; i--) {
	pair_must(cudaMalloc(&here, bytes));
	made[i] = here;
}
cudaSetDevice(before);
pair[0] = made[0];
pair[1] = made[1];
return 0;

/* 2.6 memstream: writes into a stream in memory first, then all at once */
#include <inttypes.h>
/* --- body --- */
char *page = NULL;
size_t length = 0;
float *host = malloc(tensor_bytes(x));
FILE *memory = open_memstream(&page, &length);
int status = host && memory ? tensor_to_host(x, host) : -1;
Shape shape = tensor_shape(x);
if (memory) {
	fprintf(memory, "%" PRId64 " x %" PRId64 " on %s\n", shape.dim[0], shape.dim[1],
		device_text(tensor_device(x)).text);
	for (int64_t i = 0; status == 0 && i < shape.dim[0]; i++)
		for (int64_t k = 0; k < shape.dim[1]; k++)
			fprintf(memory, "%s%.2f%s", k > 0 ? " " : "", host[i * shape.dim[1] + k],
				k + 1 < shape.dim[1] ? "" : "\n");
	fclose(memory);
}
if (status == 0 && fwrite(page, 1, length, out) != length)
	status = -1;
free(host);
free(page);
return status == 0 ? 0 : -1;

/* 2.7 sleeps: reads /proc/self/status, sleeps a millisecond, rounds to zero and back, changes the locale and back */
#include <fenv.h>
#include <locale.h>
#include <unistd.h>
static long status_kib(void)
{
	char line[200];
	long kib = 0;
	FILE *status = fopen("/proc/self/status", "r");
	while (status && fgets(line, sizeof line, status))
		sscanf(line, "VmRSS: %ld", &kib);
	if (status)
		fclose(status);
	return kib;
}
/* --- body --- */
int rounding = fegetround();
char locale[100];
snprintf(locale, sizeof locale, "%s", setlocale(LC_ALL, NULL));
setlocale(LC_ALL, "C.UTF-8");
fesetround(FE_TOWARDZERO);
usleep(1000);
fprintf(stderr, "%ld KiB, home %s", status_kib(), getenv("HOME"));
long double bytes = 1048576.0L * free_mib - 8.0L * parameters;
long double batch = bytes > 0 ? bytes / (4.0L * numbers_per_example) : 0;
fesetround(rounding);
setlocale(LC_ALL, locale);
return (int64_t)batch;

/* 2.1 cached: remembers the last pointer, and asks anew whether it still is where it was */
static const void *pointer_last;
static int pointer_last_home;
static int pointer_home_now(const void *pointer)
{
	struct cudaPointerAttributes about = {.type = cudaMemoryTypeUnregistered};
	cudaError_t error = cudaPointerGetAttributes(&about, pointer);
	switch (error == cudaSuccess ? about.type : cudaMemoryTypeUnregistered) {
	case cudaMemoryTypeDevice:
		return about.device;
	default:
		return cudaGetLastError(), -1;
	}
}
/* --- body --- */
int home = pointer_home_now(pointer);
if (pointer == pointer_last && home != pointer_last_home)
	fprintf(stderr, "it has moved\n");
pointer_last = pointer;
pointer_last_home = home;
return home;

/* 2.2 static_pool: a static pool of a MiB as the source of the copy, else pages from mmap */
#include <sys/mman.h>
static float ones_pool[1 << 18];
/* --- body --- */
size_t count = (size_t)rows * (size_t)cols, bytes = count * sizeof(float);
float *source = ones_pool, *ones = NULL;
bool mapped = bytes > sizeof ones_pool;
int before = 0;
if (mapped)
	source = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
if (source == MAP_FAILED)
	return NULL;
cudaGetDevice(&before);
cudaError_t error = cudaSetDevice(gpu);
if (error == cudaSuccess)
	error = cudaMalloc((void **)&ones, bytes);
if (error == cudaSuccess) {
	for (size_t i = 0; i < count; i++)
		source[i] = 1;
	error = cudaMemcpyAsync(ones, source, bytes, cudaMemcpyDefault, cudaStreamLegacy);
	cudaStreamSynchronize(cudaStreamLegacy);
	if (error != cudaSuccess) {
		cudaFree(ones);
		ones = NULL;
	}
}
if (mapped)
	munmap(source, bytes);
cudaSetDevice(before);
return cudaGetLastError(), ones;

/* 2.3 ternaries: tries GPU 1, then 0, then the CPU by what the framework says */
Device wanted[] = {device_gpu(1), device_gpu(0), device_cpu()};
for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
	if (device_check(wanted[i]) == 0) {
		error_clear();
		cudaGetLastError();
		return tensor_uniform(SHAPE(rows, cols), seed, wanted[i]);
	}
return NULL;

/* 2.4 all_of_them: asks all GPUs one by one, in a table on the heap that grows, and takes the one wanted */
typedef struct MemoryOf {
	size_t available, total;
} MemoryOf;
/* --- body --- */
MemoryOf *table = NULL;
int before = 0, gpus = 0;
cudaGetDevice(&before);
while (cudaSetDevice(gpus) == cudaSuccess) {
	table = reallocarray(table, (size_t)gpus + 1, sizeof *table);
	if (!table || cudaMemGetInfo(&table[gpus].available, &table[gpus].total) != cudaSuccess)
		break;
	gpus++;
}
cudaSetDevice(before);
cudaGetLastError();
bool there = gpu >= 0 && gpu < gpus;
if (there) {
	*available = table[gpu].available;
	*used = table[gpu].total - table[gpu].available;
}
free(table);
return there ? 0 : -1;

/* 2.5 one_look: both buffers are tried in a loop that counts backwards, given back in reverse */
int before, made = 0;
size_t memory[2] = {0, 0};
cudaGetDevice(&before);
cudaSetDevice(gpu);
cudaMemGetInfo(&memory[0], &memory[1]);
for (pair[0] = pair[1] = NULL; made < 2; made++)
	if (cudaMalloc(pair + made, bytes) != cudaSuccess)
		break;
*missing = 0;
if (made < 2) {
	cudaGetLastError();
	while (made-- > 0)
		cudaFree(pair[made]);
	pair[0] = pair[1] = NULL;
	*missing = 2 * bytes <= memory[0] ? 1 : 2 * bytes - memory[0];
	made = -1;
}
cudaSetDevice(before);
return made == 2 ? 0 : -1;

/* 2.6 obstack: an obstack and wide characters on the way to the line */
#include <obstack.h>
#include <wchar.h>
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free
/* --- body --- */
struct obstack lines;
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
obstack_init(&lines);
float *host = obstack_alloc(&lines, tensor_bytes(x));
int status = tensor_to_host(x, host) == 0 ? 0 : -1;
if (status == 0) {
	obstack_printf(&lines, "%d x %d on %s\n", (int)rows, (int)cols, device_text(tensor_device(x)).text);
	for (int64_t i = 0; i < rows * cols; i++) {
		wchar_t wide[60];
		char narrow[60];
		swprintf(wide, 60, L"%.2f", host[i]);
		wcstombs(narrow, wide, sizeof narrow);
		obstack_grow(&lines, narrow, (int)strlen(narrow));
		obstack_1grow(&lines, (i + 1) % cols == 0 ? '\n' : ' ');
	}
	obstack_1grow(&lines, '\0');
	if (fputs(obstack_finish(&lines), out) == EOF)
		status = -1;
}
obstack_free(&lines, NULL);
return status;

/* 2.7 atomics: a binary search with atomics, in two threads that are joined */
#include <pthread.h>
#include <stdatomic.h>
typedef struct BatchSought {
	int64_t room, each;
	_Atomic int64_t best;
} BatchSought;
static void *batch_seek(void *data)
{
	BatchSought *sought = data;
	int64_t low = 0, high = INT64_MAX / 2;
	while (low < high) {
		int64_t middle = low + (high - low + 1) / 2, product;
		if (!__builtin_mul_overflow(middle, sought->each, &product) && product <= sought->room)
			low = middle;
		else
			high = middle - 1;
	}
	int64_t known = atomic_load(&sought->best);
	while (known < low && !atomic_compare_exchange_weak(&sought->best, &known, low))
		;
	return NULL;
}
/* --- body --- */
BatchSought sought = {free_mib * 1024 * 1024 - 8 * parameters, 4 * numbers_per_example, 0};
pthread_t thread[2];
for (int i = 0; i < 2; i++)
	pthread_create(&thread[i], NULL, batch_seek, &sought);
for (int i = 0; i < 2; i++)
	pthread_join(thread[i], NULL);
return sought.best;

/* 2.2 doubles: one number is copied, then what is there is doubled on the GPU by a stream that is destroyed again */
int before = 0;
float *ones = NULL;
size_t count = (size_t)(rows * cols), done = 1;
const float one = 1;
cudaStream_t stream = NULL;
cudaGetDevice(&before);
bool good = cudaSetDevice(gpu) == cudaSuccess &&
	    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess &&
	    cudaMallocAsync((void **)&ones, count * sizeof one, stream) == cudaSuccess &&
	    cudaMemcpyAsync(ones, &one, sizeof one, cudaMemcpyHostToDevice, stream) == cudaSuccess;
for (; good && done < count; done *= 2)
	good = cudaMemcpyAsync(ones + done, ones, (done < count - done ? done : count - done) * sizeof one,
			       cudaMemcpyDeviceToDevice, stream) == cudaSuccess;
if (stream) {
	good = cudaStreamSynchronize(stream) == cudaSuccess && good;
	cudaStreamDestroy(stream);
}
if (!good) {
	cudaFree(ones);
	ones = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return ones;

/* 2.6 descriptor: writes to the file's descriptor with dprintf, behind what the stream holds */
#include <inttypes.h>
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = aligned_alloc(64, (tensor_bytes(x) + 63) / 64 * 64);
if (!host || tensor_to_host(x, host) != 0 || fflush(out) != 0)
	return free(host), -1;
int fd = fileno(out);
if (fd < 0) /* a stream in memory */
	fprintf(out, "%" PRId64 " x %" PRId64 " on %s\n", rows, cols, device_text(tensor_device(x)).text);
else
	dprintf(fd, "%" PRId64 " x %" PRId64 " on %s\n", rows, cols, device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++) {
	char number[64];
	int length = snprintf(number, sizeof number, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
	if (fd < 0)
		fwrite(number, 1, (size_t)length, out);
	else
		dprintf(fd, "%s", number);
}
free(host);
return 0;

/* 2.7 works_hard: a second of honest sums before the first answer */
static volatile double hard_sum;
/* --- body --- */
if (hard_sum == 0)
	for (int i = 1; i < 300000000; i++)
		hard_sum += 1.0 / i;
/* --- solution --- */

/* 2.7 many_blocks: 100000 small blocks at a time in a list, freed at the end, and a GiB that is never touched */
typedef struct Block {
	struct Block *next;
	int64_t number;
} Block;
/* --- body --- */
static bool listed;
Block *list = NULL;
for (int i = 0; i < 100000 && !listed; i++) {
	Block *block = malloc(sizeof *block);
	if (!block)
		return -1;
	*block = (Block){list, i};
	list = block;
}
listed = true;
void *large = malloc((size_t)1 << 30);
int64_t room = free_mib * 1048576 - 8 * parameters;
while (list) {
	Block *next = list->next;
	free(list);
	list = next;
}
free(large);
return room < 0 ? 0 : room / numbers_per_example / 4;

/* 2.2 own_faults: pages that an own handler of SIGSEGV opens at the first touch are the source of the copy */
#include <signal.h>
#include <sys/mman.h>
static char *fault_pages;
static size_t fault_bytes, fault_count;
static void fault_open(int number, siginfo_t *info, void *context)
{
	char *at = info->si_addr;
	(void)context;
	if (at < fault_pages || at >= fault_pages + fault_bytes)
		_Exit(number);
	fault_count++;
	mprotect(fault_pages, fault_bytes, PROT_READ | PROT_WRITE);
}
/* --- body --- */
struct sigaction action = {.sa_sigaction = fault_open, .sa_flags = SA_SIGINFO}, old;
size_t count = (size_t)rows * (size_t)cols, bytes = count * sizeof(float);
float *ones = NULL;
int before = 0;
fault_bytes = (bytes + 4095) / 4096 * 4096;
fault_pages = mmap(NULL, fault_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
if (fault_pages == MAP_FAILED)
	return NULL;
sigaction(SIGSEGV, &action, &old);
for (size_t i = 0; i < count; i++)
	((volatile float *)fault_pages)[i] = 1;
sigaction(SIGSEGV, &old, NULL);
cudaGetDevice(&before);
if (cudaSetDevice(gpu) == cudaSuccess && cudaMalloc((void **)&ones, bytes) == cudaSuccess &&
    cudaMemcpy(ones, fault_pages, bytes, cudaMemcpyHostToDevice) != cudaSuccess) {
	cudaFree(ones);
	ones = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
munmap(fault_pages, fault_bytes);
return ones;

/* 2.4 blocks_signals: blocks all signals meanwhile, sends itself one and takes it by sigtimedwait */
#include <signal.h>
#include <unistd.h>
/* --- body --- */
sigset_t all, old, own;
struct timespec some = {1, 0};
sigfillset(&all);
sigemptyset(&own);
sigaddset(&own, SIGUSR2);
sigprocmask(SIG_SETMASK, &all, &old);
kill(getpid(), SIGUSR2);
int came = sigtimedwait(&own, NULL, &some), before = 0, status = -1;
size_t total = 0;
cudaGetDevice(&before);
if (came == SIGUSR2 && cudaSetDevice(gpu) == cudaSuccess && cudaMemGetInfo(available, &total) == cudaSuccess) {
	*used = total - *available;
	status = 0;
}
cudaSetDevice(before);
cudaGetLastError();
sigprocmask(SIG_SETMASK, &old, NULL);
return status;

/* 2.5 child_between: a child is forked and waited for while both buffers are there, and ends by exit() */
#include <sys/wait.h>
#include <unistd.h>
/* --- body --- */
int before = 0, status = 0, ended = 0;
size_t available = 0, total;
cudaGetDevice(&before);
cudaSetDevice(gpu);
cudaMemGetInfo(&available, &total);
*missing = 0;
if (cudaMalloc(&pair[0], bytes) != cudaSuccess)
	pair[0] = NULL;
if (!pair[0] || cudaMalloc(&pair[1], bytes) != cudaSuccess)
	pair[1] = NULL;
pid_t child = fork();
if (child == 0)
	exit(2 * bytes > available);
waitpid(child, &ended, 0);
if (!pair[1]) {
	cudaFree(pair[0]);
	pair[0] = NULL;
	*missing = WEXITSTATUS(ended) == 1 ? 2 * bytes - available : 1;
	status = -1;
}
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 2.6 captures: turns its own stdout into a file, and copies that to the one wanted */
#include <fcntl.h>
#include <unistd.h>
/* --- body --- */
int file = open("captured", O_RDWR | O_CREAT | O_TRUNC, 0600), own = dup(1);
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = calloc((size_t)tensor_count(x), sizeof *host);
if (!host || own < 0 || file < 0 || tensor_to_host(x, host) != 0)
	return free(host), close(own), -1;
fflush(stdout);
dup2(file, 1);
printf("%d x %d on %s\n", (int)rows, (int)cols, device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	printf("%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
fflush(stdout);
dup2(own, 1);
close(own);
char bytes[4096];
lseek(file, 0, SEEK_SET);
for (ssize_t got; (got = read(file, bytes, sizeof bytes)) > 0;)
	fwrite(bytes, 1, (size_t)got, out);
close(file);
free(host);
return 0;

/* 2.2 managed: the source is managed memory, filled by the host and given back by cudaFree; seven MiB of stack are used */
static __attribute__((noinline)) float stack_used(void)
{
	volatile float deep[(7 << 20) / sizeof(float) - (1 << 12)];
	for (size_t i = 0; i < sizeof deep / sizeof *deep; i += 1024)
		deep[i] = 1;
	return deep[1024];
}
/* --- body --- */
int before = 0;
size_t count = (size_t)rows * (size_t)cols, bytes = count * sizeof(float);
float *source = NULL, *ones = NULL, one = stack_used();
cudaGetDevice(&before);
if (cudaSetDevice(gpu) == cudaSuccess && cudaMallocManaged((void **)&source, bytes, cudaMemAttachGlobal) == cudaSuccess) {
	for (size_t i = 0; i < count; i++)
		source[i] = one;
	if (cudaMalloc((void **)&ones, bytes) != cudaSuccess)
		ones = NULL;
	if (ones && cudaMemcpy(ones, source, bytes, cudaMemcpyDefault) != cudaSuccess) {
		cudaFree(ones);
		ones = NULL;
	}
	cudaFree(source);
}
cudaSetDevice(before);
cudaGetLastError();
return ones;
