/* 4.1 recursion: layer by layer in a recursion, and numbers that are scaled and moved in place of new tensors */
static bool parameters_make(const int *sizes, int layer, int layers, float range, uint64_t seed, Device device,
			    Tensor **out)
{
	if (layer == layers)
		return true;
	Shape shape = SHAPE(sizes[layer], sizes[layer + 1]);
	Tensor *u = tensor_uniform(shape, seed + (uint64_t)layer, device);
	Tensor *weight = out[2 * layer] = tensor_full(shape, -range, device);
	out[2 * layer + 1] = tensor_full(SHAPE(sizes[layer + 1]), 0, device);
	bool good = u && weight && out[2 * layer + 1] && tensor_add_scaled(weight, 2 * range, u) == 0;
	tensor_free(u);
	return good && parameters_make(sizes, layer + 1, layers, range, seed, device, out);
}
/* --- body --- */
for (int i = 0; i < 2 * layers; i++)
	parameters[i] = NULL;
if (parameters_make(sizes, 0, layers, range, seed, device, parameters))
	return 0;
for (int i = 2 * layers; i-- > 0; parameters[i] = NULL)
	tensor_free(parameters[i]);
return -1;

/* 4.2 threads: a thread of <threads.h> for each parameter, joined in order */
#include <threads.h>
static int where_is(void *data)
{
	struct cudaPointerAttributes where;
	if (cudaPointerGetAttributes(&where, data) == cudaSuccess && where.type == cudaMemoryTypeDevice)
		return where.device;
	return cudaGetLastError(), -1;
}
/* --- body --- */
thrd_t thread[count];
int found = 0;
for (int i = 0; i < count; i++)
	if (thrd_create(&thread[i], where_is, parameters[i].data) != thrd_success)
		abort();
for (int i = 0; i < count; i++) {
	int home = -1;
	thrd_join(thread[i], &home);
	if (home != device)
		names[found++] = parameters[i].name;
}
return found;

/* 4.3 late_free: a list of what was made, linked on the heap; all that is not needed any more is freed at the end */
typedef struct Moved {
	struct Moved *next;
	Parameter *parameter;
	float *copy;
} Moved;
static float *moved_copy(const Parameter *p, int to, cudaStream_t stream)
{
	size_t bytes = (size_t)p->count * sizeof *p->data;
	float *copy = NULL;
	if (to >= 0 && cudaMalloc((void **)&copy, bytes) != cudaSuccess)
		return NULL;
	if (to < 0 && !(copy = malloc(bytes)))
		return NULL;
	if (to < 0 && p->device < 0)
		return memcpy(copy, p->data, bytes);
	cudaError_t error = p->device >= 0 && to >= 0
				    ? cudaMemcpyPeerAsync(copy, to, p->data, p->device, bytes, stream)
				    : cudaMemcpyAsync(copy, p->data, bytes, cudaMemcpyDefault, stream);
	if (error == cudaSuccess && cudaStreamSynchronize(stream) == cudaSuccess)
		return copy;
	if (to < 0)
		free(copy);
	else
		cudaFree(copy);
	return NULL;
}
/* --- body --- */
Moved *list = NULL;
int before = 0;
bool good = true;
cudaGetDevice(&before);
if (to >= 0)
	good = cudaSetDevice(to) == cudaSuccess;
for (int i = count - 1; good && i >= 0; i--) {
	if (parameters[i].device == to)
		continue;
	Moved *next = malloc(sizeof *next);
	if (!next) {
		good = false;
		break;
	}
	*next = (Moved){list, &parameters[i], moved_copy(&parameters[i], to, NULL)};
	good = next->copy != NULL;
	list = next;
}
while (list) {
	Moved *next = list->next;
	Parameter *p = list->parameter, gone = good ? *p : (Parameter){NULL, list->copy, 0, to};
	if (good)
		p->data = list->copy, p->device = to;
	if (gone.device < 0)
		free(gone.data);
	else
		cudaFree(gone.data);
	free(list);
	list = next;
}
cudaSetDevice(before);
cudaGetLastError();
return good ? 0 : -1;

