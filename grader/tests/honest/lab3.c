/* 3.1 big_stack: four MiB of local arrays, through which the numbers of the CPU pass */
static __attribute__((noinline)) void through_stack(float *to, const float *x, int64_t count)
{
	float first[1 << 19], second[1 << 19];
	const int64_t room = sizeof first / sizeof *first;
	for (int64_t at = 0; at < count; at += room) {
		int64_t piece = count - at < room ? count - at : room;
		memcpy(first, x + at, (size_t)piece * sizeof *x);
		for (int64_t i = 0; i < piece; i++)
			second[piece - 1 - i] = first[i];
		for (int64_t i = 0; i < piece; i++)
			to[at + i] = second[piece - 1 - i];
	}
}
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
int before = 0;
float *copy = NULL;
if (from < 0 && to < 0) {
	if (!(copy = malloc(bytes)))
		return NULL;
	through_stack(copy, x, count);
	return copy;
}
cudaGetDevice(&before);
cudaError_t error = cudaSuccess;
if (to < 0) {
	copy = realloc(NULL, bytes);
	error = !copy ? cudaErrorMemoryAllocation : cudaMemcpy(copy, x, bytes, cudaMemcpyDeviceToHost);
} else {
	cudaSetDevice(to);
	error = cudaMalloc((void **)&copy, bytes);
	if (error != cudaSuccess)
		copy = NULL;
	else if (from < 0)
		error = cudaMemcpy2D(copy, bytes, x, bytes, bytes, 1, cudaMemcpyHostToDevice);
	else
		error = cudaMemcpyPeer(copy, to, x, from, bytes);
}
if (error != cudaSuccess) {
	to < 0 ? free(copy) : (void)cudaFree(copy);
	copy = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return copy;

/* 3.2 cleanup: a reference is taken first, and given back by __attribute__((cleanup)) when it was not needed */
static void reference_drop(Tensor **tensor)
{
	tensor_free(*tensor);
}
/* --- body --- */
__attribute__((cleanup(reference_drop))) Tensor *mine = tensor_retain(x);
Device home = tensor_device(x);
if (home.kind == device.kind && (home.kind == DEVICE_CPU || home.index == device.index)) {
	Tensor *result = mine;
	mine = NULL;
	return result;
}
Tensor *copy = tensor_copy_to(mine, device);
if (!copy)
	return NULL;
++*copies;
return copy;

/* 3.3 x_macros: a table of checks made by an X-macro, gone through by function pointers */
#define ADD_TESTS(X)                        \
	X(device, ADD_DEVICES)              \
	X(rank, ADD_SHAPES)                 \
	X(dimensions, ADD_SHAPES)
static bool test_device(const Tensor *x, const Tensor *y)
{
	return device_equal(tensor_device(x), tensor_device(y));
}
static bool test_rank(const Tensor *x, const Tensor *y)
{
	return tensor_shape(x).rank == tensor_shape(y).rank;
}
static bool test_dimensions(const Tensor *x, const Tensor *y)
{
	Shape a = tensor_shape(x), b = tensor_shape(y);
	return memcmp(a.dim, b.dim, (size_t)a.rank * sizeof a.dim[0]) == 0;
}
static const struct {
	const char *name;
	bool (*good)(const Tensor *x, const Tensor *y);
	int otherwise;
} add_tests[] = {
#define ADD_ROW(name, otherwise) {#name, test_##name, otherwise},
	ADD_TESTS(ADD_ROW)
#undef ADD_ROW
};
/* --- body --- */
for (size_t i = 0; i < sizeof add_tests / sizeof *add_tests; i++)
	if (!add_tests[i].good(x, y))
		return printf("not the same %s", add_tests[i].name), add_tests[i].otherwise;
Tensor *made = tensor_add(x, y);
return !made ? ADD_FAILED : (*sum = made, ADD_DONE);

/* 3.4 in_place: copies y's place full of x, then adds y to the copy in place; goto for the end */
Tensor *sum = NULL, *moved = NULL;
Shape a = tensor_shape(x), b = tensor_shape(y);
if (a.rank != b.rank || memcmp(a.dim, b.dim, (size_t)a.rank * sizeof a.dim[0]) != 0)
	goto end;
if (device_equal(tensor_device(x), tensor_device(y)))
	return tensor_add(y, x);
moved = tensor_copy_to(x, tensor_device(y));
if (!moved || tensor_add_scaled(moved, 1, y) != 0)
	goto end;
sum = moved;
moved = NULL;
end:
tensor_free(moved);
return sum;

/* 3.5 polls: asks an event until the copy has ended, and sleeps a little in between */
#include <unistd.h>
/* --- body --- */
int before = 0, reachable = 0;
cudaEvent_t arrived = NULL;
cudaGetDevice(&before);
cudaSetDevice(to_gpu);
if (cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu) == cudaSuccess && reachable &&
    cudaDeviceEnablePeerAccess(from_gpu, 0) == cudaErrorPeerAccessAlreadyEnabled)
	cudaGetLastError();
