/* api_smi.c - tests of what a process publishes for gpu-smi: the figures against what CUDA tells
 * the program, the lock against forks and other processes, and consistent figures with many
 * threads. */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "framework/simcuda/registry/registry.h"
#include "cuda_runtime.h"

#define GOOD(call) assert_int_equal(call, cudaSuccess)
#define MIB        ((size_t)1 << 20)

enum { THREADS = 4, ROUNDS = 120 };

static char folder[] = "/tmp/usegpu-api-smi.XXXXXX";

/* As it was before there was a machine; cmocka's first reading of the clock makes one. */
static int entries_before, lowest_before;

/* How many entries there are; `path` becomes the last one's. */
static int entries(char *path, size_t size)
{
	int count = 0;
	DIR *list = opendir(folder);
	assert_non_null(list);
	for (const struct dirent *e; (e = readdir(list));) {
		if (e->d_name[0] == '.')
			continue;
		snprintf(path, size, "%s/%s", folder, e->d_name);
		count++;
	}
	closedir(list);
	return count;
}

/* The descriptor over which the process holds its own entry: opening another and closing it would
 * drop the lock, as for any POSIX lock. */
static int own_descriptor(void)
{
	for (int fd = 3; fd < 256; fd++) {
		char link[64], path[512] = "";
		snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
		if (readlink(link, path, sizeof path - 1) > 0 && strstr(path, REGISTRY_PREFIX))
			return fd;
	}
	return -1;
}

static void read_own(RegistryEntry *entry)
{
	assert_int_equal(pread(own_descriptor(), entry, sizeof *entry, 0), sizeof *entry);
}

static int lowest_descriptor(void)
{
	int fd = dup(0);
	close(fd);
	return fd;
}

/* Compares one GPU's memory with what the program is told. */
static void assert_memory(int device, int physical)
{
	RegistryEntry entry;
	size_t left, total;
	GOOD(cudaSetDevice(device));
	GOOD(cudaMemGetInfo(&left, &total));
	read_own(&entry);
	assert_int_equal(entry.memory_bytes, total);
	assert_int_equal(entry.gpu[physical].used_bytes, total - left);
	assert_int_equal(entry.gpu[physical].attached, 1);
}

/* --- tests, in this order -------------------------------------------------------------------- */

static void test_entry(void **state)
{
	(void)state;
	char path[512], self[512] = "";
	int count;
	RegistryEntry entry;
	struct stat status;
	GOOD(cudaGetDeviceCount(&count));
	assert_int_equal(count, 2);
	assert_int_equal(entries(path, sizeof path), 1);
	assert_int_equal(entries_before, 0);
	assert_int_equal(lowest_descriptor(),
			 lowest_before); /* the program's numbers are as ever */
	read_own(&entry);
	assert_memory_equal(entry.magic, REGISTRY_MAGIC, sizeof entry.magic);
	assert_int_equal(entry.size, sizeof entry);
	assert_int_equal(entry.pid, getpid());
	assert_int_equal(entry.gpus, 3);
	assert_string_equal(entry.model, "tiny");
	assert_true(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
	assert_string_equal(entry.program, self);
	for (int i = 0; i < 3; i++)
		assert_int_equal(entry.gpu[i].attached, 0); /* counting them uses none */
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0600);
	assert_true(fcntl(own_descriptor(), F_GETFD) & FD_CLOEXEC);
}

static void test_memory(void **state)
{
	(void)state;
	void *a, *b, *c;
	RegistryEntry entry;
	GOOD(cudaMalloc(&a, 5 * MIB)); /* the program's GPU 0 is the machine's 2 */
	assert_memory(0, 2);
	read_own(&entry);
	assert_int_equal(entry.gpu[0].attached, 0);
	assert_int_equal(entry.gpu[1].attached, 0); /* not visible */
	uint64_t before = entry.gpu[2].used_bytes;
	GOOD(cudaMalloc(&b, 3));
	assert_memory(0, 2);
	GOOD(cudaSetDevice(1));
	GOOD(cudaMalloc(&c, 9 * MIB));
	assert_memory(1, 0);
	GOOD(cudaFree(b));
	assert_memory(0, 2);
	read_own(&entry);
	assert_int_equal(entry.gpu[2].used_bytes, before);
	GOOD(cudaFree(c));
	assert_memory(1, 0);
	GOOD(cudaSetDevice(1));
	GOOD(cudaDeviceReset());
	read_own(&entry);
	assert_int_equal(entry.gpu[0].attached, 0);
	assert_int_equal(entry.gpu[0].used_bytes, 0);
	assert_int_equal(entry.gpu[1].attached, 0);
	GOOD(cudaSetDevice(0));
	GOOD(cudaFree(a));
}