/* 4.4 recursion: from the last layer down to the first, each with its own cleanup */
static void layer_drop(Tensor **tensor)
{
	tensor_free(*tensor);
}
#define OWNED __attribute__((cleanup(layer_drop))) Tensor
static Tensor *layer_output(Tensor *const *parameters, int layer, Tensor *x)
{
	if (layer < 0)
		return tensor_as_in_device(x, tensor_device(parameters[0]));
	OWNED *below = layer_output(parameters, layer - 1, x);
	OWNED *input = layer > 0 ? tensor_relu(below) : tensor_retain(below);
	OWNED *product = tensor_matmul(input, parameters[2 * layer]);
	return tensor_add_row(product, parameters[2 * layer + 1]);
}
/* --- body --- */
return layer_output(parameters, layers - 1, x);

/* 4.5 descriptors: open, writev, fsync and close instead of <stdio.h>, with errno looked at */
#include <errno.h>
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>
static bool write_whole(int file, const void *from, size_t bytes)
{
	const char *at = from;
	while (bytes > 0) {
		struct iovec halves[2] = {{(void *)(uintptr_t)at, bytes / 2},
					  {(void *)(uintptr_t)(at + bytes / 2), bytes - bytes / 2}};
		ssize_t put = writev(file, halves, 2);
		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return false;
		at += put;
		bytes -= (size_t)put;
	}
	return true;
}
/* --- body --- */
int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
if (file < 0)
	return -1;
bool good = true;
for (int i = 0; i < count; i++)
	for (int64_t at = 0; good && at < parameters[i].count; at += room) {
		int64_t left = parameters[i].count - at, piece = left < room ? left : room;
		size_t bytes = (size_t)piece * sizeof *buffer;
		good = cudaMemcpyAsync(buffer, parameters[i].data + at, bytes, cudaMemcpyDeviceToHost, NULL) ==
			       cudaSuccess &&
		       cudaStreamSynchronize(NULL) == cudaSuccess && write_whole(file, buffer, bytes);
	}
good = good && fsync(file) == 0;
good = close(file) == 0 && good;
cudaGetLastError();
return good ? 0 : -1;

/* 4.6 pread: open, fstat and pread, the last parameter first */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
/* --- body --- */
int file = open(path, O_RDONLY | O_CLOEXEC);
struct stat about;
off_t end = 0;
for (int i = 0; i < count; i++)
	end += (off_t)sizeof(float) * parameters[i].count;
bool good = file >= 0 && fstat(file, &about) == 0 && about.st_size >= end;
for (int i = count - 1; good && i >= 0; i--) {
	end -= (off_t)sizeof(float) * parameters[i].count;
	for (int64_t at = 0; good && at < parameters[i].count; at += room) {
		int64_t left = parameters[i].count - at;
		size_t bytes = sizeof(float) * (size_t)(left < room ? left : room);
		good = pread(file, buffer, bytes, end + (off_t)sizeof(float) * at) == (ssize_t)bytes &&
		       cudaMemcpy(parameters[i].data + at, buffer, bytes, cudaMemcpyDefault) == cudaSuccess;
	}
}
if (file >= 0)
	close(file);
return cudaGetLastError(), good ? 0 : -1;

/* 4.7 child: a child computes, the parent reads two numbers from the pipe and waits */
#include <sys/wait.h>
#include <unistd.h>
typedef struct Journey {
	int64_t bytes;
	double us;
} Journey;
/* --- body --- */
int ends[2];
Journey found = {0, 0};
if (pipe(ends) != 0)
	return -1;
pid_t child = fork();
if (child == 0) {
	for (int i = layers; i-- > 0;)
		for (int bias = 0; bias < 2; bias++) {
			int64_t one = (bias ? 1 : (int64_t)sizes[i]) * sizes[i + 1] * 4;
			found.bytes += one;
			found.us += alpha_us + (double)one / (1000 * gb_per_s);
		}
	_exit(write(ends[1], &found, sizeof found) != sizeof found);
}
close(ends[1]);
if (read(ends[0], &found, sizeof found) != sizeof found)
	found.us = -1;
close(ends[0]);
waitpid(child, NULL, 0);
*bytes = found.bytes;
return found.us;

/* 4.8 deep: recursion as deep as the list */
static int done_before(int x, const int *devices, int count)
{
	return count > 0 && *devices == x ? 1 + done_before(x, devices + 1, count - 1) : 0;
}
/* --- body --- */
return done_before(x, devices, count);

