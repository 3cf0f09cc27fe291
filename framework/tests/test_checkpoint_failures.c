/* test_checkpoint_failures.c - each call that saving and loading makes fails once: of the host's
 * memory, of the file system, of CUDA. Then there is a message, nothing is lost, and nothing of the
 * old file or of the model has changed. */
#include "framework/tests/test_files.h"

#include <cuda_runtime.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "framework/tests/test_slots.h"

static long calls_left = -1;    /* until the one that fails; -1: none does */
static int failed;              /* with this errno; 0 when it is CUDA's, -1 when none did */
static const char *failed_name; /* the function */

static bool fails_now(int error, const char *name)
{
	if (calls_left < 0 || calls_left-- > 0)
		return false;
	failed = error;
	failed_name = name;
	errno = error;
	return true;
}

/* RETURNS NAME(PARAMETERS) fails with errno ERROR and gives FAILURE, or is what it was. */
#define FAILING(returns, name, parameters, arguments, failure, error)                              \
	static returns failing_##name parameters                                                   \
	{                                                                                          \
		return fails_now(error, #name) ? (failure) : name arguments;                       \
	}
FAILING(void *, malloc, (size_t n), (n), NULL, ENOMEM)
FAILING(void *, calloc, (size_t n, size_t m), (n, m), NULL, ENOMEM)
FAILING(void *, aligned_alloc, (size_t a, size_t n), (a, n), NULL, ENOMEM)
FAILING(char *, strdup, (const char *s), (s), NULL, ENOMEM)
FAILING(char *, realpath, (const char *s, char *out), (s, out), NULL, EIO)
FAILING(int, fstat, (int f, struct stat *s), (f, s), -1, EIO)
FAILING(int, fsync, (int f), (f), -1, EIO)
FAILING(int, fchmod, (int f, mode_t m), (f, m), -1, EPERM)
FAILING(int, rename, (const char *a, const char *b), (a, b), -1, EACCES)
FAILING(ssize_t, pread, (int f, void *to, size_t n, off_t at), (f, to, n, at), -1, EIO)
FAILING(ssize_t, pwrite, (int f, const void *from, size_t n, off_t at), (f, from, n, at), -1,
	ENOSPC)
FAILING(cudaError_t, cudaMalloc, (void **p, size_t n), (p, n), cudaErrorMemoryAllocation, 0)
FAILING(cudaError_t, cudaHostAlloc, (void **p, size_t n, unsigned f), (p, n, f),
	cudaErrorMemoryAllocation, 0)
FAILING(cudaError_t, cudaStreamCreateWithFlags, (cudaStream_t * s, unsigned f), (s, f),
	cudaErrorUnknown, 0)
FAILING(cudaError_t, cudaEventCreateWithFlags, (cudaEvent_t * e, unsigned f), (e, f),
	cudaErrorUnknown, 0)
FAILING(cudaError_t, cudaEventRecord, (cudaEvent_t e, cudaStream_t s), (e, s), cudaErrorUnknown, 0)
FAILING(cudaError_t, cudaStreamWaitEvent, (cudaStream_t s, cudaEvent_t e, unsigned f), (s, e, f),
	cudaErrorUnknown, 0)
FAILING(cudaError_t, cudaMemcpyAsync,
	(void *to, const void *from, size_t n, enum cudaMemcpyKind k, cudaStream_t s),
	(to, from, n, k, s), cudaErrorUnknown, 0)
FAILING(cudaError_t, cudaEventSynchronize, (cudaEvent_t e), (e), cudaErrorUnknown, 0)
FAILING(cudaError_t, cudaGetDevice, (int *d), (d), cudaErrorUnknown, 0)

static int failing_open(const char *name, int flags, mode_t mode)
{
	return fails_now(EMFILE, "open") ? -1 : open(name, flags, mode);
}

static int failing_close(int file) /* which closes all the same */
{
	int result = close(file);
	return fails_now(EIO, "close") ? -1 : result;
}

/* What only gives back does so, then says that it failed. */
#define FAILING_AFTER(name, type)                                                                  \
	static cudaError_t failing_##name(type handle)                                             \
	{                                                                                          \
		cudaError_t result = name(handle);                                                 \
		return fails_now(0, #name) ? cudaErrorUnknown : result;                            \
	}
FAILING_AFTER(cudaStreamSynchronize, cudaStream_t)
FAILING_AFTER(cudaStreamDestroy, cudaStream_t)
FAILING_AFTER(cudaEventDestroy, cudaEvent_t)
FAILING_AFTER(cudaFreeHost, void *)

#define ROW(name)                                                                                  \
	{                                                                                          \
#name, (uintptr_t)failing_##name                                                   \
	}
static const Replacement replacements[] = {
	ROW(malloc),
	ROW(calloc),
	ROW(aligned_alloc),
	ROW(strdup),
	ROW(realpath),
	ROW(fstat),
	ROW(fsync),
	ROW(fchmod),
	ROW(rename),
	ROW(pread),
	ROW(pwrite),
	ROW(open),
	ROW(close),
	ROW(cudaMalloc),
	ROW(cudaHostAlloc),
	ROW(cudaStreamCreateWithFlags),
	ROW(cudaEventCreateWithFlags),
	ROW(cudaEventRecord),
	ROW(cudaStreamWaitEvent),
	ROW(cudaMemcpyAsync),
	ROW(cudaEventSynchronize),
	ROW(cudaGetDevice),
	ROW(cudaStreamSynchronize),
	ROW(cudaStreamDestroy),
	ROW(cudaEventDestroy),
	ROW(cudaFreeHost),
};
#define REPLACEMENTS (sizeof(replacements) / sizeof(replacements[0]))

/* --- what is tried --------------------------------------------------------------------------- */

#define TENSORS 5
static const char *const names[TENSORS] = {"a", "b", "c", "d", "e"};
static Tensor *tensors[TENSORS];
static Module *model;

static bool save(void)
{
	return checkpoint_save(path, names, (const Tensor *const *)tensors, TENSORS) == 0;
}

static bool open_and_read(void)
{
	Checkpoint *file = checkpoint_open(path);
	Tensor *x = file ? checkpoint_read(file, 1, device_gpu(1)) : NULL;
	Tensor *y = x ? checkpoint_read(file, 3, device_cpu()) : NULL;
	checkpoint_close(file);
	tensor_free(y);
	tensor_free(x);
	return y != NULL;
}

static bool save_model(void)
{
	return module_save(model, path) == 0;
}

static bool load_model(void)
{
	return module_load(model, path) == 0;
}

typedef struct Action {
	bool (*run)(void);
	bool good;
	Status status;
	bool named; /* the message says what failed */
	char message[512];
} Action;

/* A new thread has nothing yet, so what a thread makes once can fail too. */
static void *run_action(void *argument)
{
	Action *action = argument;
	error_clear();
	action->good = action->run();
	action->status = error_status();
	snprintf(action->message, sizeof(action->message), "%s", error_message());
	action->named = strstr(error_message(), failed > 0 ? strerror(failed) : failed_name) ||
			(failed == ENOMEM && strstr(error_message(), "no memory")) ||
			(failed == 0 && strstr(error_message(), "needed")) ||
			(failed == 0 && strstr(error_message(), "pinned memory"));
	return NULL;
}

/* Elements of the model's parameters, one behind the other. */
static float *model_elements(size_t *count)
{
	static float out[4096];
	*count = 0;
	for (int i = 0; i < module_parameter_count(model); i++) {
		const Tensor *x = module_parameter(model, i);
		assert_in_range(*count + (size_t)tensor_count(x), 1, 4096);
		assert_int_equal(tensor_to_host(x, out + *count), 0);
		*count += (size_t)tensor_count(x);
	}
	return out;
}

/* Lets the first call fail, then the second, until none is left. The file, the model, and all that
 * is held are each time as before. Returns how many calls there were. */
static int fail_one_by_one(bool (*run)(void))
{
	for (int n = 0;; n++) {
		pthread_t thread;
		Action action = {.run = run};
		size_t bytes, bytes_after, count, count_after;
		float before[4096];
		unsigned char *old = read_bytes(&bytes);
		memcpy(before, model_elements(&count), sizeof(before));
		uint64_t held = test_live_bytes();
		int open_before = entries_of("/proc/self/fd");
		calls_left = n;
		failed = -1;
		failed_name = "";
		assert_int_equal(pthread_create(&thread, NULL, run_action, &action), 0);
		assert_int_equal(pthread_join(thread, NULL), 0);
		calls_left = -1;
		assert_int_equal(test_live_bytes(), held);
		assert_int_equal(entries_of("/proc/self/fd"), open_before);
		assert_int_equal(entries_of(folder), 1);
		if (failed < 0) {
			assert_true(action.good);
			free(old);
			return n;
		}
		if (action.good) /* closing a file that was read changes nothing */
			assert_string_equal(failed_name, "close");
		else {
			if (action.status >= 0 || !action.named)
				fail_msg("%s failed: %s", failed_name, action.message);
			unsigned char *now = read_bytes(&bytes_after);
			assert_int_equal(bytes_after, bytes);
			assert_memory_equal(now, old, bytes);
			free(now);
			const float *after = model_elements(&count_after);
			assert_int_equal(count_after, count);
			assert_memory_equal(after, before, count * sizeof(float));
		}
		free(old);
	}
}

static Module *make_model(uint64_t seed, Device device)
{
	const int sizes[] = {7, 20, 3};
	Module *made = module_mlp(sizes, 3, seed, device);
	assert_non_null(made);
	return made;
}

static void test_calls_fail(void **state)
{
	Replacements all = {replacements, REPLACEMENTS, 0};
	int saving = 0, reading = 0, loading = 0;
	(void)state;
	dl_iterate_phdr(slots_replace, &all);
	assert_int_equal(all.done, REPLACEMENTS);
	void (*set_allocation)(void *(*)(size_t), void (*)(void *)) =
		(void (*)(void *(*)(size_t), void (*)(void *)))(uintptr_t)dlsym(
			RTLD_DEFAULT, "json_set_alloc_funcs");
	assert_non_null(set_allocation);
	set_allocation(failing_malloc, free); /* the JSON library's */
	for (int i = 0; i < TENSORS; i++)
		tensors[i] = tensor_full(SHAPE(10, i), 0.5F + (float)i, test_devices[i % 3]);
	model = make_model(1, device_cpu());
	assert_true(save());
	saving += fail_one_by_one(save);
	reading += fail_one_by_one(open_and_read);
	for (int gpu = 0; gpu < 3; gpu++) {
		module_free(model);
		model = make_model(2, test_devices[gpu]);
		loading += fail_one_by_one(save_model);
		module_free(model); /* so that what is loaded is another */
		model = make_model(3, test_devices[gpu]);
		loading += fail_one_by_one(load_model);
	}
	module_free(model);
	for (int i = 0; i < TENSORS; i++)
		tensor_free(tensors[i]);
	set_allocation(malloc, free);
	assert_true(saving > 100 && reading > 100 && loading > 300);
}

/* The disk is full (a limit on the size of files, as an error), at each byte: the old file stays,
 * alone. */
static void test_disk_full(void **state)
{
	const char *const name[] = {"x"};
	struct rlimit before, limit;
	char message[512];
	size_t bytes;
	(void)state;
	Tensor *x[] = {tensor_ones(SHAPE(3), device_cpu()),
		       tensor_ones(SHAPE(5000), device_gpu(0))};
	const Tensor *given[] = {x[0]};
	assert_int_equal(checkpoint_save(path, name, given, 1), 0);
	unsigned char *old = read_bytes(&bytes);
	given[0] = x[1];
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	limit = before;
	void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
	snprintf(message, sizeof(message), "checkpoint_save: %s cannot be written: File too large",
		 path);
	for (rlim_t most = 0; most < 20000; most += 71) {
		size_t found;
		limit.rlim_cur = most;
		assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
		FAILS(STATUS_IO, message, checkpoint_save(path, name, given, 1));
		unsigned char *now = read_bytes(&found);
		assert_int_equal(found, bytes);
		assert_memory_equal(now, old, bytes);
		free(now);
		assert_int_equal(entries_of(folder), 1);
	}
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	signal(SIGXFSZ, handler);
	free(old);
	tensor_free(x[0]);
	tensor_free(x[1]);
}

static void test_bad_arguments(void **state)
{
	char message[512];
	(void)state;
	Tensor *x = tensor_ones(SHAPE(2), device_gpu(1));
	const Tensor *given[] = {x, x, NULL};
#define NAMES(...) ((const char *const[]){__VA_ARGS__})
	FAILS(STATUS_ARGUMENT, "checkpoint_save: path is NULL",
	      checkpoint_save(NULL, NAMES("a"), given, 1));
	FAILS(STATUS_ARGUMENT, "checkpoint_save: names is NULL",
	      checkpoint_save(path, NULL, given, 1));
	FAILS(STATUS_ARGUMENT, "checkpoint_save: tensors is NULL",
	      checkpoint_save(path, NAMES("a"), NULL, 1));
	FAILS(STATUS_ARGUMENT, "checkpoint_save: tensor 2 is NULL",
	      checkpoint_save(path, NAMES("a", "b", "c"), given, 3));
	FAILS(STATUS_ARGUMENT, "checkpoint_save: the name of tensor 1 is NULL",
	      checkpoint_save(path, NAMES("a", NULL), given, 2));
	FAILS(STATUS_ARGUMENT, "checkpoint_save: tensor 1 cannot have the name \"\"",
	      checkpoint_save(path, NAMES("a", ""), given, 2));
	FAILS(STATUS_ARGUMENT, "checkpoint_save: tensor 0 cannot have the name \"__metadata__\"",
	      checkpoint_save(path, NAMES("__metadata__", "a"), given, 2));
	FAILS(STATUS_ARGUMENT, "checkpoint_save: two tensors have the name \"a\"",
	      checkpoint_save(path, NAMES("a", "a"), given, 2));
	FAILS(STATUS_ARGUMENT, "checkpoint_save: the name of tensor 0, \"\xff\", is not UTF-8",
	      checkpoint_save(path, NAMES("\xff", "a"), given, 2));
	FAILS(STATUS_ARGUMENT, "checkpoint_save: the count is -1; wanted 0 to 65536",
	      checkpoint_save(path, NAMES("a"), given, -1));
	FAILS(STATUS_ARGUMENT, "checkpoint_save: the count is 65537; wanted 0 to 65536",
	      checkpoint_save(path, NAMES("a"), given, 65537));
	FAILS(STATUS_IO,
	      "checkpoint_save: /nonexistent/x cannot be written: No such file or directory",
	      checkpoint_save("/nonexistent/x", NAMES("a"), given, 1));
	snprintf(message, sizeof(message), "checkpoint_save: %s is not a regular file", folder);
	FAILS(STATUS_IO, message, checkpoint_save(folder, NAMES("a"), given, 1));
	snprintf(message, sizeof(message), "checkpoint_save: %s is not a regular file", path);
	assert_int_equal(mkfifo(path, 0600), 0);
	FAILS(STATUS_IO, message, checkpoint_save(path, NAMES("a"), given, 1));
	assert_int_equal(entries_of(folder), 1);
	assert_int_equal(unlink(path), 0);
	/* 65536 long names make a header that is too long */
	const char **many = calloc(65536, sizeof(const char *));
	const Tensor **same = calloc(65536, sizeof(const Tensor *));
	char *text = malloc(65536 * 1600L);
	for (int i = 0; i < 65536; i++) {
		char *name = text + i * 1600L;
		memset(name, 'n', 1599);
		sprintf(name + 1590, "%d", i);
		many[i] = name;
		same[i] = x;
	}
	error_clear();
	assert_int_equal(checkpoint_save(path, many, same, 65536), STATUS_ARGUMENT);
	assert_non_null(strstr(error_message(), "; 100000000 at most"));
	assert_int_equal(entries_of(folder), 0);
	free(text);
	free(same);
	free(many);
	tensor_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_bad_arguments, nothing_left),
		cmocka_unit_test_teardown(test_disk_full, nothing_left),
		cmocka_unit_test_teardown(test_calls_fail, nothing_left),
	};
	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests_name("checkpoint failures", tests, files_setup,
					   files_teardown);
}