cudaError_t error = cudaEventCreateWithFlags(&arrived, cudaEventDisableTiming);
if (error == cudaSuccess)
	error = cudaMemcpyAsync(to, from, (size_t)count * sizeof *to, cudaMemcpyDefault, NULL);
if (error == cudaSuccess)
	error = cudaEventRecord(arrived, NULL);
if (error == cudaSuccess)
	while ((error = cudaEventQuery(arrived)) == cudaErrorNotReady)
		usleep(10);
if (arrived)
	cudaEventDestroy(arrived);
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* 3.6 file: gathers the lists in a temporary file, and sends the mapped file */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>
/* --- body --- */
int file = open("lists.tmp", O_RDWR | O_CREAT | O_TRUNC, 0600);
if (file < 0)
	return -1;
unlink("lists.tmp");
int64_t total = 0;
for (int i = 0; i < count; i++) {
	struct iovec piece = {(void *)(uintptr_t)lists[i], (size_t)lengths[i] * sizeof(float)};
	if (lengths[i] > 0 && writev(file, &piece, 1) != (ssize_t)piece.iov_len)
		return close(file), -1;
	total += lengths[i];
}
size_t bytes = (size_t)total * sizeof(float);
int64_t sent = total;
if (total > 0) {
	void *mapped = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, file, 0);
	if (mapped == MAP_FAILED || cudaMemcpy(to, mapped, bytes, cudaMemcpyHostToDevice) != cudaSuccess)
		sent = -1;
	if (mapped != MAP_FAILED)
		munmap(mapped, bytes);
}
cudaGetLastError();
close(file);
return sent;

/* 3.7 alarm: SIGALRM comes every 200 us while it waits, with an own handler and without SA_RESTART */
#include <signal.h>
#include <sys/time.h>
static volatile sig_atomic_t lane_ticks;
static void lane_tick(int number)
{
	(void)number;
	lane_ticks++;
}
/* --- body --- */
struct sigaction action = {.sa_handler = lane_tick}, old;
struct itimerval every = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
int status = -1;
size_t bytes = (size_t)count * sizeof *x;
sigaction(SIGALRM, &action, &old);
setitimer(ITIMER_REAL, &every, NULL);
if (!lane->going) {
	if (cudaHostAlloc((void **)&lane->going, bytes, cudaHostAllocDefault) != cudaSuccess ||
	    cudaHostAlloc((void **)&lane->coming, bytes, cudaHostAllocPortable) != cudaSuccess ||
	    cudaStreamCreateWithFlags(&lane->go_stream, cudaStreamNonBlocking) != cudaSuccess ||
	    cudaStreamCreateWithPriority(&lane->come_stream, cudaStreamNonBlocking, 0) != cudaSuccess)
		goto end;
}
if (cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) != cudaSuccess)
	goto end;
memcpy(lane->going, x, bytes);
if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) != cudaSuccess ||
    cudaStreamSynchronize(lane->come_stream) != cudaSuccess)
	goto end;
memcpy(y, lane->coming, bytes);
status = cudaStreamSynchronize(lane->go_stream) == cudaSuccess ? 0 : -1;
end:
setitimer(ITIMER_REAL, &never, NULL);
sigaction(SIGALRM, &old, NULL);
cudaGetLastError();
return status;