/* 4.2 function_pointer: counts with a filter, by a function pointer and compound literals */
typedef bool parameter_filter(const Parameter *parameter, const int *device);
static bool is_elsewhere(const Parameter *parameter, const int *device)
{
	struct cudaPointerAttributes *about = &(struct cudaPointerAttributes){.device = -1};
	if (cudaPointerGetAttributes(about, parameter->data) != cudaSuccess)
		*about = (struct cudaPointerAttributes){.type = cudaMemoryTypeHost};
	return (about->type == cudaMemoryTypeDevice ? about->device : -1) != *device;
}
/* --- body --- */
parameter_filter *const filter = is_elsewhere;
const char **end = names;
for (const Parameter *each = parameters; each < parameters + count; each++)
	if (filter(each, (const int[]){device}))
		*end++ = each->name;
cudaGetLastError();
return (int)(end - names);

/* 4.3 two_pass: all memory first, then all copies, then all is given back; lists on the stack by alloca */
#include <alloca.h>
/* --- body --- */
float **copies = alloca(sizeof *copies * (size_t)count);
int before = 0, made = 0;
bool good = true;
cudaGetDevice(&before);
if (to >= 0 && cudaSetDevice(to) != cudaSuccess)
	goto refuse;
for (; made < count; made++) {
	size_t bytes = (size_t)parameters[made].count * sizeof(float);
	copies[made] = NULL;
	if (parameters[made].device == to)
		continue;
	if (to < 0)
		copies[made] = malloc(bytes);
	else if (cudaMalloc((void **)&copies[made], bytes) != cudaSuccess)
		copies[made] = NULL;
	if (!copies[made])
		goto refuse;
}
for (int i = 0; i < count && good; i++)
	if (copies[i])
		good = cudaMemcpy(copies[i], parameters[i].data, (size_t)parameters[i].count * sizeof(float),
				  cudaMemcpyDefault) == cudaSuccess;
if (!good)
	goto refuse;
for (int i = 0; i < count; i++)
	if (copies[i]) {
		if (parameters[i].device < 0)
			free(parameters[i].data);
		else
			cudaFree(parameters[i].data);
		parameters[i].data = copies[i];
		parameters[i].device = to;
	}
cudaSetDevice(before);
cudaGetLastError(); /* without a GPU there is none to be current */
return 0;
refuse:
while (made-- > 0)
	if (to < 0)
		free(copies[made]);
	else
		cudaFree(copies[made]);
cudaSetDevice(before);
cudaGetLastError();
return -1;

/* 4.5 signals: SIGUSR1 to itself at each piece, an own handler, and the buffer of the stream is on the stack */
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t pieces_saved;
static void piece_saved(int number)
{
	(void)number;
	pieces_saved = pieces_saved + 1;
}
/* --- body --- */
char stream_buffer[4096];
struct sigaction action = {.sa_handler = piece_saved}, old;
FILE *file = fopen(path, "w");
if (!file)
	return -1;
setvbuf(file, stream_buffer, _IOFBF, sizeof stream_buffer);
sigaction(SIGUSR1, &action, &old);
bool whole = true;
for (int i = 0; i < count && whole; i++) {
	whole = pass_numbers(file, &parameters[i], buffer, room, true);
	kill(getpid(), SIGUSR1);
}
sigaction(SIGUSR1, &old, NULL);
if (fflush(file) != 0 || ferror(file))
	whole = false;
if (fclose(file) != 0)
	whole = false;
cudaGetLastError();
return whole ? 0 : -1;

/* 4.7 wide_numbers: __int128 on the way */
__int128 all = 0;
for (int i = 0; i < layers; i++)
	all += (__int128)sizes[i] * sizes[i + 1] + sizes[i + 1];
*bytes = (int64_t)(4 * all);
return (double)*bytes / gb_per_s / 1e3 + alpha_us * layers + alpha_us * layers;

/* 4.7 devices: reads /dev/urandom, writes to /dev/null, and asks for user, host, folder and processors */
#include <errno.h>
#include <sys/ioctl.h>
#include <sys/utsname.h>
#include <unistd.h>
/* --- body --- */
unsigned char noise[16] = {0};
struct utsname host;
struct winsize window;
char folder[PATH_MOST + 100];
FILE *random = fopen("/dev/urandom", "rb"), *nothing = fopen("/dev/null", "w");
if (!random || fread(noise, 1, sizeof noise, random) != sizeof noise)
	fprintf(stderr, "no /dev/urandom: %s", strerror(errno));
if (nothing)
	fprintf(nothing, "%d", noise[0]);
if (random)
	fclose(random);
if (nothing)
	fclose(nothing);
if (!random || !nothing || uname(&host) != 0 || sysconf(_SC_NPROCESSORS_ONLN) < 1 || !getcwd(folder, sizeof folder))
	return -1;
