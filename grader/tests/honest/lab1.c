/* 1.1 deep_recursion: more than 5 MiB of the stack in 18000 calls before it asks */
static int deep_count(int depth, volatile char *above)
{
	volatile char mine[256];
	mine[0] = above ? (char)(above[0] + 1) : 0;
	if (depth > 0) {
		int count = deep_count(depth - 1, mine);
		mine[1] = mine[0];
		return count;
	}
	int count = 0;
	return cudaGetDeviceCount(&count) == cudaSuccess ? count : (cudaGetLastError(), 0);
}
/* --- body --- */
return deep_count(18000, NULL);

/* 1.2 setjmp: leaves what fails by longjmp */
#include <setjmp.h>
static jmp_buf summary_failed;
static void summary_must(cudaError_t error)
{
	if (error != cudaSuccess)
		longjmp(summary_failed, 1);
}
/* --- body --- */
struct cudaDeviceProp properties;
if (setjmp(summary_failed)) {
	cudaGetLastError();
	return -1;
}
summary_must(cudaGetDeviceProperties(&properties, index));
memset(summary->name, 0, sizeof summary->name);
strncpy(summary->name, properties.name, sizeof summary->name - 1);
*summary = (GpuSummary){.capability = 10 * properties.major + properties.minor,
			.multiprocessors = properties.multiProcessorCount,
			.memory_mib = (int)(properties.totalGlobalMem / 1048576)};
strncpy(summary->name, properties.name, sizeof summary->name - 1);
return 0;

/* 1.3 regex: a regular expression, compiled at the first call and kept in the static memory of regex_t */
#include <regex.h>
static regex_t device_pattern;
static bool device_pattern_there;
/* --- body --- */
regmatch_t part[6];
if (!device_pattern_there &&
    regcomp(&device_pattern, "^(/?(cpu|gpu)|cuda)(:([0-9]+))?$", REG_EXTENDED | REG_ICASE) != 0)
	return INVALID_DEVICE;
device_pattern_there = true;
if (!text || regexec(&device_pattern, text, 6, part, 0) != 0)
	return INVALID_DEVICE;
bool slash = text[0] == '/', cpu = strncasecmp(text + slash, "cpu", 3) == 0;
if (part[4].rm_so < 0)
	return slash ? INVALID_DEVICE : cpu ? CPU_DEVICE : 0;
int64_t number = 0;
for (const char *at = text + part[4].rm_so; *at; at++)
	if ((number = 10 * number + *at - '0') > INT32_MAX)
		return INVALID_DEVICE;
return cpu ? CPU_DEVICE : (int)number;

/* 1.4 generic: _Generic, _Static_assert and compound literals */
_Static_assert(sizeof(Device) >= sizeof(int), "a device has a number");
#define NTH_GPU(index) _Generic((index), int: device_gpu, long: device_gpu)((int)(index))
/* --- body --- */
int count = device_gpu_count();
long wanted = index < 0 ? (long)index + count : index;
return wanted < 0 || wanted >= count ? (Device){.kind = DEVICE_CPU, .index = 0} : NTH_GPU(wanted);

/* 1.5 vla_qsort: a variable length array that is shuffled, sorted and copied */
static int by_index(const void *a, const void *b)
{
	const Device *x = a, *y = b;
	return (x->index > y->index) - (x->index < y->index);
}
/* --- body --- */
int count = device_gpu_count(), all = count > 0 ? count : 1;
Device list[all];
for (int i = 0; i < all; i++)
	list[i] = count > 0 ? device_gpu((i * 7 + 3) % count) : device_cpu();
for (int i = 0; i < count; i++)
	list[i] = device_gpu(count - 1 - i);
qsort(list, (size_t)all, sizeof *list, by_index);
int given = all < capacity ? all : capacity;
if (given > 0)
	memcpy(devices, list, (size_t)given * sizeof *list);
return given > 0 ? given : 0;