/* Queued work counts at once, for as long as events say that it takes. */
static void test_busy(void **state)
{
	(void)state;
	void *p;
	cudaEvent_t start, stop;
	RegistryEntry before, after;
	float ms;
	GOOD(cudaMalloc(&p, 8 * MIB));
	GOOD(cudaEventCreate(&start));
	GOOD(cudaEventCreate(&stop));
	read_own(&before);
	GOOD(cudaMemset(p, 1, 8 * MIB));
	GOOD(cudaEventRecord(start, 0));
	GOOD(cudaMemset(p, 2, 8 * MIB));
	GOOD(cudaEventRecord(stop, 0));
	read_own(&after);
	assert_true(after.gpu[2].span_ns >= after.gpu[2].busy_ns);
	GOOD(cudaEventSynchronize(stop));
	GOOD(cudaEventElapsedTime(&ms, start, stop));
	double busy = (double)(after.gpu[2].busy_ns - before.gpu[2].busy_ns);
	assert_true(busy > 1000); /* the two took as long, one after the other */
	assert_true(busy / (2e6 * (double)ms) > 0.9999 && busy / (2e6 * (double)ms) < 1.0001);
	assert_int_equal(after.gpu[0].busy_ns, 0);
	int64_t then = after.gpu[2].span_ns;
	GOOD(cudaDeviceSynchronize());
	read_own(&after);
	assert_true(after.gpu[2].span_ns >= then);
	GOOD(cudaEventDestroy(start));
	GOOD(cudaEventDestroy(stop));
	GOOD(cudaFree(p));
}

/* Who holds the lock, as another process is told: 0 for nobody. */
static pid_t lock_holder(const char *path)
{
	struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	int fd = open(path, O_RDONLY);
	if (fd < 0 || fcntl(fd, F_GETLK, &lock) != 0)
		_exit(9);
	close(fd);
	return lock.l_type == F_UNLCK ? 0 : lock.l_pid;
}

static int status_of(pid_t child)
{
	int status;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* A child holds no lock, publishes nothing, and takes nothing away when it ends. */
static void test_fork(void **state)
{
	(void)state;
	char path[512];
	RegistryEntry before, after;
	pid_t parent = getpid();
	assert_int_equal(entries(path, sizeof path), 1);
	read_own(&before);
	pid_t child = fork();
	if (child == 0) {
		void *p;
		if (lock_holder(path) != parent)
			_exit(1);
		if (cudaMalloc(&p, MIB) == cudaSuccess)
			_exit(2);
		fclose(stdout); /* what it holds is the parent's to print */
		exit(0);        /* with destructors */
	}
	assert_int_equal(status_of(child), 0);
	assert_int_equal(entries(path, sizeof path), 1);
	read_own(&after);
	assert_memory_equal(&before, &after, sizeof before);
	child = fork();
	if (child == 0)
		_exit(lock_holder(path) == parent ? 0 : 1);
	assert_int_equal(status_of(child), 0);
}

/* --- many threads ---------------------------------------------------------------------------- */

static void *hammer(void *state)
{
	int device = (int)(intptr_t)state % 2;
	int wrong = cudaSetDevice(device) != cudaSuccess;
	for (int i = 0; i < ROUNDS; i++) {
		void *p = NULL;
		wrong |= cudaMalloc(&p, MIB) != cudaSuccess;
		wrong |= cudaMemsetAsync(p, i, MIB, 0) != cudaSuccess;
		wrong |= cudaFree(p) != cudaSuccess;
	}
	return (void *)(intptr_t)wrong;
}

static void test_threads(void **state)
{
	(void)state;
	pthread_t thread[THREADS];
	RegistryEntry one, later;
	read_own(&one);
	uint64_t idle = one.gpu[2].used_bytes;
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&thread[i], NULL, hammer, (void *)(intptr_t)i), 0);
	for (int i = 0; i < ROUNDS; i++) {
		read_own(&one);
		read_own(&later);
		if (one.sequence % 2 || one.sequence != later.sequence)
			continue; /* a change was under way */
		/* two threads on a GPU, each with one allocation of one page at most */
		assert_true(one.gpu[2].used_bytes <= idle + 2 * 2 * MIB);
		assert_true(one.gpu[2].busy_ns <= one.gpu[2].span_ns);
		assert_true(one.gpu[0].busy_ns <= one.gpu[0].span_ns);
	}
	for (int i = 0; i < THREADS; i++) {
		void *wrong;
		assert_int_equal(pthread_join(thread[i], &wrong), 0);
		assert_null(wrong);
	}
	assert_memory(0, 2);
	assert_memory(1, 0);
	read_own(&one);
	assert_int_equal(one.gpu[2].used_bytes, idle);
	assert_int_equal(one.sequence % 2, 0);
}

/* A program that closes descriptors which it did not open only becomes invisible. */
static void test_closed(void **state)
{
	(void)state;
	char path[512];
	assert_int_equal(entries(path, sizeof path), 1);
	close(own_descriptor());
	pid_t child = fork();
	if (child == 0)
		_exit(lock_holder(path) == 0 ? 0 : 1);
	assert_int_equal(status_of(child), 0);
	void *p;
	GOOD(cudaMalloc(&p, MIB));
	GOOD(cudaFree(p));
}

static void remove_folder(void)
{
	char path[512];
	while (entries(path, sizeof path) > 0)
		unlink(path);
	rmdir(folder);
}

int main(void)
{
	if (!mkdtemp(folder) || setenv("SIMCUDA_REGISTRY", folder, 1))
		return 2;
	setenv("SIMCUDA_MACHINE", "3xtiny", 1);
	setenv("CUDA_VISIBLE_DEVICES", "2,0", 1);
	char path[512];
	entries_before = entries(path, sizeof path);
	lowest_before = lowest_descriptor();
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_entry),   cmocka_unit_test(test_memory),
		cmocka_unit_test(test_busy),    cmocka_unit_test(test_fork),
		cmocka_unit_test(test_threads), cmocka_unit_test(test_closed),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	remove_folder();
	return failed;
}
