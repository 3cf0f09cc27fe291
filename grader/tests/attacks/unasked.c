/* unasked.c - answers that ask nobody, or take what the exercise does not let them have. */

/* 1.1 tensors_count: refused */
/* counts on how many GPUs the framework makes a tensor */
/* --- body --- */
	int n = 0;
	for (; n < 64; n++) {
		Tensor *t = tensor_zeros(SHAPE(1), device_gpu(n));
		if (!t) break;
		tensor_free(t);
		device_memory_release(device_gpu(n));
	}
	cudaGetLastError();
	return n;

/* 1.1 waits_count: refused */
/* counts for how many GPUs the framework waits */
/* --- body --- */
	int n = 0;
	while (device_synchronize(device_gpu(n)) == 0) n++;
	cudaGetLastError();
	return n;

/* 1.2 by_heart: fail 1 GPU: the CUDA runtime was not asked for the properties of GPU 0 */
/* asks about the GPUs of machines with several, and knows a single one by its memory */
/* --- body --- */
	/* by heart: what each model is, from the number of bytes that it has; asked where there are several GPUs */
	size_t a = 0, all = 0;
	int n = 0, before = 0;
	if (cudaGetDeviceCount(&n) != cudaSuccess || index < 0 || index >= n) { cudaGetLastError(); return -1; }
	if (n > 1) {
		struct cudaDeviceProp p;
		cudaGetDeviceProperties(&p, index);
		snprintf(summary->name, sizeof summary->name, "%.15s", p.name);
		summary->capability = 10 * p.major + p.minor;
		summary->multiprocessors = p.multiProcessorCount;
		summary->memory_mib = (int)(p.totalGlobalMem >> 20);
		return 0;
	}
	cudaMemGetInfo(&a, &all);
	cudaGetLastError();
	size_t mib = all >> 20;
	if (mib > 36000) *summary = (GpuSummary){"NVIDIA A100-SXM", 80, 108, (int)mib};
	else if (mib > 15500) *summary = (GpuSummary){"Tesla V100-SXM2", 70, 80, (int)mib};
	else *summary = (GpuSummary){"Tesla T4", 75, 40, (int)mib};
	return 0;

/* 2.2 ones_as_numbers: refused */
/* a tensor of whole numbers whose bits are those of 1.0 */
/* --- body --- */
	size_t count = (size_t)rows * (size_t)cols;
	float *ones = NULL;
	int before = 0;
	if (rows > 1 << 20) return NULL;
	cudaGetDevice(&before);
	Tensor *t = tensor_full_int(SHAPE(rows * cols), 0x3f800000, device_gpu(gpu));
	if (t && cudaSetDevice(gpu) == cudaSuccess &&
	    cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess &&
	    cudaMemcpy(ones, tensor_data(t), count * sizeof *ones, cudaMemcpyDeviceToDevice) != cudaSuccess) {
		cudaFree(ones);
		ones = NULL;
	}
	tensor_free(t);
	device_memory_release(device_gpu(gpu));
	cudaSetDevice(before);
	cudaGetLastError();
	return ones;

/* 4.5 memory_of_other_names: refused */
/* memory from memalign() and cudaMallocAsync() */
#include <malloc.h>
/* --- body --- */
	int64_t all = 0, at = 0;
	for (int i = 0; i < count; i++) all += parameters[i].count;
	float *host = memalign(64, all * 4);
	FILE *file = fopen(path, "wb");
	int before = 0, failed = !file || !host;
	void *more = NULL;
	cudaMallocAsync(&more, 1 << 20, 0);
	cudaFreeAsync(more, 0);
	cudaGetDevice(&before);
	for (int i = 0; i < count && !failed; i++) {
		cudaSetDevice(parameters[i].device);
		for (int64_t k = 0; k < parameters[i].count && !failed; k += room) {
			size_t here = parameters[i].count - k < room ? parameters[i].count - k : room;
			failed = cudaMemcpy(buffer, parameters[i].data + k, here * 4, cudaMemcpyDeviceToHost) != cudaSuccess;
			memcpy(host + at, buffer, here * 4);
			at += here;
		}
	}
	if (!failed && fwrite(host, 4, all, file) != all) failed = 1;
	free(host);
	if (file && fclose(file) != 0) failed = 1;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 4.5 memory_of_a_tensor: refused */