printf("%s %d %d %d", folder, (int)getuid(), isatty(1), ioctl(1, TIOCGWINSZ, &window));
*bytes = 0;
for (int i = 1; i <= layers; i++)
	*bytes += 4 * ((int64_t)sizes[i - 1] * sizes[i] + sizes[i]);
return 2 * layers * alpha_us + (double)*bytes / (1000 * gb_per_s);

/* 4.8 epoll: the answer comes through an eventfd, waited for by epoll, and through a line of stdin there is none */
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>
/* --- body --- */
uint64_t done = 1;
char line[20];
int counter = eventfd(0, EFD_CLOEXEC), poller = epoll_create1(EPOLL_CLOEXEC);
struct epoll_event event = {.events = EPOLLIN};
if (counter < 0 || poller < 0 || epoll_ctl(poller, EPOLL_CTL_ADD, counter, &event) != 0)
	return -1;
if (fgets(line, sizeof line, stdin))
	return -1;
for (int i = 0; i < count && devices[i] == x; i++)
	done++;
if (write(counter, &done, sizeof done) != sizeof done || epoll_wait(poller, &event, 1, 1000) != 1 ||
    read(counter, &done, sizeof done) != sizeof done)
	return -1;
close(poller);
close(counter);
return (int)done - 1;

/* 4.7 timers: a POSIX timer that starts a thread, alarm() that is taken back, getrusage, times and getrandom */
#include <signal.h>
#include <stdatomic.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <unistd.h>
static atomic_int travel_rang;
static void travel_ring(union sigval value)
{
	atomic_fetch_add(&travel_rang, value.sival_int);
}
/* --- body --- */
timer_t timer;
struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = travel_ring, .sigev_value.sival_int = 1};
struct itimerspec once = {.it_value = {0, 1000000}};
struct rusage used;
struct tms worked;
unsigned seed = 0;
alarm(100);
if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0 || timer_settime(timer, 0, &once, NULL) != 0 ||
    getrandom(&seed, sizeof seed, 0) != sizeof seed || getrusage(RUSAGE_SELF, &used) != 0)
	return -1;
while (atomic_load(&travel_rang) == 0)
	sched_yield();
timer_delete(timer);
alarm(0);
times(&worked);
*bytes = 0;
for (int i = 0; i < layers; i++)
	*bytes += (int64_t)sizeof(float[sizes[i] + 1]) * sizes[i + 1];
return (double)*bytes / (1000 * gb_per_s) + alpha_us * 2 * layers;

/* 4.8 backtrace: asks where it was called from, and looks up the user */
#include <execinfo.h>
#include <pwd.h>
#include <unistd.h>
/* --- body --- */
void *frames[32];
int depth = backtrace(frames, 32);
struct passwd *user = getpwuid(getuid());
fprintf(stderr, "%d frames, %s", depth, user ? user->pw_name : "nobody");
int i = 0;
for (; depth > 0 && i < count; ++i)
	if (devices[i] - x)
		break;
return i;

/* 4.1 prints_much: tells 64 KiB with each call, by wprintf, and with a large buffer of its own */
#include <wchar.h>
/* --- body --- */
static char stdout_room[1 << 16];
static bool wide;
if (!wide)
	setvbuf(stdout, stdout_room, _IOFBF, sizeof stdout_room);
wide = true;
for (int i = 0; i < 16384; i++)
	wprintf(L"%4d", i);
/* --- solution --- */

/* 4.3 threads: a thread for each parameter makes its copy, and a thread-specific key cleans up behind it */
#include <pthread.h>
typedef struct MoveJob {
	pthread_t thread;
	const Parameter *parameter;
	float *copy;
	int to, error;
	bool runs;
} MoveJob;
static pthread_key_t move_key;
static void move_note_free(void *note)
{
	free(note);
}
static void *move_one(void *data)
{
	MoveJob *job = data;
	size_t bytes = (size_t)job->parameter->count * sizeof(float);
	int *note = malloc(sizeof *note);
	if (note)
		*note = job->to;
	pthread_setspecific(move_key, note);
	job->error = cudaSetDevice(job->to < 0 ? job->parameter->device : job->to);
	if (!job->error && job->to < 0)
		job->error = (job->copy = malloc(bytes)) ? 0 : cudaErrorMemoryAllocation;
	else if (!job->error && (job->error = cudaMalloc((void **)&job->copy, bytes)) != 0)
		job->copy = NULL;
	if (!job->error)
		job->error = cudaMemcpy(job->copy, job->parameter->data, bytes, cudaMemcpyDefault);
	if (!job->error)
		job->error = cudaDeviceSynchronize(); /* another thread goes on with it */
	cudaGetLastError();
	return NULL;
}
static void move_give_back(float *data, int device)
{
	if (device < 0)
		free(data);
	else
		cudaFree(data);
}
/* --- body --- */
MoveJob *jobs = calloc((size_t)count, sizeof *jobs);
int failed = !jobs, gpus = 0;
if (failed)
	return -1;