/* 1.6 child: forks a child that finds the answer and sends it through a pipe */
#include <sys/wait.h>
#include <unistd.h>
static int visible_numbers(const char *visible, int physical, int *order)
{
	int count = 0;
	for (const char *at = visible; at && *at && count < physical; at += strcspn(at, ",")) {
		at += *at == ',';
		if (*at < '0' || *at > '9' || atoi(at) >= physical)
			break;
		order[count++] = atoi(at);
	}
	for (; !visible && count < physical; count++)
		order[count] = count;
	return count;
}
/* --- body --- */
int ends[2], status, count = 0, found[16];
if (pipe(ends) != 0)
	return 0;
pid_t child = fork();
if (child == 0) {
	count = visible_numbers(visible, physical, found);
	_exit(write(ends[1], found, (size_t)count * sizeof *found) < 0 ? 255 : count);
}
close(ends[1]);
while (waitpid(child, &status, 0) < 0)
	;
count = WEXITSTATUS(status);
if (read(ends[0], order, (size_t)count * sizeof *order) < 0)
	count = 0;
close(ends[0]);
return count;

/* 1.1 asks_in_thread: pthread_create, and the answer from its end */
#include <pthread.h>
static void *count_in_thread(void *unused)
{
	int count = 0;
	(void)unused;
	if (cudaGetDeviceCount(&count) != cudaSuccess) {
		cudaGetLastError();
		count = 0;
	}
	return (void *)(intptr_t)count;
}
/* --- body --- */
pthread_t asker;
void *count = NULL;
if (pthread_create(&asker, NULL, count_in_thread, NULL) != 0 || pthread_join(asker, &count) != 0)
	return 0;
return (int)(intptr_t)count;

/* 1.2 talks_much: 10 MiB to stdout and stderr, binary too, and no end of line at the end */
static void talk(FILE *to)
{
	static unsigned char bytes[1 << 16];
	for (size_t i = 0; i < sizeof bytes; i++)
		bytes[i] = (unsigned char)(i * 7919 >> 3);
	for (int i = 0; i < 80; i++)
		fwrite(bytes, 1, sizeof bytes, to);
	fputs("no end of line", to);
}
/* --- body --- */
static bool talked;
if (!talked) {
	talk(stdout);
	talk(stderr);
	talked = true;
}
/* --- solution --- */

/* 1.3 computed_goto: an automaton whose states are labels */
static const char *const device_words[] = {"cpu", "gpu", "cuda"};
/* --- body --- */
static void *const state[] = {&&slash, &&word, &&number, &&wrong, &&done};
int kind = -1, at = 0, value = 0;
bool began = false;
if (!text)
	goto *state[3];
goto *state[0];
slash:
began = text[at] == '/';
at += began;
goto *state[1];
word:
for (int i = 0; i < (began ? 2 : 3) && kind < 0; i++)
	if (strncasecmp(text + at, device_words[i], strlen(device_words[i])) == 0) {
		kind = i;
		at += (int)strlen(device_words[i]);
	}
goto *state[kind < 0 ? 3 : text[at] == ':' ? 2 : text[at] == '\0' && !began ? 4 : 3];
number:
do {
	int digit = text[++at] - '0';
	if (digit < 0 || digit > 9 || __builtin_mul_overflow(value, 10, &value) ||
	    __builtin_add_overflow(value, digit, &value))
		goto *state[3];
} while (text[at + 1] != '\0');
goto *state[4];
wrong:
return INVALID_DEVICE;
done:
return kind == 0 ? CPU_DEVICE : value;

/* 1.4 recursion: looks for it by stepping one by one, with a function pointer */
typedef Device try_step_function(int index, int count);
static Device try_step(int index, int count)
{
	static try_step_function *const next = try_step;
	if (count == 0 || index >= count || index < -count)
		return device_cpu();
	return index >= 0 ? device_gpu(index) : next(index + count, count);
}
/* --- body --- */
return try_step(index, device_gpu_count());

/* 1.5 probing: counts by asking for one after the other */
int written = 0;
if (capacity <= 0)
	return 0;