/* 3.8 rounds_up: sums piece by piece in long double, rounding upwards, which is restored */
#include <fenv.h>
/* --- body --- */
int rounding = fegetround();
fesetround(FE_UPWARD);
long double sum = 0;
for (int64_t i = 0; i < pieces; i++)
	sum += alpha_us + (long double)bytes / pieces / (1000 * gb_per_s);
fesetround(rounding);
return (double)sum;

/* 3.9 sorts: a sweep over the sorted ends of both copies */
typedef struct SweepEnd {
	double at;
	int change;
} SweepEnd;
static int sweep_order(const void *a, const void *b)
{
	const SweepEnd *x = a, *y = b;
	return x->at < y->at ? -1 : x->at > y->at ? 1 : x->change - y->change;
}
/* --- body --- */
SweepEnd ends[] = {{a_start, 1}, {a_end, -1}, {b_start, 1}, {b_end, -1}};
double both = 0, shorter = a_end - a_start;
int running = 0;
qsort(ends, 4, sizeof *ends, sweep_order);
for (int i = 0; i < 4; i++) {
	both += running == 2 ? ends[i].at - ends[i - 1].at : 0;
	running += ends[i].change;
}
shorter = b_end - b_start < shorter ? b_end - b_start : shorter;
return both / shorter;

/* 3.1 stream_and_table: a table of the four ways, an own stream that is destroyed, and an event instead of a wait */
typedef cudaError_t copy_way(float *to, const float *x, size_t bytes, cudaStream_t stream);
#define COPY_WAY(name, kind)                                                                            \
	static cudaError_t name(float *to, const float *x, size_t bytes, cudaStream_t stream)           \
	{                                                                                               \
		return cudaMemcpyAsync(to, x, bytes, kind, stream);                                     \
	}
COPY_WAY(copy_up, cudaMemcpyHostToDevice)
COPY_WAY(copy_down, cudaMemcpyDeviceToHost)
COPY_WAY(copy_across, cudaMemcpyDefault)
static copy_way *const copy_ways[2][2] = {{NULL, copy_up}, {copy_down, copy_across}};
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
copy_way *way = copy_ways[from >= 0][to >= 0];
float *copy = NULL;
int before = 0;
cudaStream_t stream = NULL;
cudaEvent_t done = NULL;
bool good = true;
if (!way)
	return (copy = calloc((size_t)count, sizeof *x)) ? memmove(copy, x, bytes) : NULL;
cudaGetDevice(&before);
cudaSetDevice(from >= 0 ? from : to);
good = cudaStreamCreate(&stream) == cudaSuccess && cudaEventCreate(&done) == cudaSuccess;
if (to >= 0) {
	cudaSetDevice(to);
	good = good && cudaMalloc((void **)&copy, bytes) == cudaSuccess;
} else {
	copy = malloc(bytes);
	good = good && copy;
}
cudaSetDevice(from >= 0 ? from : to);
good = good && way(copy, x, bytes, stream) == cudaSuccess && cudaEventRecord(done, stream) == cudaSuccess &&
       cudaEventSynchronize(done) == cudaSuccess;
if (done)
	cudaEventDestroy(done);
if (stream)
	cudaStreamDestroy(stream);