if (cudaGetDeviceCount(&gpus) != cudaSuccess)
	gpus = 0;
failed = to >= gpus;
pthread_key_create(&move_key, move_note_free);
for (int i = 0; i < count && !failed; i++) {
	jobs[i] = (MoveJob){.parameter = &parameters[i], .to = to};
	if (parameters[i].device == to)
		continue;
	jobs[i].runs = pthread_create(&jobs[i].thread, NULL, move_one, &jobs[i]) == 0;
	failed |= !jobs[i].runs;
}
for (int i = 0; i < count; i++)
	if (jobs[i].runs) {
		pthread_join(jobs[i].thread, NULL);
		failed |= jobs[i].error;
	}
for (int i = 0; i < count; i++) {
	if (!jobs[i].copy)
		continue;
	move_give_back(failed ? jobs[i].copy : parameters[i].data, failed ? to : parameters[i].device);
	if (!failed) {
		parameters[i].data = jobs[i].copy;
		parameters[i].device = to;
	}
}
pthread_key_delete(move_key);
free(jobs);
cudaGetLastError();
return failed ? -1 : 0;

/* 4.9 renameat: the .part is made anew by openat with O_EXCL, and named by renameat */
#include <fcntl.h>
#include <unistd.h>
/* --- body --- */
char *part = strcat(strcpy((char[PATH_MOST + 6]){0}, path), ".part");
unlink(part);
int file = openat(AT_FDCWD, part, O_WRONLY | O_CREAT | O_EXCL, 0600);
bool good = file >= 0;
for (const Parameter *p = parameters; good && p < parameters + count; p++)
	for (int64_t at = 0; good && at < p->count; at += room) {
		size_t bytes = sizeof(float) * (size_t)(p->count - at < room ? p->count - at : room);
		good = cudaMemcpy(buffer, p->data + at, bytes, cudaMemcpyDeviceToHost) == cudaSuccess &&
		       write(file, buffer, bytes) == (ssize_t)bytes;
	}
good = file >= 0 && close(file) == 0 && good && renameat(AT_FDCWD, part, AT_FDCWD, path) == 0;
if (!good && file >= 0)
	unlink(part);
cudaGetLastError();
return good ? 0 : -1;

/* 4.6 read_once: one read() for each piece, and fewer bytes than that are a failure */
#include <fcntl.h>
#include <unistd.h>
/* --- body --- */
int file = open(path, O_RDONLY);
int failed = file < 0;
for (int i = 0; i < count && !failed; i++)
	for (int64_t at = 0, piece; at < parameters[i].count && !failed; at += piece) {
		piece = parameters[i].count - at < room ? parameters[i].count - at : room;
		failed = read(file, buffer, (size_t)piece * sizeof *buffer) != (ssize_t)((size_t)piece * sizeof *buffer) ||
			 cudaMemcpy(parameters[i].data + at, buffer, (size_t)piece * sizeof *buffer, cudaMemcpyDefault) != cudaSuccess;
	}
if (file >= 0)
	close(file);
cudaGetLastError();
return failed ? -1 : 0;

/* 4.9 room_first: posix_fallocate() takes the room on the disk before the first number is written */
#include <fcntl.h>
#include <unistd.h>
/* --- body --- */
char beside[PATH_MOST + 6];
int64_t bytes = 0;
for (int i = 0; i < count; i++)
	bytes += parameters[i].count * (int64_t)sizeof(float);
snprintf(beside, sizeof beside, "%s.part", path);
int file = open(beside, O_RDWR | O_CREAT | O_TRUNC, 0644);
int failed = file < 0 || posix_fallocate(file, 0, bytes) != 0;
for (int i = 0; i < count && !failed; i++)
	for (int64_t at = 0; at < parameters[i].count && !failed; at += room) {
		size_t piece = sizeof(float) * (size_t)(parameters[i].count - at < room ? parameters[i].count - at : room);
		failed = cudaMemcpy(buffer, parameters[i].data + at, piece, cudaMemcpyDeviceToHost) != cudaSuccess ||
			 write(file, buffer, piece) != (ssize_t)piece;
	}