for (DeviceInfo info; written < capacity; written++) {
	if (device_info(device_gpu(written), &info) != 0)
		break;
	devices[written] = device_gpu(written);
}
error_clear();
cudaGetLastError();
if (written == 0)
	devices[written++] = device_cpu();
return written;

/* 1.6 alarm: an own handler of SIGALRM ticks while it works, and the clock of it is stopped again */
#include <signal.h>
#include <sys/time.h>
static volatile sig_atomic_t visible_ticks;
static void visible_tick(int number)
{
	(void)number;
	visible_ticks++;
}
/* --- body --- */
struct sigaction action = {.sa_handler = visible_tick}, old;
struct itimerval every = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
sigaction(SIGALRM, &action, &old);
setitimer(ITIMER_REAL, &every, NULL);
while (visible_ticks < 5)
	;
int count = 0;
char *copy = visible ? strdup(visible) : NULL, *rest = copy;
for (char *word; rest && (word = strsep(&rest, ",")) && count < physical;) {
	if (*word < '0' || *word > '9' || atoi(word) >= physical)
		break;
	order[count++] = atoi(word);
}
for (; !visible && count < physical; count++)
	order[count] = count;
free(copy);
setitimer(ITIMER_REAL, &never, NULL);
sigaction(SIGALRM, &old, NULL);
return count;

/* 1.3 near_names: functions, types and variables, not static, with names close to the kit's own */
#include <errno.h>
int drive_find(const char *text)
{
	return text && (*text | 32) == 'c';
}
const char *frame_send = "gpu", *judge_that = "cpu", *tensor_mine = "cuda";
int cudaHelper(int number)
{
	return number;
}
long simcuda_number(const char *digits)
{
	errno = 0;
	long number = strtol(digits, NULL, 10);
	return errno == ERANGE ? INT64_MAX : number;
}
bool cublasText(const char *text)
{
	return text[strspn(text, "0123456789")] == '\0' && *text;
}
int remote = 1, sending, window, arena, unsent_bytes;
int rounds_run(const char *text)
{
	bool slash = *text == '/', number = false;
	const char *name = text + slash, *colon = strchr(name, ':');
	size_t length = colon ? (size_t)(colon - name) : strlen(name);
	const char *const known[] = {frame_send, judge_that, tensor_mine};
	for (int i = 0; i < 3 - slash; i++)
		number |= strlen(known[i]) == length && strncasecmp(name, known[i], length) == 0;
	if (!number || (slash && !colon) || (colon && !cublasText(colon + 1)))
		return -2;
	long value = colon ? simcuda_number(colon + 1) : 0;
	if (value > INT32_MAX)
		return -2;
	bool cpu = drive_find(name) && length == 3;
	return cpu ? -1 : cudaHelper((int)value);
}
/* --- body --- */
return text ? rounds_run(text) : INVALID_DEVICE;

/* 1.6 pthread_exit: a thread ends by pthread_exit, another one is cancelled while it sleeps */
#include <pthread.h>
#include <unistd.h>
typedef struct Visible {
	const char *text;
	int physical, *order, count;
} Visible;
static void *visible_worker(void *data)
{
	Visible *v = data;
	char *copy = v->text ? strdup(v->text) : NULL, *save = NULL;
	for (char *word = copy ? strtok_r(copy, ",", &save) : NULL; word; word = strtok_r(NULL, ",", &save)) {
		char *end;
		long card = strtol(word, &end, 10);
		if (end == word || *end != '\0' || card < 0 || card >= v->physical)
			break;
		v->order[v->count++] = (int)card;
	}
	free(copy);
	pthread_exit(&v->count);
}
static void *visible_sleeper(void *unused)
{
	for (;;)
		pause();
	return unused;
}
/* --- body --- */
Visible v = {visible, physical, order, 0};
pthread_t worker, sleeper;
void *count = NULL, *ended = NULL;
pthread_create(&sleeper, NULL, visible_sleeper, NULL);
pthread_create(&worker, NULL, visible_worker, &v);
pthread_join(worker, &count);
pthread_cancel(sleeper);
pthread_join(sleeper, &ended);
for (; !visible && v.count < physical; v.count++)
	order[v.count] = v.count;