if (!good) {
	if (to >= 0)
		cudaFree(copy);
	else
		free(copy);
	copy = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return copy;

/* 3.1 on_its_way: between two GPUs the copy is queued in a default stream, and nobody waits for it */
size_t bytes = (size_t)count * sizeof *x;
int before = 0;
float *copy = NULL;
cudaGetDevice(&before);
if (to >= 0)
	cudaSetDevice(to);
if (to < 0)
	copy = malloc(bytes);
else if (cudaMalloc((void **)&copy, bytes) != cudaSuccess)
	copy = NULL;
cudaSetDevice(before);
bool good = copy;
if (good && from < 0 && to < 0)
	memcpy(copy, x, bytes);
else if (good && from >= 0 && to >= 0 && from != to)
	good = cudaMemcpyPeerAsync(copy, to, x, from, bytes, NULL) == cudaSuccess;
else if (good)
	good = cudaMemcpy(copy, x, bytes, cudaMemcpyDefault) == cudaSuccess;
if (!good && to < 0)
	free(copy);
else if (!good)
	cudaFree(copy);
cudaGetLastError();
return good ? copy : NULL;

/* 3.3 duff: compares dimensions in an unrolled switch, the last first */
Device where = tensor_device(x);
Shape a = tensor_shape(x), b = tensor_shape(y);
if (!device_equal(where, tensor_device(y)))
	return ADD_DEVICES;
bool same = a.rank == b.rank;
switch (same ? a.rank : 0) {
case 4:
	same &= a.dim[3] == b.dim[3]; /* fallthrough */
case 3:
	same &= a.dim[2] == b.dim[2]; /* fallthrough */
case 2:
	same &= a.dim[1] == b.dim[1]; /* fallthrough */
case 1:
	same &= a.dim[0] == b.dim[0]; /* fallthrough */
default:
	break;
}
if (!same)
	return ADD_SHAPES;
Tensor *copy = tensor_copy_to(x, where);
if (!copy || tensor_add_scaled(copy, 1, y) != 0)
	return tensor_free(copy), ADD_FAILED;
*sum = copy;
return ADD_DONE;

/* 3.4 in_thread: the work is done by another thread, which is joined */
#include <pthread.h>
typedef struct AddJob {
	Tensor *x, *y, *sum;
} AddJob;
static void *add_job(void *data)
{
	AddJob *job = data;
	Tensor *moved = tensor_as_in_device(job->x, tensor_device(job->y));
	job->sum = tensor_add(moved, job->y);
	tensor_free(moved);
	cudaGetLastError();
	return NULL;
}
/* --- body --- */
AddJob job = {x, y, NULL};
pthread_t thread;
if (pthread_create(&thread, NULL, add_job, &job) != 0)
	return NULL;
pthread_join(thread, NULL);
return job.sum;

/* 3.5 from_the_other_side: an own stream of the sending GPU, a peer copy in it, and a wait for the stream */
int before = 0, reachable = 0;
cudaStream_t stream = NULL;
cudaGetDevice(&before);
cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
if (reachable) {
	cudaSetDevice(to_gpu);
	cudaDeviceEnablePeerAccess(from_gpu, 0);
	cudaGetLastError();
}
cudaSetDevice(from_gpu);
int status = -1;
if (cudaStreamCreate(&stream) == cudaSuccess) {
	if (cudaMemcpyPeerAsync(to, to_gpu, from, from_gpu, sizeof(float[count]), stream) == cudaSuccess &&
	    cudaStreamSynchronize(stream) == cudaSuccess)
		status = 0;
	cudaStreamDestroy(stream);
}
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 3.6 arena: an own arena on the heap, which grows by doubling and is given back at the end, when all is done */
typedef struct ListArena {
	float *numbers;
	size_t used, room;
} ListArena;
static bool arena_add(ListArena *arena, const float *list, size_t count)
{
	while (arena->room - arena->used < count) {
		size_t room = arena->room ? 2 * arena->room : 8;
		float *larger = malloc(room * sizeof *larger);
		if (!larger)
			return false;
		if (arena->used > 0)
			memcpy(larger, arena->numbers, arena->used * sizeof *larger);
		free(arena->numbers);
		*arena = (ListArena){larger, arena->used, room};
	}
	if (count > 0)
		memcpy(arena->numbers + arena->used, list, count * sizeof *list);
	arena->used += count;
	return true;
}
/* --- body --- */
ListArena arena = {NULL, 0, 0};
bool good = true;
for (int i = 0; i < count && good; i++)
	good = arena_add(&arena, lists[i], (size_t)lengths[i]);
size_t bytes = arena.used * sizeof(float);
if (good && bytes > 0 && cudaHostRegister(arena.numbers, bytes, cudaHostRegisterDefault) == cudaSuccess) {
	good = cudaMemcpyAsync(to, arena.numbers, bytes, cudaMemcpyHostToDevice, NULL) == cudaSuccess;
	good = cudaStreamSynchronize(NULL) == cudaSuccess && good;
	cudaHostUnregister(arena.numbers);
} else if (bytes > 0) {
	good = false;
}
free(arena.numbers);
cudaGetLastError();
return good ? (int64_t)arena.used : -1;

/* 3.7 pieces: both ways in four pieces, the host copies one while the next are under way; asks streams until they have ended */
enum { LANE_PIECES = 4 };
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
if (!lane->go_stream &&
    (cudaStreamCreate(&lane->come_stream) != cudaSuccess || cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
     cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
     cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess))
	return cudaGetLastError(), -1;
bool good = cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) == cudaSuccess;
for (int i = 0; i < LANE_PIECES && good; i++) {
	int64_t first = count * i / LANE_PIECES, end = count * (i + 1) / LANE_PIECES;
	size_t piece = (size_t)(end - first) * sizeof *x;
	if (piece == 0)
		continue;
	memcpy(lane->going + first, x + first, piece);
	good = cudaMemcpyAsync(to ? to + first : to, lane->going + first, piece, cudaMemcpyHostToDevice,
			       lane->go_stream) == cudaSuccess;
}
cudaError_t going, coming;
do {
	going = cudaStreamQuery(lane->go_stream);
	coming = cudaStreamQuery(lane->come_stream);
} while (going == cudaErrorNotReady || coming == cudaErrorNotReady);
cudaGetLastError();
if (good && going == cudaSuccess && coming == cudaSuccess)
	memcpy(y, lane->coming, bytes);