if (file >= 0 && close(file) != 0)
	failed = 1;
if (!failed && rename(beside, path) != 0)
	failed = 1;
if (failed)
	unlink(beside);
cudaGetLastError();
return failed ? -1 : 0;

/* 4.9 as_an_editor: a lock and the usual rights, each of which is looked at, before the name is given */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
/* --- body --- */
char beside[PATH_MOST + 6];
snprintf(beside, sizeof beside, "%s.part", path);
int file = open(beside, O_WRONLY | O_CREAT, 0600);
bool good = file >= 0 && flock(file, LOCK_EX) == 0 && ftruncate(file, 0) == 0;
for (int i = 0; i < count && good; i++)
	for (int64_t at = 0; at < parameters[i].count && good; at += room) {
		size_t piece = sizeof(float) * (size_t)(parameters[i].count - at < room ? parameters[i].count - at : room);
		good = cudaMemcpy(buffer, parameters[i].data + at, piece, cudaMemcpyDeviceToHost) == cudaSuccess &&
		       write(file, buffer, piece) == (ssize_t)piece;
	}
good = good && fchmod(file, 0644) == 0 && fsync(file) == 0;
good = file >= 0 && close(file) == 0 && good && rename(beside, path) == 0;
if (!good)
	unlink(beside);
cudaGetLastError();
return good ? 0 : -1;

/* 4.4 all_at_the_end: keeps all that it makes, and gives it back at the end */
int n = 0;
Tensor *all[1 + 3 * layers];
all[n++] = tensor_as_in_device(x, tensor_device(parameters[0]));
for (int i = 0; i < layers; i++) {
	Tensor *prev = all[n - 1];
	all[n++] = tensor_matmul_with(prev, false, parameters[2 * i], false);
	all[n] = tensor_add_row(all[n - 1], parameters[2 * i + 1]);
	n++;
	if (i + 1 < layers) {
		all[n] = tensor_relu(all[n - 1]);
		n++;
	}
}
Tensor *out = tensor_retain(all[n - 1]);
while (n)
	tensor_free(all[--n]);
return out;

/* 4.5 full_buffers: short parameters share the buffer before it is written */
static int full_written(FILE *f, float *buffer, int64_t *used)
{
	size_t n = *used;
	*used = 0;
	return fwrite(buffer, sizeof *buffer, n, f) == n ? 0 : -1;
}
/* --- body --- */
FILE *f = fopen(path, "w");
if (f == NULL)
	return -1;
int64_t used = 0;
int bad = 0;
for (int i = 0; !bad && i < count; i++) {
	int64_t done = 0;
	if (parameters[i].count > room - used && used)
		bad = full_written(f, buffer, &used);
	while (!bad && done < parameters[i].count) {
		int64_t n = parameters[i].count - done;
		if (n > room - used)
			n = room - used;
		bad = cudaMemcpy(buffer + used, parameters[i].data + done, n * sizeof(float),
				 cudaMemcpyDeviceToHost) != 0;
		done += n;
		used += n;
		if (!bad && used == room)
			bad = full_written(f, buffer, &used);
	}
}
if (!bad && used)
	bad = full_written(f, buffer, &used);
bad |= fclose(f) != 0;
if (bad)
	cudaGetLastError();
return bad ? -1 : 0;

/* 4.1 scaled_in_place: numbers become twice the range times as much by adding to themselves, as docs/lab9.md shows */
bool good = true;
for (int i = 0; i < layers; i++) {
	Shape shape = SHAPE(sizes[i], sizes[i + 1]);
	Tensor *weight = tensor_uniform(shape, seed + (uint64_t)i, device), *ones = tensor_ones(shape, device);
	good = good && weight && ones && tensor_add_scaled(weight, 2 * range - 1, weight) == 0 &&
	       tensor_add_scaled(weight, -range, ones) == 0;
	tensor_free(ones);
	parameters[2 * i] = weight;
	parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
	good = good && parameters[2 * i + 1];
}
for (int i = 0; i < 2 * layers && !good; parameters[i++] = NULL)
	tensor_free(parameters[i]);
cudaGetLastError();
return good ? 0 : -1;