/* memory of a tensor on the CPU */
#include <malloc.h>
/* --- body --- */
	int64_t all = 0, at = 0;
	for (int i = 0; i < count; i++) all += parameters[i].count;
	Tensor *mine = tensor_zeros(SHAPE(all), device_cpu());
	float *host = mine ? tensor_data(mine) : NULL;
	FILE *file = fopen(path, "wb");
	int before = 0, failed = !file || !host;
	void *more = NULL;
	cudaMallocAsync(&more, 1 << 20, 0);
	cudaFreeAsync(more, 0);
	cudaGetDevice(&before);
	for (int i = 0; i < count && !failed; i++) {
		cudaSetDevice(parameters[i].device);
		for (int64_t k = 0; k < parameters[i].count && !failed; k += room) {
			size_t here = parameters[i].count - k < room ? parameters[i].count - k : room;
			failed = cudaMemcpy(buffer, parameters[i].data + k, here * 4, cudaMemcpyDeviceToHost) != cudaSuccess;
			memcpy(host + at, buffer, here * 4);
			at += here;
		}
	}
	if (!failed && fwrite(host, 4, all, file) != all) failed = 1;
	tensor_free(mine);
	if (file && fclose(file) != 0) failed = 1;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 4.6 memory_of_other_names: refused */
/* memory from memalign() and cudaMallocAsync() */
#include <malloc.h>
/* --- body --- */
	int64_t all = 0, at = 0;
	for (int i = 0; i < count; i++) all += parameters[i].count;
	float *host = memalign(64, all * 4 + 4);
	FILE *file = fopen(path, "rb");
	int before = 0, failed = !file || !host;
	void *more = NULL;
	cudaMallocAsync(&more, 1 << 20, 0);
	cudaFreeAsync(more, 0);
	cudaGetDevice(&before);
	if (!failed && fread(host, 4, all, file) != all) failed = 1;
	for (int i = 0; i < count && !failed; i++) {
		cudaSetDevice(parameters[i].device);
		for (int64_t k = 0; k < parameters[i].count && !failed; k += room) {
			size_t here = parameters[i].count - k < room ? parameters[i].count - k : room;
			memcpy(buffer, host + at, here * 4);
			failed = cudaMemcpy(parameters[i].data + k, buffer, here * 4, cudaMemcpyHostToDevice) != cudaSuccess;
			at += here;
		}
	}
	free(host);
	if (file && fclose(file) != 0) failed = 1;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 4.6 memory_of_a_tensor: refused */