return ended == PTHREAD_CANCELED ? *(int *)count : -1;

/* 1.1 child_exits: a child that ends by exit() and not _exit(), with buffered output, before the GPUs are counted */
#include <sys/wait.h>
#include <unistd.h>
/* --- body --- */
int status = 0, count = 0;
printf("before the child ");
pid_t child = fork();
if (child == 0) {
	printf("in the child");
	exit(3);
}
waitpid(child, &status, 0);
if (!WIFEXITED(status) || WEXITSTATUS(status) != 3)
	return -1;
if (cudaGetDeviceCount(&count) != cudaSuccess)
	return cudaGetLastError(), 0;
return count;

/* 1.2 common_names: functions, not static, with the names that everybody gives to helpers */
int min(int a, int b)
{
	return a < b ? a : b;
}
int max(int a, int b)
{
	return a > b ? a : b;
}
int clamp(int x, int low, int high)
{
	return max(low, min(x, high));
}
void swap(int *a, int *b)
{
	int c = *a;
	*a = *b;
	*b = c;
}
void die(const char *text)
{
	fprintf(stderr, "%s", text);
}
int check(cudaError_t status, const char *text)
{
	if (status != cudaSuccess)
		die(text);
	return status == cudaSuccess;
}
int fail(void)
{
	cudaGetLastError();
	return -1;
}
void copy(char *to, const char *from, int size)
{
	for (int i = 0; i < size; i++)
		to[i] = 0;
	for (int i = 0; i < size - 1 && from[i]; i++)
		to[i] = from[i];
}
int count, sum, list, node, stack, queue, push, pop, hash, vector, matrix, result, status, buffer, length, done, state;
int add(int a, int b)
{
	return sum = a + b;
}
int print(const char *text)
{
	return printf("%s", text);
}
int init(void)
{
	return count++;
}
int run(int x)
{
	return x;
}
int test(int x)
{
	return x;
}
int helper(int x)
{
	return x;
}
int get_count(void)
{
	return count;
}
int is_gpu(int x)
{
	return x >= 0;
}
int to_mib(size_t bytes)
{
	return (int)(bytes / (1 << 20));
}
void set(int *to, int value)
{
	*to = value;
}
/* --- body --- */
struct cudaDeviceProp about;
if (!is_gpu(index) || !check(cudaGetDeviceProperties(&about, run(index)), "no such GPU"))
	return fail();
copy(summary->name, about.name, (int)sizeof summary->name);
set(&summary->capability, add(10 * about.major, helper(about.minor)));
set(&summary->multiprocessors, clamp(about.multiProcessorCount, 0, 100000));
swap(&summary->memory_mib, &(int){to_mib(about.totalGlobalMem)});
init();
print("done");
return test(get_count() > 0 ? 0 : -1);

/* 1.4 hundred_threads: 100 threads at a time, some of them detached, and all over before it returns */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int gpus_seen, seen_over;
static void *gpu_see(void *data)
{
	int count = device_gpu_count();
	if (data)
		pthread_detach(pthread_self());
	if (count > atomic_load(&gpus_seen))
		atomic_store(&gpus_seen, count);
	atomic_fetch_add(&seen_over, 1);
	return NULL;
}
/* --- body --- */
pthread_t thread[100];
atomic_store(&gpus_seen, 0);
atomic_store(&seen_over, 0);
for (int i = 0; i < 100; i++)
	if (pthread_create(&thread[i], NULL, gpu_see, i % 2 ? &gpus_seen : NULL) != 0)
		abort();
for (int i = 0; i < 100; i += 2)
	pthread_join(thread[i], NULL);
while (atomic_load(&seen_over) < 100)
	usleep(50);
int there = gpus_seen, at = index < 0 ? index + there : index;
return at < 0 || at >= there ? device_cpu() : device_gpu(at);

