/* test_program_look.c - small labs are linked here with the kit's real drive, as the grader does and with flags that
 * bring about what a linker might make of an object that it reads in a way of its own. What is refused here is refused
 * by the program alone: the object is not looked at. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/sanitized.h"
#include "grader/compile/program_look.h"
#include "grader/compile/tests/look_at.h"

#define WORDS_MAX 40

/* Makes the program of look_object; `flags` are words between blanks. */
static void program_link(const char *flags)
{
	static ProcessEnd done;
	static char words[400];
	char *argv[WORDS_MAX] = {"cc",
				 "-Wl,--enable-new-dtags,--allow-shlib-undefined",
				 "-Wl,-z,relro,-z,now,-z,text",
				 "-o",
				 "lab",
				 "lab.o"};
	char *const env[] = {"PATH=/usr/local/bin:/usr/bin:/bin", NULL};
	char drives[3][400], library[400], simulator[400];
	int count = 6;
	ProcessSpec spec = {.argv = argv,
			    .env = env,
			    .folder = look_folder,
			    .wall_s = 60,
			    .cpu_s = 60,
			    .files = 64,
			    .file_bytes = 1 << 24};
	static const char *const parts[] = {"student/lab1_drive", "drive/drive", "drive/heap"};

	for (int i = 0; i < 3; i++) {
		snprintf(drives[i], sizeof drives[i], "%s/obj/grader/%s.o", look_options.build,
			 parts[i]);
		argv[count++] = drives[i];
	}
	snprintf(library, sizeof library, "-L%s/lib", look_options.build);
	snprintf(simulator, sizeof simulator, "-L%s/simcuda", look_options.build);
	argv[count++] = library;
	argv[count++] = "-lusegpu";
	argv[count++] = simulator;
	argv[count++] = "-lcublas";
	argv[count++] = "-lcudart";
	argv[count++] = "-lm";
	snprintf(words, sizeof words, "%s", flags);
	for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
		assert_true(count < WORDS_MAX - 1);
		argv[count++] = word;
	}
	argv[count] = NULL;
	assert_int_equal(process_run(&spec, &done), 0);
	close(done.folder_fd);
	if (done.status != 0)
		fail_msg("%s", done.output);
}

static const ObjectLook *program_look_at(const char *source, const char *flags)
{
	static ObjectLook look;
	char program[80];

	look_compile(source);
	program_link(flags);
	snprintf(program, sizeof program, "%s/lab", look_folder);
	program_look(&look_options, &look_lab, look_box, program, &look);
	return &look;
}

static void test_allowed(void **state)
{
	static const struct {
		const char *source, *flags;
	} cases[] = {
		{"int direct(void) { return 1; }", ""},
		{"#include <stdio.h>\n#include <unistd.h>\nextern char **environ;\n"
		 "static const char *names[] = {\"a\", \"b\"}; int numbers[9] = {1}; _Thread_local "
		 "int own = 3;\n"
		 "const char *direct(int i) { own++; fprintf(stderr, \"%p\", (void *)environ); "
		 "return names[i % 2]; }",
		 ""},
		{"int direct(void) { return 1; }", "-Wl,-z,norelro -Wl,-z,lazy"},
		{"int direct(void) { return 1; }", "-Wl,-z,pack-relative-relocs"},
		{"int call(int (*f)(void)); int direct(int n) { int within(void) { return n; } "
		 "return call(within); }\nint call(int (*f)(void)) { __asm__(\"\" : \"+r\"(f)); "
		 "return f(); }",
		 ""},
		{"int direct(void) { return 1; }", "-Wl,--hash-style=both -Wl,-rpath,/usr/lib"},
	};
	(void)state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (int t = 0; t < look_tier_count; t++) {
			look_options.tier = look_tiers[t];
			const ObjectLook *look = program_look_at(cases[i].source, cases[i].flags);

			assert_string_equal(look->message, "");
			assert_int_equal(look->outcome, OBJECT_ALLOWED);
		}
}

