/* test_symbol_policy.c - small labs are compiled here and looked at with the kit's real drives and
 * libraries: each must be refused for its reason, or be let through. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/folder.h"
#include "grader/compile/symbol_policy.h"
#include "grader/sandbox/process.h"
#include "grader/setup/work_dir.h"

static char folder[] = "/tmp/usegpu-lint-XXXXXX";
static char *no_flags[] = {NULL};
static Options options;
static const LabChecks lab = {.number = 1, .name = "lab1_devices"};

static int begin(void **state)
{
	const char *build = getenv("B");
	(void)state;

	options.build = realpath(build ? build : "build", NULL);
	options.cflags = no_flags;
	return !options.build || !mkdtemp(folder) ? -1 : 0;
}

static int end(void **state)
{
	(void)state;
	free(options.build);
	folder_remove(folder);
	return access(folder, F_OK) == 0 ? -1 : 0;
}

/* Compiles the source and looks at it; the line that tells why, "" when it may be linked. */
static const char *look(const char *source)
{
	static ProcessEnd done;
	static char why[400], where[80];
	char *const argv[] = {"cc",    "-O2", "-g",    "-fPIC", "-ffunction-sections", "-w", "-c",
			      "lab.c", "-o",  "lab.o", NULL};
	char *const env[] = {"PATH=/usr/local/bin:/usr/bin:/bin", NULL};
	ProcessSpec spec = {.argv = argv,
			    .env = env,
			    .folder = folder,
			    .wall_s = 60,
			    .cpu_s = 60,
			    .files = 64,
			    .file_bytes = 1 << 24};
	char path[64];
	FILE *file;

	snprintf(path, sizeof path, "%s/lab.c", folder);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(source, file);
	fclose(file);
	assert_int_equal(process_run(&spec, &done), 0);
	assert_int_equal(done.status, 0);
	snprintf(path, sizeof path, "%s/lab.o", folder);
	why[0] = '\0';

	int bad = symbol_policy_check(&options, &lab, path, why, sizeof why, where, sizeof where);

	assert_int_equal(bad < 0, why[0] != '\0');
	if (bad < 0)
		assert_memory_equal(why, where, strlen(where));
	return why;
}

static void test_refused(void **state)
{
	static const struct {
		const char *source, *why;
	} cases[] = {
		{"long write(void) { return 1; }",
		 "lab1_devices.c:1: defines write, which belongs to the C library; give it another "
		 "name, or make it static"},
		{"\nint cudaMalloc(void) { return 1; }",
		 "lab1_devices.c:2: defines cudaMalloc, which belongs to CUDA; "},
		{"int cublasCreate_v2(void) { return 1; }", "belongs to cuBLAS; "},
		{"int simcuda_counters;",
		 "lab1_devices.c:1: defines simcuda_counters, which belongs "
		 "to the simulator; "},
		{"int tensor_add(void) { return 1; }", "belongs to the framework; "},
		{"int drive_go(void) { return 1; }", "belongs to the kit; "},
		{"int lab_drives[9];", "belongs to the kit; "},
		{"int drive_heap_bytes;", "defines drive_heap_bytes, which belongs to the kit; "},
		{"void drive_heap_window(int); void f(void) { drive_heap_window(0); }",
		 "lab1_devices.c:1: uses drive_heap_window, which is the kit's own"},
		{"void __gmon_start__(void) {}", "belongs to the compiler and the C library; "},
		{"int own(void) __asm__(\"malloc\"); int own(void) { return 1; }",
		 "lab1_devices.c:1: defines malloc, "},
		{"void drive_end(void *); void f(void) { drive_end(0); }",
		 "lab1_devices.c:1: uses drive_end, which is the kit's own"},
		{"\n\n__attribute__((constructor)) static void f(void) { __builtin_trap(); }",
		 "lab1_devices.c:3: has code that runs before or after"},
		{"__asm__(\".section .dynamic,\\\"aw\\\"\\n.quad 0\\n.text\");",
		 "lab1_devices.c: has a section .dynamic"},
		{"__asm__(\".section .debug_macro,\\\"0x800\\\"\\n.long 1, 0\\n.quad 9, "
		 "1\\n.text\");",
		 "lab1_devices.c: has a section .debug_macro that is compressed"},
		{"__asm__(\".section .zdebug_types,\\\"\\\"\\n.ascii \\\"ZLIB\\\"\\n.text\");",
		 "lab1_devices.c: has a section .zdebug_types that is compressed"},
		{"__asm__(\".section .debug_macro,\\\"\\\"\\n.zero 9 << 20\\n.text\");",
		 "lab1_devices.c: has 9 MiB of debug information; wanted at most 4"},
		{"__asm__(\".altmacro\\n.macro x n\\n.section .data.x\\\\n,\\\"aw\\\"\\n.byte "
		 "0\\n.endm\\n"
		 ".set i,0\\n.rept 65400\\nx %i\\n.set i,i+1\\n.endr\\n.noaltmacro\\n.text\");",
		 " sections; wanted less than 65280"},
		{"static int a(void) { return 1; } static void *p(void) { return (void *)a; }"
		 "int f(void) __attribute__((ifunc(\"p\")));",
		 "chooses f when the program is loaded"},
	};
	(void)state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *why = look(cases[i].source);

		if (!strstr(why, cases[i].why))
			fail_msg("wanted \"%s\", got \"%s\"", cases[i].why, why);
	}
}

static void test_allowed(void **state)
{
	static const char *const sources[] = {
		"int count_gpus(void) { return 1; }",
		"int swap, copy, sync, shape, step; int bind(int a) { return a; }",
		"static int write(int a) { return a; } int f(void) { return write(1); }",
		"static inline int min(int a, int b) { return a < b ? a : b; } int max;",
		"_Thread_local int t; const char *const text = \"x\"; int zero[100];",
		"__attribute__((section(\"mine\"))) int placed = 1;",
		"__attribute__((cold)) int rare(void) { return 1; } int mainly, cudaCheck, cublas;",
		"void lab_todo(const char *, ...); int f(void) { lab_todo(\"1.1\"); return 0; }",
		"",
	};
	(void)state;

	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
		assert_string_equal(look(sources[i]), "");
}

static void test_what_cannot_be_read(void **state)
{
	char why[200], where[80];
	Options elsewhere = {.build = "/nowhere", .cflags = no_flags};
	char *path = NULL;
	(void)state;

	assert_int_equal(symbol_policy_check(&options, &lab, "/nowhere/lab.o", why, sizeof why,
					     where, sizeof where),
			 -1);
	assert_string_equal(why, "lab1_devices.c: its compiled form cannot be read");
	look("int x;");
	assert_true(asprintf(&path, "%s/lab.o", folder) > 0);
	assert_int_equal(
		symbol_policy_check(&elsewhere, &lab, path, why, sizeof why, where, sizeof where),
		-2);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_allowed),
		cmocka_unit_test(test_what_cannot_be_read),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