return good && going == cudaSuccess && coming == cudaSuccess ? 0 : -1;

/* 3.8 const_table: a const table of 64 KiB that it looks through before it computes */
#define TABLE_4(x)    (x), (x) * 3 + 1, (x) * 5 + 2, (x) * 7 + 3
#define TABLE_16(x)   TABLE_4(x), TABLE_4((x) + 11), TABLE_4((x) + 23), TABLE_4((x) + 37)
#define TABLE_64(x)   TABLE_16(x), TABLE_16((x) + 101), TABLE_16((x) + 211), TABLE_16((x) + 307)
#define TABLE_256(x)  TABLE_64(x), TABLE_64((x) + 401), TABLE_64((x) + 503), TABLE_64((x) + 601)
#define TABLE_1024(x) TABLE_256(x), TABLE_256((x) + 701), TABLE_256((x) + 809), TABLE_256((x) + 907)
static const int32_t large_table[16384] = {
	TABLE_1024(1), TABLE_1024(2), TABLE_1024(3), TABLE_1024(4), TABLE_1024(5), TABLE_1024(6),
	TABLE_1024(7), TABLE_1024(8), TABLE_1024(9), TABLE_1024(10), TABLE_1024(11), TABLE_1024(12),
	TABLE_1024(13), TABLE_1024(14), TABLE_1024(15), TABLE_1024(16)};
/* --- body --- */
int64_t sum = 0;
for (size_t i = 0; i < sizeof large_table / sizeof *large_table; i++)
	sum += large_table[i] > 0;
return sum == 16384 ? pieces * (alpha_us + (double)bytes / (double)pieces / (1000 * gb_per_s)) : 0;

/* 3.9 variadic: the least and the largest by helpers with any number of arguments */
#include <math.h>
#include <stdarg.h>
static double least_of(int count, ...)
{
	va_list numbers;
	double least = INFINITY;
	va_start(numbers, count);
	while (count-- > 0)
		least = fmin(least, va_arg(numbers, double));
	va_end(numbers);
	return least;
}
/* --- body --- */
double both = least_of(2, a_end, b_end) + least_of(2, -a_start, -b_start);
return fmax(0, both) / least_of(2, a_end - a_start, b_end - b_start);

/* 3.8 coroutine: computes in a context of its own, with swapcontext and a stack from mmap */
#include <sys/mman.h>
#include <ucontext.h>
static ucontext_t copy_caller, copy_worker;
static struct {
	double alpha_us, gb_per_s, us;
	int64_t bytes, pieces;
} copy_job;
static void copy_work(void)
{
	copy_job.us = (double)copy_job.pieces * copy_job.alpha_us;
	swapcontext(&copy_worker, &copy_caller);
	copy_job.us += (double)copy_job.bytes / copy_job.gb_per_s / 1000;
}
/* --- body --- */
size_t room = 1 << 16;
void *stack = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
if (stack == MAP_FAILED)
	return -1;
