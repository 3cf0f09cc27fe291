/* test_line_table.c - the lines of a small program: of the student's file, of another, of a header;
 * addresses that are nowhere; and tables that are no such file. */
#include <fcntl.h>
#include <gelf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/folder.h"
#include "grader/probe/line_table.h"
#include "grader/sandbox/process.h"

static char folder[] = "/tmp/usegpu-lines-XXXXXX", box[64], program[64], table[64];
static SandboxTier tier;

static const struct {
	const char *name, *text;
} files[] = {
	{"lab.c", "#include \"small.h\"\n"             /* 1 */
		  "int own(int x) { return x * 3; }\n" /* 2 */
		  "int through_header(int x)\n"        /* 3 */
		  "{\n"                                /* 4 */
		  "	return small(x);\n"            /* 5 */
		  "}\n"},
	{"small.h", "int own(int x); extern volatile int sink;\n"
		    "static inline __attribute__((always_inline)) int small(int x)\n"
		    "{ sink = x; sink = x; sink = x; return sink; }\n"},
	{"drive.c", "#include \"small.h\"\n"
		    "volatile int sink;\n"
		    "int others(int x) { return own(x) + 1; }\n"
		    "int main(void) { return others(sink); }\n"},
};

static int run(char *const *argv)
{
	static ProcessEnd end;
	char *const env[] = {"PATH=/usr/local/bin:/usr/bin:/bin", NULL};
	const ProcessSpec spec = {.argv = argv,
				  .env = env,
				  .folder = folder,
				  .wall_s = 60,
				  .cpu_s = 60,
				  .files = 64,
				  .file_bytes = 1 << 24};

	return process_run(&spec, &end) == 0 && end.status == 0 ? 0 : -1;
}

static int begin(void **state)
{
	char *const argv[] = {"cc", "-O1", "-g", "lab.c", "drive.c", "-o", "program", NULL};
	char path[64], why[400];
	(void)state;

	if (!mkdtemp(folder) || chmod(folder, 0755) < 0)
		return -1;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, files[i].name);
		FILE *file = fopen(path, "w");
		if (!file || fputs(files[i].text, file) < 0 || fclose(file) != 0)
			return -1;
	}
	snprintf(box, sizeof box, "%s/box-XXXXXX", folder);
	snprintf(program, sizeof program, "%s/program", folder);
	snprintf(table, sizeof table, "%s/program.lines", folder);
	if (run(argv) < 0 || sandbox_folder_create(box) < 0)
		return -1;
	tier = sandbox_probe(SANDBOX_FULL, box, NULL, why, sizeof why);
	return 0;
}

static int end(void **state)
{
	(void)state;
	folder_remove(folder);
	return access(folder, F_OK) == 0 ? -1 : 0;
}

static ApartEnd make(const char *path, char *why, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ApartEnd how = line_table_make(tier, box, fd, "lab.c", table, why, size);

	close(fd);
	return how;
}

/* The address of a function's begin, and its bytes. */
static uint64_t address_of(const char *function, uint64_t *bytes)
{
	int fd = open(program, O_RDONLY | O_CLOEXEC);
	uint64_t found = 0;
	Elf *elf;

	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	for (Elf_Scn *s = NULL; elf && (s = elf_nextscn(elf, s));) {
		GElf_Shdr head;
		GElf_Sym symbol;

		if (!gelf_getshdr(s, &head) || head.sh_type != SHT_SYMTAB)
			continue;
		for (int i = 0; gelf_getsym(elf_getdata(s, NULL), i, &symbol); i++) {
			const char *name = elf_strptr(elf, head.sh_link, symbol.st_name);

			if (name && strcmp(name, function) == 0) {
				found = symbol.st_value;
				*bytes = symbol.st_size;
			}
		}
	}
	elf_end(elf);
	close(fd);
	assert_true(found > 0 && *bytes > 0);
	return found;
}

static void test_places(void **state)
{
	uint64_t bytes = 0, own = address_of("own", &bytes), others, stack[3];
	char why[200];
	(void)state;

	assert_int_equal(make(program, why, sizeof why), APART_DONE);
	for (uint64_t i = 0; i < bytes; i++)
		assert_int_equal(line_table_find(table, &(uint64_t){own + i}, 1), 2);
	others = address_of("others", &bytes);
	for (uint64_t i = 0; i < bytes; i++)
		assert_int_equal(line_table_find(table, &(uint64_t){others + i}, 1), 0);
	/* the first that is the student's, behind any number of others */
	stack[0] = others;
	stack[1] = UINT64_MAX;
	stack[2] = own + 1;
	assert_int_equal(line_table_find(table, stack, 3), 2);
	assert_int_equal(line_table_find(table, stack, 2), 0);
	assert_int_equal(line_table_find(table, stack, 0), 0);
	assert_int_equal(line_table_find(table, &(uint64_t){0}, 1), 0);
}

/* In a header, the frame around it counts; in another file, nobody's does. */
static void test_calls(void **state)
{
	uint64_t bytes = 0, own = address_of("own", &bytes), others = address_of("others", &bytes),
		 header = address_of("through_header", &bytes);
	CallSite calls[5] = {{.frame = {own}},
			     {.frame = {others, own}},
			     {.frame = {0}},
			     {.frame = {1, own}},
			     {.line = 99}};
	char why[200];
	int in_header = 0;
	(void)state;

	assert_int_equal(make(program, why, sizeof why), APART_DONE);
	line_table_calls(table, calls, 5);
	assert_int_equal(calls[0].line, 2);
	assert_int_equal(calls[1].line, 0);
	assert_int_equal(calls[2].line, 0);
	assert_int_equal(calls[3].line, 2); /* the first is nowhere */
	assert_int_equal(calls[4].line, 0);
	for (uint64_t i = 0; i < bytes; i++) {
		CallSite inlined = {.frame = {header + i, own}};

		line_table_calls(table, &inlined, 1);
		assert_true(inlined.line >= 2 && inlined.line <= 6);
		in_header += inlined.line == 2;
	}
	assert_true(in_header > 0);
}

static void test_what_is_no_program(void **state)
{
	char why[200], source[64];
	(void)state;

	snprintf(source, sizeof source, "%s/lab.c", folder);
	unlink(table);
	assert_int_equal(make(source, why, sizeof why), APART_BROKEN);
	assert_string_equal(why, "cannot be read");
	assert_int_equal(access(table, F_OK), -1);
	assert_int_equal(make("/nowhere", why, sizeof why), APART_BROKEN);
}

/* Any bytes are a table; what they say of a line is a line, or 0. */
static void test_any_table(void **state)
{
	static const char *const tables[] = {"", "short", "0123456789abcdef0123456789abcdef",
					     "................................................"};
	CallSite call = {.frame = {1, 2, 3, 4}, .line = 9};
	(void)state;

	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
		FILE *file = fopen(table, "w");

		assert_non_null(file);
		fputs(tables[i], file);
		fclose(file);
		for (uint64_t place = 1; place != 0; place <<= 1)
			assert_true(line_table_find(table, &place, 1) >= 0);
		line_table_calls(table, &call, 1);
		assert_true(call.line >= 0);
	}
	unlink(table);
	assert_int_equal(line_table_find(table, &(uint64_t){1}, 1), 0);
	line_table_calls(table, &call, 1);
	assert_int_equal(call.line, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_calls),
		cmocka_unit_test(test_what_is_no_program),
		cmocka_unit_test(test_any_table),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
