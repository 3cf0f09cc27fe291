/* api_driver.c - the library that stands in for the driver: whatever a program begins with, it is
 * told once how to reach the simulated GPUs, and fails as with NVIDIA's own stub. */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* CUDA_ERROR_... in NVIDIA's cuda.h */
#define INVALID_VALUE 1
#define STUB_LIBRARY  34

static void *library;

static void *entry(const char *name)
{
	void *found = dlsym(library, name);
	if (!found)
		fail_msg("%s is not there", name);
	return found;
}

/* Calls all by which a program begins. */
static void begin(void)
{
	int (*init)(unsigned), (*version)(int *), (*count)(int *);
	int (*address)(const char *, void **, int, uint64_t);
	int (*address_2)(const char *, void **, int, uint64_t, void *);
	int number;
	void *function = &number;
	*(void **)&init = entry("cuInit");
	*(void **)&version = entry("cuDriverGetVersion");
	*(void **)&count = entry("cuDeviceGetCount");
	*(void **)&address = entry("cuGetProcAddress");
	*(void **)&address_2 = entry("cuGetProcAddress_v2");
	assert_int_equal(init(0), STUB_LIBRARY);
	assert_int_equal(version(&number), STUB_LIBRARY);
	assert_int_equal(count(&number), STUB_LIBRARY);
	assert_int_equal(address("cuInit", &function, 13000, 0), STUB_LIBRARY);
	assert_null(function);
	function = &number;
	assert_int_equal(address_2("cuInit", &function, 13000, 0, NULL), STUB_LIBRARY);
	assert_null(function);
	assert_int_equal(address("cuInit", NULL, 13000, 0), STUB_LIBRARY);
}

static void test_told_once(void **state)
{
	(void)state;
	char said[1000] = "";
	FILE *file = tmpfile();
	int kept = dup(STDERR_FILENO);
	assert_non_null(file);
	dup2(fileno(file), STDERR_FILENO);
	begin();
	fflush(stderr);
	dup2(kept, STDERR_FILENO);
	close(kept);
	assert_true(pread(fileno(file), said, sizeof said - 1, 0) > 0);
	fclose(file);
	assert_non_null(strstr(said, "nvcc -cudart shared"));
	assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1); /* one line */
}

/* What it returns has a name and NVIDIA's words; other codes have none. */
static void test_its_error_has_a_name(void **state)
{
	(void)state;
	int (*name)(int, const char **), (*words)(int, const char **);
	const char *text = NULL;
	*(void **)&name = entry("cuGetErrorName");
	*(void **)&words = entry("cuGetErrorString");
	assert_int_equal(name(STUB_LIBRARY, &text), 0);
	assert_string_equal(text, "CUDA_ERROR_STUB_LIBRARY");
	assert_int_equal(words(STUB_LIBRARY, &text), 0);
	assert_string_equal(text, "CUDA driver is a stub library");
	assert_int_equal(name(0, &text), 0);
	assert_string_equal(text, "CUDA_SUCCESS");
	assert_int_equal(words(700, &text), INVALID_VALUE);
	assert_null(text);
	assert_int_equal(name(STUB_LIBRARY, NULL), INVALID_VALUE);
	assert_int_equal(words(STUB_LIBRARY, NULL), INVALID_VALUE);
}

int main(void)
{
	const char *build = getenv("B"); /* by its path: a sanitizer's dlopen() looks elsewhere */
	char path[4096];
	snprintf(path, sizeof path, "%s/simcuda/libcuda.so.1", build ? build : "build");
	library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!library) {
		printf("not ok - %s\n", dlerror());
		return 1;
	}
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_told_once),
		cmocka_unit_test(test_its_error_has_a_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