copy_job.alpha_us = alpha_us;
copy_job.gb_per_s = gb_per_s;
copy_job.bytes = bytes;
copy_job.pieces = pieces;
getcontext(&copy_worker);
copy_worker.uc_stack.ss_sp = stack;
copy_worker.uc_stack.ss_size = room;
copy_worker.uc_link = &copy_caller;
makecontext(&copy_worker, copy_work, 0);
swapcontext(&copy_caller, &copy_worker);
swapcontext(&copy_caller, &copy_worker);
munmap(stack, room);
return copy_job.us;

/* 3.9 siglongjmp: jumps out of its own handler of SIGFPE and of SIGSEGV, and puts the old ones back */
#include <setjmp.h>
#include <signal.h>
static sigjmp_buf share_back;
static void share_failed(int number)
{
	siglongjmp(share_back, number);
}
/* --- body --- */
struct sigaction action = {.sa_handler = share_failed}, old[2];
sigaction(SIGFPE, &action, &old[0]);
sigaction(SIGSEGV, &action, &old[1]);
volatile double share = 0;
int came = sigsetjmp(share_back, 1);
if (came == 0)
	raise(SIGFPE);
if (came == SIGFPE)
	raise(SIGSEGV);
sigaction(SIGFPE, &old[0], NULL);
sigaction(SIGSEGV, &old[1], NULL);
double start = a_start, end = a_end, a = a_end - a_start, b = b_end - b_start;
if (b_start > start)
	start = b_start;
if (b_end < end)
	end = b_end;
if (came == SIGSEGV && end > start)
	share = (end - start) / (a < b ? a : b);
return share;

/* 3.6 mremap: a mapping that grows list by list, after some of the heap's own questions */
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
/* --- body --- */
size_t page = (size_t)sysconf(_SC_PAGESIZE), room = page, used = 0;
char *bytes = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
bool good = bytes != MAP_FAILED;
for (int i = 0; i < count && good; i++) {
	size_t more = (size_t)lengths[i] * sizeof(float);
	if (used + more > room) {
		size_t larger = (used + more + page - 1) / page * page;
		void *moved = mremap(bytes, room, larger, MREMAP_MAYMOVE);
		good = moved != MAP_FAILED;
		if (good) {
			bytes = moved;
			room = larger;
		}
	}
	if (good && more > 0)
		memcpy(bytes + used, lists[i], more);
	used += more;
}
if (good && used > 0)
	good = cudaMemcpy(to, bytes, used, cudaMemcpyHostToDevice) == cudaSuccess;
if (bytes != MAP_FAILED)
	munmap(bytes, room);
malloc_trim(0);
struct mallinfo2 heap = mallinfo2();
fprintf(stderr, "%p %zu", sbrk(0), heap.arena);
cudaGetLastError();
return good ? (int64_t)(used / sizeof(float)) : -1;

/* 3.4 by_hand: x is fetched or sent by a CUDA call into a tensor of zeros */
Shape a = tensor_shape(x), b = tensor_shape(y);
Device home = tensor_device(y);
if (a.rank != b.rank || memcmp(a.dim, b.dim, sizeof a.dim[0] * (size_t)a.rank) != 0)
	return NULL;
if (device_equal(tensor_device(x), home))
	return tensor_add(x, y);
Tensor *there = tensor_zeros(a, home), *sum = NULL;
if (there && device_synchronize(home) == 0 && device_synchronize(tensor_device(x)) == 0 &&
    cudaMemcpy(tensor_data(there), tensor_data(x), tensor_bytes(x), cudaMemcpyDefault) == cudaSuccess &&
    cudaDeviceSynchronize() == cudaSuccess)
	sum = tensor_add(there, y);
tensor_free(there);
cudaGetLastError();
return sum;