static void test_refused(void **state)
{
	static const struct {
		const char *source, *flags, *why;
	} cases[] = {
		{"__attribute__((constructor)) static void f(void) { __builtin_trap(); }", "",
		 "lab1_devices.c: the program that is made of it has code that runs before main or "
		 "behind it; take out what brings it"},
		{"__attribute__((destructor)) static void f(void) { __builtin_trap(); }", "",
		 "has code that runs before main or behind it"},
		/* in the C library's place, not beside it */
		{"void f(void) { }\n__asm__(\".section .init_array.00001,\\\"aw\\\",@init_array\\n"
		 ".quad f\\n.text\");",
		 "-nostartfiles -l:Scrt1.o", "has code that runs before main or behind it"},
		{"__asm__(\".section .preinit_array,\\\"aw\\\",@preinit_array\\n.quad "
		 "main\\n.text\");",
		 "", "asks something of the loader that no exercise needs (0x20)"},
		{"__asm__(\".section .init,\\\"ax\\\"\\n.zero 40,0x90\\n.text\");", "",
		 "has code that runs before main or behind it"},
		{"__asm__(\".section .fini,\\\"ax\\\"\\n.zero 40,0x90\\n.text\");", "",
		 "has code that runs before main or behind it"},
		{"__asm__(\".section mine,\\\"awx\\\",@progbits\\n.byte 0\\n.text\");", "",
		 "has memory that can be written to and run"},
		{"static int g(void) { return 1; } static void *choose(void) { return (void *)g; "
		 "}\n"
		 "int f(void) __attribute__((ifunc(\"choose\")));\nint (*p)(void) = f;",
		 "", "has the loader fill in what no exercise needs"},
		{"__asm__(\".section .rela.dyn,\\\"a\\\",%4\\n.quad 0x100000,8,0x1000\\n.text\");",
		 "", "has the loader fill in what no exercise needs"},
		{"int direct(void) { return 1; }", "-Wl,--audit=/tmp/none.so",
		 "asks something of the loader that no exercise needs"},
		{"__attribute__((visibility(\"default\"))) int own(void) { return 1; }",
		 "-Wl,--export-dynamic-symbol=own", "shows own to libraries"},
	};
	(void)state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const ObjectLook *look = program_look_at(cases[i].source, cases[i].flags);

		if (look->outcome != OBJECT_REFUSED || !strstr(look->message, cases[i].why))
			fail_msg("%s %s: %s", cases[i].source, cases[i].flags, look->message);
	}
}

/* Another file than the linker's: the lab is to blame, whatever stands in it. */
static void test_no_program(void **state)
{
	static ObjectLook look;
	char program[80];
	(void)state;

	look_compile("int direct(void) { return 1; }");
	program_look(&look_options, &look_lab, look_box, look_object, &look);
	assert_int_equal(look.outcome, OBJECT_REFUSED);
	assert_string_equal(look.message,
			    "lab1_devices.c: the program that is made of it has other segments "
			    "than a linker makes of an exercise; take out what brings it");
	snprintf(program, sizeof program, "%s/lab.c", look_folder);
	program_look(&look_options, &look_lab, look_box, program, &look);
	assert_int_equal(look.outcome, OBJECT_REFUSED);
	assert_non_null(strstr(look.message, "the program that is made of it "));
	snprintf(program, sizeof program, "%s/none", look_folder);
	program_look(&look_options, &look_lab, look_box, program, &look);
	assert_int_equal(look.outcome, OBJECT_FAULT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_program),
		cmocka_unit_test(test_allowed),
		cmocka_unit_test(test_refused),
	};
	/* a drive that was built for a sanitizer is linked with it, and what that adds is not looked at */
	const struct CMUnitTest sanitized[] = {cmocka_unit_test(test_no_program)};

	return SANITIZED ? cmocka_run_group_tests(sanitized, look_begin, look_end)
			 : cmocka_run_group_tests(tests, look_begin, look_end);
}