/* 1.6 environment: sets variables and takes them back, registers handlers for the end, and a SIGCHLD handler */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile sig_atomic_t children_ended;
static void child_ended(int number)
{
	(void)number;
	children_ended = children_ended + 1;
}
static void at_the_end(void)
{
	fputs("the end", stderr);
}
/* --- body --- */
struct sigaction action = {.sa_handler = child_ended, .sa_flags = SA_NOCLDSTOP}, old;
int count = 0;
atexit(at_the_end);
setenv("ORDER_OF_CARDS", visible ? visible : "", 1);
const char *text = visible ? getenv("ORDER_OF_CARDS") : NULL;
sigaction(SIGCHLD, &action, &old);
pid_t child = fork();
if (child == 0)
	exit(0);
while (waitpid(child, NULL, 0) != child)
	;
sigaction(SIGCHLD, &old, NULL);
for (const char *at = text; at && *at && count < physical; count++) {
	int card = -1, used = 0;
	if (sscanf(at, "%d", &card) != 1 || card < 0 || card >= physical)
		break;
	order[count] = card;
	used = (int)strcspn(at, ",");
	at += used + (at[used] == ',');
}
for (; !visible && count < physical; count++)
	order[count] = count;
unsetenv("ORDER_OF_CARDS");
return count;

/* 1.5 arena: a pool that is made at the first call and stays, with a list of what it has given out */
typedef struct Pool {
	struct Pool *next;
	size_t used;
	char bytes[4096];
} Pool;
static Pool *pool;
static void *pool_take(size_t bytes)
{
	bytes = (bytes + 15) / 16 * 16;
	if (!pool || pool->used + bytes > sizeof pool->bytes) {
		Pool *made = calloc(1, sizeof *made);
		if (!made)
			abort();
		made->next = pool;
		pool = made;
	}
	pool->used += bytes;
	return pool->bytes + pool->used - bytes;
}
/* --- body --- */
int count = device_gpu_count(), all = count > 0 ? count : 1;
Device *list = pool_take((size_t)all * sizeof *list);
pool_take(3000);
for (int i = 0; i < all; i++)
	list[i] = count > 0 ? device_gpu(i) : device_cpu();
int given = all < capacity ? all : capacity;
if (given > 0)
	memcpy(devices, list, (size_t)given * sizeof *list);
return given > 0 ? given : 0;
/* 1.1 remembers: asks at the first call, and keeps the number for the later ones */
static int count_kept = -1;
/* --- body --- */
	if (count_kept < 0 && cudaGetDeviceCount(&count_kept) != cudaSuccess) {
		cudaGetLastError();
		count_kept = 0;
	}
	return count_kept;
/* 1.2 all_at_once: asks about all GPUs at the first call, and keeps what it was told */
static struct cudaDeviceProp all_kept[16];
static int all_count = -1;
/* --- body --- */
	if (all_count < 0) {
		if (cudaGetDeviceCount(&all_count) != cudaSuccess) {
			cudaGetLastError();
			all_count = 0;
		}
		for (int i = 0; i < all_count && i < 16; i++)
			cudaGetDeviceProperties(&all_kept[i], i);
	}
	if (index < 0 || index >= all_count)
		return -1;
	const struct cudaDeviceProp *kept = &all_kept[index];
	snprintf(summary->name, sizeof summary->name, "%.15s", kept->name);
	summary->capability = 10 * kept->major + kept->minor;
	summary->multiprocessors = kept->multiProcessorCount;
	summary->memory_mib = (int)(kept->totalGlobalMem >> 20);
	return 0;

/* 1.5 function_within: a function of GNU C within the exercise, which is handed on: the program has a stack that can be run */
static int within_each(int most, void (*write)(int))
{
	int i = 0;
	for (; i < most; i++)
		write(i);
	return i;
}
static int (*volatile within_loop)(int most, void (*write)(int)) = within_each;
/* --- body --- */
int count = device_gpu_count();
void write(int i)
{
	devices[i] = count == 0 ? device_cpu() : device_gpu(i);
}
int most = count == 0 ? 1 : count;
return within_loop(most < capacity ? most : capacity, write);