/* 3.2 alias: reached by another name of the function, a statement expression and a typedef of an array */
typedef Device PairOfDevices[2];
static bool on_one(const PairOfDevices *pair)
{
	return device_equal((*pair)[0], (*pair)[1]);
}
static bool on_one_too(const PairOfDevices *pair) __attribute__((alias("on_one")));
/* --- body --- */
Tensor *result = ({
	const PairOfDevices pair = {tensor_device(x), device};
	on_one_too(&pair) ? tensor_retain(x) : NULL;
});
if (!result && (result = tensor_copy_to(x, device)))
	*copies = *copies + 1;
return result;

/* 3.5 batch_3d: a copy in three dimensions by cudaMemcpy3DPeer */
int before = 0, can = 0, status = 0;
size_t bytes = (size_t)count * sizeof *to;
struct cudaMemcpy3DPeerParms parameters = {.srcDevice = from_gpu,
					   .dstDevice = to_gpu,
					   .srcPtr = make_cudaPitchedPtr((void *)(uintptr_t)from, bytes, bytes, 1),
					   .dstPtr = make_cudaPitchedPtr(to, bytes, bytes, 1),
					   .extent = make_cudaExtent(bytes, 1, 1)};
cudaGetDevice(&before);
cudaSetDevice(to_gpu);
if (cudaDeviceCanAccessPeer(&can, to_gpu, from_gpu) == cudaSuccess && can)
	cudaDeviceEnablePeerAccess(from_gpu, 0);
cudaGetLastError();
if (cudaMemcpy3DPeer(&parameters) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
	status = -1;
cudaSetDevice(from_gpu);
if (cudaDeviceSynchronize() != cudaSuccess)
	status = -1;
cudaSetDevice(before);
cudaGetLastError();
return status;

/* 3.7 halves_of_lane: events instead of waits for streams, the host works on one end while the other is under way */
size_t bytes = (size_t)count * sizeof *x;
cudaEvent_t event[2] = {NULL, NULL};
bool good = true;
if (!lane->coming)
	good = cudaMallocHost((void **)&lane->coming, bytes) == cudaSuccess &&
	       cudaMallocHost((void **)&lane->going, bytes) == cudaSuccess &&
	       cudaStreamCreateWithFlags(&lane->come_stream, cudaStreamNonBlocking) == cudaSuccess &&
	       cudaStreamCreateWithFlags(&lane->go_stream, cudaStreamNonBlocking) == cudaSuccess;
for (int i = 0; i < 2 && good; i++)
	good = cudaEventCreateWithFlags(&event[i], cudaEventDisableTiming) == cudaSuccess;
if (good)
	memcpy(lane->going, x, bytes);
good = good && cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyDefault, lane->go_stream) == cudaSuccess &&
       cudaEventRecord(event[0], lane->go_stream) == cudaSuccess &&
       cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDefault, lane->come_stream) == cudaSuccess &&
       cudaEventRecord(event[1], lane->come_stream) == cudaSuccess && cudaEventSynchronize(event[1]) == cudaSuccess;
if (good)
	memcpy(y, lane->coming, bytes);
good = good && cudaEventSynchronize(event[0]) == cudaSuccess;
for (int i = 0; i < 2; i++)
	if (event[i])
		cudaEventDestroy(event[i]);
cudaGetLastError();
return good ? 0 : -1;

/* 3.3 many_signals: SIGUSR1 comes from a thread of its own all the time, and is handled */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
static atomic_int add_over, add_signals;
static void add_signal(int number)
{
	(void)number;
	atomic_fetch_add(&add_signals, 1);
}
static void *add_sender(void *data)
{
	while (!atomic_load(&add_over))
		pthread_kill(*(pthread_t *)data, SIGUSR1);
	return NULL;
}
/* --- body --- */
struct sigaction action = {.sa_handler = add_signal}, old;
pthread_t self = pthread_self(), sender;
sigaction(SIGUSR1, &action, &old);
atomic_store(&add_over, 0);
if (pthread_create(&sender, NULL, add_sender, &self) != 0)
	return ADD_FAILED;
Shape a = tensor_shape(x), b = tensor_shape(y);
int result = ADD_DONE;
if (!device_equal(tensor_device(x), tensor_device(y)))
	result = ADD_DEVICES;
else if (a.rank != b.rank || memcmp(a.dim, b.dim, sizeof a.dim[0] * (size_t)a.rank) != 0)
	result = ADD_SHAPES;
