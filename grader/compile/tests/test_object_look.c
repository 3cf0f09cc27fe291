/* test_object_look.c - small labs are compiled here and looked at with the kit's real drives and
 * libraries: each must be refused for its reason, or be let through with what the checks ask. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/compile/tests/look_at.h"

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
		{"__asm__(\".section .rela.dyn,\\\"a\\\"\\n.quad 0,37,0\\n.text\");",
		 "lab1_devices.c: has a section .rela.dyn, which no exercise needs"},
		{"__asm__(\".section mine,\\\"a\\\",@0x4\\n.quad 0,37,0\\n.text\");",
		 "lab1_devices.c: has a section mine, which no exercise needs"},
		{"__asm__(\".section mine,\\\"\\\",%4\\n.quad 0,37,0\\n.text\");",
		 "lab1_devices.c: has a section mine, which no exercise needs"}, /* loaded or not */
		{"__asm__(\".section mine,\\\"a\\\",%6\\n.quad 0,0\\n.text\");",
		 "lab1_devices.c: has a section mine, which no exercise needs"},
		{"__asm__(\".section mine,\\\"aw\\\",@note\\n.quad 0\\n.text\");",
		 "lab1_devices.c: has a section mine, which no exercise needs"},
		{"__asm__(\".section .comment,\\\"aw\\\",@progbits\\n.quad 0\\n.text\");",
		 "lab1_devices.c: has a section .comment, which no exercise needs"},
		{"__asm__(\".section .note.x,\\\"ax\\\",@note\\n.quad 0\\n.text\");",
		 "lab1_devices.c: has a section .note.x with rights that no compiler gives it"},
		{"__asm__(\".section mine,\\\"awx\\\",@progbits\\n.quad 0\\n.text\");",
		 "lab1_devices.c: has a section mine with rights that no compiler gives it"},
#ifdef __x86_64__
		{"__asm__(\".section .data.x,\\\"aw\\\"\\nx: .quad 0\\n.reloc x+1, R_X86_64_64, "
		 "write\\n.text\");",
		 "lab1_devices.c: has something filled in outside of a section (.rela.data.x)"},
		{"__asm__(\".section .data.x,\\\"aw\\\"\\nx: .quad 0\\n.reloc x, "
		 "R_X86_64_IRELATIVE, x\\n.text\");",
		 "lab1_devices.c: has something filled in outside of a section (.rela.data.x)"},
#endif
		{"__attribute__((aligned(8192))) int wide;",
		 "whose address is to be a multiple of 8192; take it out, or have at most 4096"},
		{"char one, *all[40000] = {[0 ... 39999] = &one};",
		 "has 312 KiB of variables with first values, or of each thread; take it out, or "
		 "have at most 256"},
		{"_Thread_local char all[300 << 10];",
		 "has 300 KiB of variables with first values, or of each thread; "},
		{"__asm__(\".weak simcuda_finish\\n.hidden simcuda_finish\\n.data\\n.quad "
		 "simcuda_finish\\n.text\");",
		 "keeps simcuda_finish from others (by a visibility, or asm); take it out"},
		{"\nextern int free(void *) __attribute__((visibility(\"hidden\"))); void f(void "
		 "*p) { "
		 "free(p); }",
		 "lab1_devices.c:2: keeps free from others "},
		{"__asm__(\".section .debug_macro,\\\"0x800\\\"\\n.long 1, 0\\n.quad 9, "
		 "1\\n.text\");",
		 "lab1_devices.c: has a section .debug_macro that is compressed"},
		{"__asm__(\".section .zdebug_types,\\\"\\\"\\n.ascii \\\"ZLIB\\\"\\n.text\");",
		 "lab1_devices.c: has a section .zdebug_types that is compressed"},
		{"__asm__(\".section .debug_macro,\\\"\\\"\\n.zero 9 << 20\\n.text\");",
		 "lab1_devices.c: has 9 MiB of debug information; wanted at most 4"},
		{"\nstatic char big[1ul << 33]; char *f(void) { return big; }",
		 "lab1_devices.c:2: has 8192 MiB of static variables, big the largest; wanted at "
		 "most 2000 "
		 "in all"},
		{"char *f(void) { static char kept[3ul << 30]; return kept; }",
		 "lab1_devices.c: has 3072 MiB of static variables, kept the largest; "},
		{"static float a[300 << 20], b[300 << 20]; float *f(int i) { return i ? a : b; }",
		 "lab1_devices.c:1: has 2400 MiB of static variables, "},
		{"_Thread_local char many[1ul << 32];",
		 "lab1_devices.c:1: has 4096 MiB of static variables, many the largest"},
		{"__asm__(\".bss\\n.zero 1 << 40\\n.text\");",
		 "lab1_devices.c: has 1048576 MiB of static variables; "},
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
		const char *why = look_at(cases[i].source)->message;

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
		"static char large[1 << 30]; char *f(void) { return large; }",
		"_Thread_local int t; const char *const text = \"x\"; int zero[100];",
		"__attribute__((section(\"mine\"))) int placed = 1;",
		"__attribute__((section(\"hot\"))) int run(void) { return 1; }",
		"const int set[2] = {1, 2}; const char *const names[] = {\"a\", \"b\"};",
		"extern int g(void) __attribute__((weak)); int f(void) { return g ? g() : 0; }",
		"int g(void); int (*const list[])(void) = {g, g}; int g(void) { return 1; }",
		"__attribute__((aligned(4096))) int wide;",
		"char one, *all[30000] = {[0 ... 29999] = &one};",
		"__attribute__((cold)) int rare(void) { return 1; } int mainly, cudaCheck, cublas;",
		"void lab_todo(const char *, ...); int f(void) { lab_todo(\"1.1\"); return 0; }",
		"",
	};
	(void)state;

	for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
		assert_string_equal(look_at(sources[i])->message, "");
}