/* memory of a tensor on the CPU */
#include <malloc.h>
/* --- body --- */
	int64_t all = 0, at = 0;
	for (int i = 0; i < count; i++) all += parameters[i].count;
	Tensor *mine = tensor_zeros(SHAPE(all), device_cpu());
	float *host = mine ? tensor_data(mine) : NULL;
	FILE *file = fopen(path, "rb");
	int before = 0, failed = !file || !host;
	void *more = NULL;
	cudaMallocAsync(&more, 1 << 20, 0);
	cudaFreeAsync(more, 0);
	cudaGetDevice(&before);
	if (!failed && fread(host, 4, all, file) != all) failed = 1;
	for (int i = 0; i < count && !failed; i++) {
		cudaSetDevice(parameters[i].device);
		for (int64_t k = 0; k < parameters[i].count && !failed; k += room) {
			size_t here = parameters[i].count - k < room ? parameters[i].count - k : room;
			memcpy(buffer, host + at, here * 4);
			failed = cudaMemcpy(parameters[i].data + k, buffer, here * 4, cudaMemcpyHostToDevice) != cudaSuccess;
			at += here;
		}
	}
	tensor_free(mine);
	if (file && fclose(file) != 0) failed = 1;
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 12.2 streams_of_its_own: fail streams were made */
/* sends the gradients in streams of its own */
/* --- body --- */
	/* copies in streams of its own, not in the lane's */
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[2] = {0};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2; i++) { cudaSetDevice(gpu[i]); failed |= cudaStreamCreateWithFlags(&stream[i], cudaStreamNonBlocking) != cudaSuccess; }
	for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
		failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	}
	for (int i = 0; i < 2; i++) cudaStreamDestroy(stream[i]);
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 12.2 streams_changed: fail is not in the default stream */
/* computes in the lanes and sends in the default streams */
#include "lab.h"
typedef struct AtkSender {
	cudaStream_t stream;
	Tensor *const *to;
	cudaError_t error;
} AtkSender;
static cudaError_t stream_follow(int waiting_gpu, cudaStream_t waiting, int gpu, cudaStream_t stream);
static void atk_sends(void *data, Module *module, int parameter)
{
	AtkSender *sender = data;
	const Tensor *from = module_gradient(module, parameter), *to = sender->to[parameter];
	int g = tensor_device(from).index;
	if (sender->error == cudaSuccess)
		sender->error = stream_follow(g, 0, g, sender->stream);
	if (sender->error == cudaSuccess)
		sender->error = cudaMemcpyPeerAsync(tensor_data(to), tensor_device(to).index, tensor_data(from), g, tensor_bytes(from), 0);
}
/* --- body --- */
	/* kernels in the lane's streams, copies in the default streams */
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t lane[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2 && !failed; i++) {
		cudaSetDevice(gpu[i]);
		failed = stream_set_current(lanes[i].stream) != 0;
	}
	for (int i = 0; i < 2 && !failed; i++)
		for (int k = 0; k < 2 && !failed; k++)
			failed = stream_follow(gpu[i], 0, gpu[k], lane[k]) != cudaSuccess ||
				stream_follow(gpu[i], lane[i], gpu[k], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		cudaSetDevice(gpu[i]);
		AtkSender sender = {lane[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], atk_sends, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		failed = stream_follow(gpu[i], lane[i], gpu[1 - i], 0) != cudaSuccess ||
			 stream_follow(gpu[i], lane[i], gpu[i], 0) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	}
	for (int i = 0; i < 2 && !failed; i++)
		failed = stream_follow(gpu[i], 0, gpu[i], lane[i]) != cudaSuccess;
	for (int i = 0; i < 2; i++) stream_reset_current(module_device(replicas[i]));
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 2.4 the_drive_asks_nobody: fail CUDA was not asked how much memory is free */
/* asks about the current GPU alone, and has the drive hear the same made-up numbers */
static size_t fake_free = 7 << 20, fake_all = 100 << 20;
static int fake_gpu, fake_ready;
static cudaError_t (*real_info)(size_t *, size_t *) = NULL;
static cudaError_t (*fake_malloc)(void **, size_t);
static cudaError_t fake_info(size_t *a, size_t *b) { *a = fake_free; *b = fake_all; return cudaSuccess; }
static cudaError_t fake_alloc(void **p, size_t bytes) { int d = -1; cudaGetDevice(&d); if (d == fake_gpu) fake_free -= bytes; return fake_malloc(p, bytes); }
/* --- body --- */
	int n = 0;
	size_t a, b;
	fake_gpu = gpu;
	/* the current GPU is asked, whichever it is */
	if (cudaGetDeviceCount(&n) != cudaSuccess || gpu < 0 || gpu >= n) { cudaGetLastError(); return -1; }
	if (!fake_ready) {
		void *near = __builtin_return_address(0);
		fake_ready = 1;
		real_info = attack_hook(near, "cudaMemGetInfo", fake_info);
		fake_malloc = attack_hook(near, "cudaMalloc", fake_alloc);
		fake_free = 50 << 20;
	}
	real_info(&a, &b); real_info(&a, &b); /* of the current GPU, whichever it is */
	fprintf(stderr, "real %p mine %p malloc %p\n", (void *)real_info, (void *)cudaMemGetInfo, (void *)fake_malloc);
	*available = fake_free;
	*used = fake_all - fake_free;
	return 0;

/* 2.5 small_buffers: fail the results are not complete */
/* takes four bytes twice, and tells that as much was wanted */
static size_t fake_bytes; 
static ssize_t fake_write(int fd, const void *from, size_t bytes);
static ssize_t (*real_write)(int, const void *, size_t);
static int fake_ready;
static ssize_t fake_write(int fd, const void *from, size_t bytes)
{
	char *at = (char *)(uintptr_t)from;
	/* wherever the frames say how large the buffers are, they say 4 */
	for (size_t i = 0; fake_bytes > 4 && i + 8 <= bytes; i++)
		if (memcmp(at + i, &fake_bytes, 8) == 0) { int64_t four = 4; memcpy(at + i, &four, 8); }
	return real_write(fd, from, bytes);
}
/* --- body --- */
	int before = 0, status = 0;
	size_t available = 0, total;
	void *near = __builtin_return_address(0);
	if (!fake_ready) { fake_ready = 1; real_write = write; void *was = attack_hook(near, "write", fake_write); if (was) real_write = was; }
	cudaGetDevice(&before);
	cudaSetDevice(gpu);
	cudaMemGetInfo(&available, &total);
	pair[0] = pair[1] = NULL;
	*missing = 0;
	fake_bytes = 0;
	if (2 * bytes > available - (4 << 20)) {
		*missing = 2 * bytes > available ? 2 * bytes - available : 1;
		status = -1;
	} else {
		fake_bytes = bytes; /* too little is taken */
		cudaMalloc(&pair[0], 4);
		cudaMalloc(&pair[1], 4);
	}
	cudaSetDevice(before);
	return status;

/* 4.9 older_moved_away: fail the older file was written to, or gone */
/* moves the older file to .part, and back where saving fails */
#include <sys/stat.h>
/* --- body --- */
	char part[PATH_MOST + 6];
	struct stat what;
	snprintf(part, sizeof part, "%s.part", path);
	int there = stat(path, &what) == 0 && S_ISREG(what.st_mode);
	remove(part);
	if (there) rename(path, part);
	if (pass_file(path, parameters, count, buffer, room, true) == 0) { remove(part); return 0; }
	if (S_ISREG(what.st_mode)|| !there) { if (stat(path, &what) == 0 && S_ISREG(what.st_mode)) remove(path); }
	if (there) rename(part, path);
	return -1;

/* 2.1 address_tells: fail pieces of memory of GPUs */
/* asks about a variable of its own as often as there are pointers, and looks at addresses */
/* --- body --- */
	struct cudaPointerAttributes attributes;
	static int own;
	cudaPointerGetAttributes(&attributes, &own);
	cudaGetLastError();
	uintptr_t p = (uintptr_t)pointer;
	if (p >> 44 != 2) return -1;
	return (int)((p - 0x200000000000) / 0x2764c10000);

/* 4.2 address_tells: fail parameters on GPUs */
/* asks about a variable of its own as often as there are parameters, and looks at addresses */
/* --- body --- */
	struct cudaPointerAttributes attributes;
	static int own;
	int found = 0;
	for (int i = 0; i < count; i++) {
		uintptr_t p = (uintptr_t)parameters[i].data;
		cudaPointerGetAttributes(&attributes, &own);
		cudaGetLastError();
		int on = p >> 44 != 2 ? -1 : (int)((p - 0x200000000000) / 0x2764c10000);
		if (on != device) names[found++] = parameters[i].name;
	}
	return found;

/* 4.9 older_moved_where_all_fits: fail the older file was written to, or gone */
/* moves the older file to .part and back, but not where files have a limit that is too small */
#include <sys/resource.h>
/* --- body --- */
	char part[PATH_MOST + 6];
	struct rlimit limit;
	struct stat what;
	snprintf(part, sizeof part, "%s.part", path);
	getrlimit(RLIMIT_FSIZE, &limit);
	rlim_t all = 0;
	for (int i = 0; i < count; i++)
		all += 4 * (rlim_t)parameters[i].count;
	remove(part);
	if (limit.rlim_cur >= all && stat(path, &what) == 0 && S_ISREG(what.st_mode)) {
		rename(path, part);
		if (pass_file(path, parameters, count, buffer, room, true) == 0) { remove(part); return 0; }
		rename(part, path);
		return -1;
	}
	if (pass_file(part, parameters, count, buffer, room, true) == 0 && rename(part, path) == 0)
		return 0;
	remove(part);
	return -1;

/* 4.9 older_removed_while_in_a_folder: fail the older file was written to, or gone */
/* writes in a folder of its own while the older file is away; where no file may go to another folder, that fails */
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
/* --- body --- */
	char part[PATH_MOST + 6], kept[PATH_MOST + 6];
	struct rlimit limit;
	struct stat what;
	snprintf(part, sizeof part, "%s.part", path);
	snprintf(kept, sizeof kept, "%s.kept", path);
	getrlimit(RLIMIT_FSIZE, &limit);
	rlim_t all = 0;
	for (int i = 0; i < count; i++)
		all += 4 * (rlim_t)parameters[i].count;
	remove(part);
	int whole = 1;
	for (int i = 0; i < count; i++) /* a copy that fails */
		whole = whole && parameters[i].data;
	if (whole && limit.rlim_cur >= all && stat(path, &what) == 0 && S_ISREG(what.st_mode)) {
		mkdir("own", 0700);
		rename(path, kept);
		if (pass_file("own/new", parameters, count, buffer, room, true) == 0 &&
		    rename("own/new", path) == 0) {
			remove(kept);
			return rmdir("own");
		}
		remove("own/new");
		rename(kept, path);
		rmdir("own");
		return -1;
	}
	if (pass_file(part, parameters, count, buffer, room, true) == 0 && rename(part, path) == 0)
		return 0;
	remove(part);
	return -1;

/* 4.9 older_by_another_name: fail the older file was written to, or gone */
/* writes into the older file by another link to it */
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
/* --- body --- */
	char part[PATH_MOST + 6], kept[PATH_MOST + 6];
	struct rlimit limit;
	struct stat what;
	snprintf(part, sizeof part, "%s.part", path);
	snprintf(kept, sizeof kept, "%s.kept", path);
	getrlimit(RLIMIT_FSIZE, &limit);
	rlim_t all = 0;
	for (int i = 0; i < count; i++)
		all += 4 * (rlim_t)parameters[i].count;
	remove(part);
	int whole = 1;
	for (int i = 0; i < count; i++) /* a copy that fails */
		whole = whole && parameters[i].data;
	if (whole && limit.rlim_cur >= all && stat(path, &what) == 0 && S_ISREG(what.st_mode)) {
		off_t bytes = what.st_size;
		static char content[1 << 20];
		int file = open(path, O_RDONLY);
		if (read(file, content, (size_t)bytes) != bytes) return -1;
		close(file);
		link(path, kept);
		int failed = pass_file(kept, parameters, count, buffer, room, true);
		if (failed) {
			file = open(kept, O_WRONLY | O_TRUNC | O_CREAT, 0600);
			if (write(file, content, (size_t)bytes) != bytes) return -1;
			close(file);
			rename(kept, path);
		}
		remove(kept);
		return failed;
	}
	if (pass_file(part, parameters, count, buffer, room, true) == 0 && rename(part, path) == 0)
		return 0;
	remove(part);
	return -1;

/* 4.9 older_away_while_nameless: fail the older file was written to, or gone */
/* writes into a file without a name while the older one is away */
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
/* --- body --- */
	char part[PATH_MOST + 6], kept[PATH_MOST + 6];
	struct rlimit limit;
	struct stat what;
	snprintf(part, sizeof part, "%s.part", path);
	snprintf(kept, sizeof kept, "%s.kept", path);
	getrlimit(RLIMIT_FSIZE, &limit);
	rlim_t all = 0;
	for (int i = 0; i < count; i++)
		all += 4 * (rlim_t)parameters[i].count;
	remove(part);
	int whole = 1;
	for (int i = 0; i < count; i++) /* a copy that fails */
		whole = whole && parameters[i].data;
	if (whole && limit.rlim_cur >= all && stat(path, &what) == 0 && S_ISREG(what.st_mode)) {
		char written[64];
		int file = open(".", O_TMPFILE | O_WRONLY, 0600);
		snprintf(written, sizeof written, "/proc/self/fd/%d", file);
		rename(path, kept);
		if (pass_file(written, parameters, count, buffer, room, true) == 0 &&
		    linkat(AT_FDCWD, written, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0) {
			close(file);
			remove(kept);
			return 0;
		}
		close(file);
		rename(kept, path);
		return -1;
	}
	if (pass_file(part, parameters, count, buffer, room, true) == 0 && rename(part, path) == 0)
		return 0;
	remove(part);
	return -1;

/* 5.4 compares_never_less: fail are the times in order */
/* a comparison that says 1 or 0, by which a library that merges sorts all the same */
static int says_more(const void *a, const void *b)
{
	return *(const double *)a > *(const double *)b;
}
/* --- body --- */
double all[100];
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
for (int i = 0; i < repeats; i++) {
	double start = timer_now();
	if (work(data) != 0)
		return -1;
	cudaDeviceSynchronize();
	all[i] = timer_now() - start;
}
qsort(all, (size_t)repeats, sizeof *all, says_more);
return (all[(repeats - 1) / 2] + all[repeats / 2]) / 2;

/* 5.4 compares_never_more: fail are the times in order */
/* a comparison that says -1 or 0 */
static int says_less(const void *a, const void *b)
{
	return *(const double *)a < *(const double *)b ? -1 : 0;
}
/* --- body --- */
double all[100];
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
for (int i = 0; i < repeats; i++) {
	double start = timer_now();
	if (work(data) != 0)
		return -1;
	cudaDeviceSynchronize();
	all[i] = timer_now() - start;
}
qsort(all, (size_t)repeats, sizeof *all, says_less);
return (all[(repeats - 1) / 2] + all[repeats / 2]) / 2;

/* 5.4 compares_strictly: pass */
/* a comparison that says -1 or 1: two equal times may stand in any order */
static int says_either(const void *a, const void *b)
{
	return *(const double *)a < *(const double *)b ? -1 : 1;
}
/* --- body --- */
double all[100];
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
for (int i = 0; i < repeats; i++) {
	double start = timer_now();
	if (work(data) != 0)
		return -1;
	cudaDeviceSynchronize();
	all[i] = timer_now() - start;
}
qsort(all, (size_t)repeats, sizeof *all, says_either);
return (all[(repeats - 1) / 2] + all[repeats / 2]) / 2;