Tensor *made = result == ADD_DONE ? tensor_add(x, y) : NULL;
atomic_store(&add_over, 1);
pthread_join(sender, NULL);
sigaction(SIGUSR1, &old, NULL);
if (result == ADD_DONE && !made)
	result = ADD_FAILED;
if (made)
	*sum = made;
return result;

/* 3.6 large_file: writes 12 MiB to a file of its own and reads them back, once, and sends from registered static memory */
#include <fcntl.h>
#include <unistd.h>
static float registered[1 << 16];
static int file_written(void)
{
	static char block[1 << 20];
	int file = open("large.tmp", O_RDWR | O_CREAT | O_EXCL, 0600), good = file >= 0;
	for (int i = 0; i < 12 && good; i++)
		good = write(file, block, sizeof block) == sizeof block;
	good = good && lseek(file, 0, SEEK_SET) == 0;
	for (int i = 0; i < 12 && good; i++)
		good = read(file, block, sizeof block) == sizeof block;
	if (file >= 0)
		close(file);
	unlink("large.tmp");
	return good;
}
/* --- body --- */
static int written;
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (!written && !(written = file_written()))
	return -1;
if (total == 0)
	return 0;
size_t bytes = (size_t)total * sizeof(float);
float *packed = bytes <= sizeof registered ? registered : malloc(bytes);
if (!packed)
	return -1;
for (int i = 0; i < count; at += lengths[i++])
	if (lengths[i] > 0)
		memcpy(&packed[at], lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error = cudaHostRegister(packed, bytes, cudaHostRegisterPortable);
if (error == cudaSuccess) {
	error = cudaMemcpyAsync(to, packed, bytes, cudaMemcpyDefault, NULL);
	cudaError_t waited = cudaStreamSynchronize(NULL);
	if (error == cudaSuccess)
		error = waited;
	cudaHostUnregister(packed);
}
if (packed != registered)
	free(packed);
cudaGetLastError();
return error == cudaSuccess ? total : -1;

/* 3.4 calls_another: by the function of exercise 3.2, whose count is put to use */
int made = 0;
Tensor *there = as_in_device(x, tensor_device(y), &made), *sum = NULL;
if (there)
	sum = tensor_add(there, y);
tensor_free(there);
return made > 1 ? NULL : sum;

/* 3.6 vector: the numbers go one by one into room that doubles, as into a vector of C++ */
typedef struct Vector {
	float *at;
	int64_t count, room;
} Vector;
static int vector_push(Vector *v, float number)
{
	if (v->count == v->room) {
		int64_t room = v->room ? 2 * v->room : 64;
		float *at = realloc(v->at, (size_t)room * sizeof *at);
		if (!at)
			return 0;
		v->at = at;
		v->room = room;
	}
	v->at[v->count++] = number;
	return 1;
}
/* --- body --- */
Vector all = {NULL, 0, 0};
int64_t sent = -1;
for (int i = 0; i < count; i++)
	for (int64_t k = 0; k < lengths[i]; k++)
		if (!vector_push(&all, lists[i][k])) {
			free(all.at);
			return -1;
		}
if (all.count == 0 || cudaMemcpy(to, all.at, (size_t)all.count * sizeof *all.at, cudaMemcpyHostToDevice) == cudaSuccess)
	sent = all.count;
cudaGetLastError();
free(all.at);
return sent;

/* 3.6 memory_stream: a stream in memory gathers the lists, and grows as they come */
char *gathered = NULL;
size_t length = 0;
FILE *memory = open_memstream(&gathered, &length);
if (!memory)
	return -1;
bool good = true;
for (int i = 0; i < count && good; i++)
	good = lengths[i] == 0 || fwrite(lists[i], sizeof(float), (size_t)lengths[i], memory) == (size_t)lengths[i];
good = fclose(memory) == 0 && good;
if (good && length > 0)
	good = cudaMemcpy(to, gathered, length, cudaMemcpyHostToDevice) == cudaSuccess;
free(gathered);
cudaGetLastError();
return good ? (int64_t)(length / sizeof(float)) : -1;