/* What the checks ask: lines, and calls that an exercise forbids. */
static void test_facts(void **state)
{
	const ObjectLook *look = look_at("extern int bad(int);\n"                   /* 1 */
					 "int direct(int x)\n"                      /* 2 */
					 "{\n"                                      /* 3 */
					 "	return bad(x) + 1;\n"               /* 4 */
					 "}\n"                                      /* 5 */
					 "int clean(int x) { return x; }\n"         /* 6 */
					 "static int hidden(int x) { return x; }\n" /* 7 */
					 "int user(int x) { return hidden(x); }\n"  /* 8 */
					 "extern long syscall(long, ...);\n"        /* 9 */
					 "int detour(int x) { return syscall(x); }\n" /* 10 */);
	static const struct {
		int there, line, forbidden_line, detour_line;
		const char *forbidden, *detour;
	} wanted[] = {
		{1, 2, 4, 0, "bad", ""},       /* direct */
		{1, 6, 0, 0, "", ""},          /* clean */
		{0, 0, 0, 0, "", ""},          /* hidden: static */
		{1, 10, 0, 10, "", "syscall"}, /* detour */
		{1, 10, 0, 0, "", ""},         /* detour, where nothing is forbidden */
		{0, 0, 0, 0, "", ""},          /* nowhere */
	};
	(void)state;

	assert_int_equal(look->outcome, OBJECT_ALLOWED);
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		const CheckFacts *facts = &look->facts[i];

		assert_int_equal(facts->there, wanted[i].there);
		assert_int_equal(facts->line, wanted[i].line);
		assert_string_equal(facts->forbidden.symbol, wanted[i].forbidden);
		assert_string_equal(facts->detour.symbol, wanted[i].detour);
		if (wanted[i].forbidden_line > 0)
			assert_int_equal(facts->forbidden.line, wanted[i].forbidden_line);
		if (wanted[i].detour_line > 0)
			assert_int_equal(facts->detour.line, wanted[i].detour_line);
	}
}

static void test_what_cannot_be_read(void **state)
{
	Options elsewhere = look_options;
	static ObjectLook look;
	(void)state;

	elsewhere.build = (char[]){"/nowhere"};
	object_look(&look_options, &look_lab, look_box, "/nowhere/lab.o", &look);
	assert_int_equal(look.outcome, OBJECT_REFUSED);
	assert_string_equal(look.message, "lab1_devices.c: its compiled form cannot be read");
	assert_int_equal(look_at("int x;")->outcome, OBJECT_ALLOWED);
	object_look(&elsewhere, &look_lab, look_box, look_object, &look);
	assert_int_equal(look.outcome, OBJECT_FAULT);
	assert_string_equal(look.message, "lab1_devices.c: the kit's own objects cannot be read");
	object_look(&look_options, &look_lab, "/nowhere/box", look_object, &look);
	assert_int_equal(look.outcome, OBJECT_FAULT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_allowed),
		cmocka_unit_test(test_facts),
		cmocka_unit_test(test_what_cannot_be_read),
	};

	return cmocka_run_group_tests(tests, look_begin, look_end);
}
