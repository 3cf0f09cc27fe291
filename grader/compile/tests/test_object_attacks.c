/* test_object_attacks.c - objects that are made to harm who reads them: they name files and hosts,
 * say huge numbers, lead in circles, or are damaged anywhere. None is the grader's failure, none
 * opens what it names, and each comes to its end. */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/inotify.h>
#include <sys/socket.h>

#include <cmocka.h>

#include "grader/base/rng.h"
#include "grader/base/text.h"
#include "grader/compile/tests/look_at.h"
#include "grader/probe/apart.h"
#include "grader/probe/line_table.h"
#include "grader/probe/object.h"

/* --- who opens what, who calls -------------------------------------------------------------- */

static char fifo[64], secret[64], link_name[64];
static int watch = -1, listener = -1;

/* Files that tell when they are opened. Somebody holds the FIFO already, so that no open of it
 * waits: it would be told of no sooner. */
static int files_begin(void)
{
	static int held;
	FILE *file;

	snprintf(fifo, sizeof fifo, "%s/fifo", look_folder);
	snprintf(secret, sizeof secret, "%s/secret", look_folder);
	snprintf(link_name, sizeof link_name, "%s/lab.debug", look_folder);
	if (mkfifo(fifo, 0666) < 0 || chmod(fifo, 0666) < 0 || symlink(secret, link_name) < 0)
		return -1;
	file = fopen(secret, "w");
	if (!file || fclose(file) != 0 || chmod(secret, 0600) < 0)
		return -1;
	held = open(fifo, O_RDWR | O_CLOEXEC);
	watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	return held < 0 || watch < 0 || inotify_add_watch(watch, fifo, IN_OPEN) < 0 ||
			       inotify_add_watch(watch, secret, IN_OPEN) < 0
		       ? -1
		       : 0;
}

/* A host that libdebuginfod would ask. */
static int listener_begin(void)
{
	struct sockaddr_in here = {.sin_family = AF_INET,
				   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof here;
	char url[64];

	listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (listener < 0 || bind(listener, (struct sockaddr *)&here, sizeof here) < 0 ||
	    listen(listener, 8) < 0 || getsockname(listener, (struct sockaddr *)&here, &size) < 0)
		return -1;
	snprintf(url, sizeof url, "http://127.0.0.1:%d", ntohs(here.sin_port));
	setenv("DEBUGINFOD_CACHE_PATH", look_folder, 1);
	setenv("DEBUGINFOD_TIMEOUT", "3", 1);
	return setenv("DEBUGINFOD_URLS", url, 1);
}

static int begin(void **state)
{
	return look_begin(state) < 0 || files_begin() < 0 || listener_begin() < 0 ? -1 : 0;
}

static int end(void **state)
{
	close(watch);
	close(listener);
	return look_end(state);
}

static void nothing_was_opened(const char *what)
{
	char event[4096];
	int connection = accept(listener, NULL, NULL);

	if (read(watch, event, sizeof event) > 0)
		fail_msg("%s: a file was opened that the object names", what);
	if (connection >= 0)
		fail_msg("%s: somebody asked the host", what);
}

static void test_the_watches_work(void **state)
{
	int fd = open(fifo, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	char event[4096];
	(void)state;

	assert_true(fd >= 0 && close(fd) == 0);
	assert_true(read(watch, event, sizeof event) > 0);
	nothing_was_opened("nothing");
}

/* --- objects that name files ------------------------------------------------------------------ */

/* A unit of debug information whose root has the abbreviation 1, and a child the abbreviation 2. */
#define UNIT(abbreviations, root, child)                                                           \
	".section .debug_abbrev,\\\"\\\",@progbits\\n" abbreviations ".byte 0\\n"                  \
	".section .debug_info,\\\"\\\",@progbits\\n.long 2f-1f\\n1: .2byte 4\\n.long 0\\n.byte "   \
	"8\\n"                                                                                     \
	".uleb128 1\\n" root ".uleb128 2\\n" child ".byte 0\\n2:\\n.text\\n"
#define FUNCTIONS "int direct(int x) { return x; }"
/* its function's name is in the other file */
#define NAME_ELSEWHERE                                                                             \
	UNIT(".uleb128 1,0x11\\n.byte 1,0,0\\n.uleb128 2,0x2e\\n.byte 0\\n.uleb128 3,0x1f21\\n"    \
	     ".byte 0,0\\n",                                                                       \
	     "", ".long 0\\n")

/* %s is the path of a file. */
static const struct {
	const char *source, *why;
} linked[] = {
	{"__asm__(\".section .gnu_debugaltlink,\\\"\\\"\\n.asciz \\\"%s\\\"\\n.zero 20, "
	 "7\\n" NAME_ELSEWHERE "\");" FUNCTIONS,
	 "has a section .gnu_debugaltlink, which names another file; take it out"},
	{"__asm__(\".section .gnu_debuglink,\\\"\\\"\\n.asciz \\\"%s\\\"\\n.balign 4\\n.long "
	 "1\\n.text\");" FUNCTIONS,
	 "has a section .gnu_debuglink, which names another file; take it out"},
	{"__asm__(\".section .debug_sup,\\\"\\\"\\n.2byte 5\\n.byte 0\\n.asciz "
	 "\\\"%s\\\"\\n.uleb128 1\\n.byte 1\\n.text\");" FUNCTIONS,
	 "has a section .debug_sup, which names another file; take it out"},
	{"__asm__(\".section .gnu_debugdata,\\\"\\\"\\n.asciz \\\"%s\\\"\\n.text\");" FUNCTIONS,
	 "has a section .gnu_debugdata, which names another file; take it out"},
	/* where the rest of a unit is: nobody asks for that */
	{"__asm__(\"" UNIT(".uleb128 1,0x11\\n.byte 1\\n.uleb128 0x2130,8,0x2131,7,0x1b,8\\n.byte "
			   "0,0\\n.uleb128 2,0x2e\\n.byte 0\\n.uleb128 3,8\\n.byte 0,0\\n",
			   ".asciz \\\"%s\\\"\\n.quad 1\\n.asciz \\\"/\\\"\\n",
			   ".asciz \\\"direct\\\"\\n") "\");" FUNCTIONS,
	 ""},
	/* by which hosts are asked */
	{"__asm__(\".section .note.gnu.build-id,\\\"a\\\",@note\\n.long 4,20,3\\n.asciz "
	 "\\\"GNU\\\"\\n.zero 20, 7\\n.section .comment,\\\"\\\"\\n.asciz "
	 "\\\"%s\\\"\\n.text\");" FUNCTIONS,
	 ""},
};

static void test_names_of_files(void **state)
{
	const char *const paths[] = {fifo, secret, link_name};
	(void)state;

	for (size_t i = 0; i < sizeof linked / sizeof *linked; i++)
		for (size_t p = 0; p < sizeof paths / sizeof *paths; p++) {
			char *source = text_new(linked[i].source, paths[p]);
			const char *why = look_at(source)->message;

			if (linked[i].why[0] == '\0')
				assert_string_equal(why, "");
			else if (!strstr(why, linked[i].why))
				fail_msg("wanted \"%s\", got \"%s\"", linked[i].why, why);
			nothing_was_opened(linked[i].source);
			free(source);
		}
}

/* --- the same where nobody refuses them: the sandbox sees no such file, and no host ------------ */

static int lines_ask(const int *files, int answer, const void *about)
{
	Object *object = object_open(files[0]);
	int line = !object ? -1 : object_line(object, about);

	return write(answer, &line, sizeof line) != sizeof line;
}

static void sandbox_holds(SandboxTier tier, const char *text)
{
	Apart apart = {.tier = tier,
		       .box = look_box,
		       .body = lines_ask,
		       .about = "direct",
		       .count = 1,
		       .seconds = 5,
		       .answer_max = sizeof(int)};
	char why[200];
	void *answer;
	size_t bytes;

	apart.files[0] = open(look_object, O_RDONLY | O_CLOEXEC);
	assert_int_equal(apart_run(&apart, &answer, &bytes, why, sizeof why), APART_DONE);
	assert_int_equal(*(int *)answer, 1);
	nothing_was_opened(text);
	close(apart.files[0]);
	free(answer);
}

static void test_sandbox(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof linked / sizeof *linked; i++) {
		char *source = text_new(linked[i].source, fifo);

		look_compile(source);
		for (int t = 0; t < look_tier_count; t++)
			sandbox_holds(look_tiers[t], linked[i].source);
		free(source);
	}
}

/* --- objects that are damaged ----------------------------------------------------------------- */

static const char plain[] = "extern int bad(int);\n"
			    "static int helper(int x) { return bad(x) + 1; }\n"
			    "int direct(int x) { return helper(x) * 2; }\n"
			    "int clean(int x) { return x; }\n"
			    "int table[3] = {1, 2, 3};\n";

typedef struct Bytes {
	unsigned char *at;
	size_t count;
} Bytes;

static Bytes object_load(void)
{
	Bytes bytes = {malloc(1 << 20), 0};
	FILE *file = fopen(look_object, "rb");

	assert_non_null(bytes.at);
	assert_non_null(file);
	bytes.count = fread(bytes.at, 1, 1 << 20, file);
	fclose(file);
	return bytes;
}

static void object_store(const unsigned char *bytes, size_t count)
{
	FILE *file = fopen(look_object, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, count, file), count);
	fclose(file);
}

static void is_no_fault(const char *what, unsigned long long which)
{
	const ObjectLook *look = look_again();

	if (look->outcome == OBJECT_FAULT)
		fail_msg("%s %llu: %s", what, which, look->message);
}

/* Also what is made of the lines of something that is no program. */
static void lines_come_to_an_end(void)
{
	static char table[80];
	int fd = open(look_object, O_RDONLY | O_CLOEXEC);
	char why[200];
	ApartEnd how;

	snprintf(table, sizeof table, "%s/lab.lines", look_folder);
	how = line_table_make(look_options.tier, look_box, fd, "lab.c", table, why, sizeof why);
	close(fd);
	assert_int_not_equal(how, APART_FAULT);
	for (uint64_t place = 0; place < 256; place += 5)
		assert_true(line_table_find(table, &place, 1) >= 0);
	unlink(table);
}

/* Seed 41: bytes anywhere, up to eight of them, and every fourth object is cut as well. */
static void test_damaged_anywhere(void **state)
{
	Rng random = rng_stream(41, "damaged");
	Bytes whole;
	(void)state;

	look_compile(plain);
	whole = object_load();
	for (unsigned i = 0; i < 150; i++) {
		unsigned char *copy = malloc(whole.count);
		size_t count = whole.count;

		assert_non_null(copy);
		memcpy(copy, whole.at, count);
		for (int64_t k = rng_between(&random, 1, 8); k > 0; k--)
			copy[rng_between(&random, 0, (int64_t)count - 1)] =
				(unsigned char)rng_between(&random, 0, 255);
		if (i % 4 == 0)
			count = (size_t)rng_between(&random, 0, (int64_t)count - 1);
		object_store(copy, count);
		is_no_fault("damaged object", i);
		if (i % 3 == 0)
			lines_come_to_an_end();
		free(copy);
	}
	free(whole.at);
}

/* The section of that name; what is said of it. */
static Elf64_Shdr *section_of(Bytes object, const char *name)
{
	Elf64_Ehdr *head = (Elf64_Ehdr *)(void *)object.at;
	Elf64_Shdr *sections = (Elf64_Shdr *)(void *)(object.at + head->e_shoff);
	const char *names = (const char *)object.at + sections[head->e_shstrndx].sh_offset;

	for (int i = 0; i < head->e_shnum; i++)
		if (strcmp(names + sections[i].sh_name, name) == 0)
			return &sections[i];
	fail_msg("the object has no %s", name);
	return NULL;
}

/* Each byte of what is most often asked for, as 0xff, 0x7f and 0: lengths, counts and offsets. */
static void test_damaged_numbers(void **state)
{
	static const char *const names[] = {".debug_info", ".debug_abbrev", ".debug_line"};
	static const unsigned char values[] = {0xff, 0x7f, 0};
	Bytes object;
	(void)state;

	look_compile(plain);
	object = object_load();
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const Elf64_Shdr *section = section_of(object, names[i]);

		for (size_t k = 0; k < 36 && k < section->sh_size; k++) {
			unsigned char *byte = object.at + section->sh_offset + k, was = *byte;

			*byte = values[k % 3];
			object_store(object.at, object.count);
			is_no_fault(names[i], k);
			lines_come_to_an_end();
			*byte = was;
		}
	}
	free(object.at);
}

static void test_huge_counts(void **state)
{
	static const char *const names[] = {".symtab",           ".strtab",     ".shstrtab",
					    ".rela.text.direct", ".debug_info", ".rela.debug_info",
					    ".debug_line",       ".debug_str"};
	static const uint64_t numbers[] = {0, 1, UINT32_MAX, INT64_MAX, UINT64_MAX};
	const size_t fields[] = {offsetof(Elf64_Shdr, sh_size), offsetof(Elf64_Shdr, sh_entsize),
				 offsetof(Elf64_Shdr, sh_offset),
				 offsetof(Elf64_Shdr, sh_addralign)};
	Bytes object;
	(void)state;

	look_compile(plain);
	object = object_load();
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) {
			unsigned char *field =
				(unsigned char *)section_of(object, names[i]) + fields[f];
			uint64_t was;

			memcpy(&was, field, sizeof was);
			memcpy(field, &numbers[(i + f) % 5], sizeof was);
			object_store(object.at, object.count);
			is_no_fault(names[i], fields[f]);
			memcpy(field, &was, sizeof was);
		}
	free(object.at);
}

/* A unit whose entry, 12 bytes behind the unit's begin, says that the one behind it is itself. */
static void test_circles(void **state)
{
	static const char circle[] =
		"__asm__(\"" UNIT(".uleb128 1,0x11\\n.byte 1,0,0\\n"
				  ".uleb128 2,0x2e\\n.byte 1\\n.uleb128 1,0x13,3,8\\n.byte 0,0\\n",
				  "", ".long 12\\n.asciz \\\"x\\\"\\n") "\");" FUNCTIONS;
	(void)state;

	look_compile(circle);
	is_no_fault("a circle", 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_watches_work), cmocka_unit_test(test_names_of_files),
		cmocka_unit_test(test_sandbox),          cmocka_unit_test(test_damaged_anywhere),
		cmocka_unit_test(test_damaged_numbers),  cmocka_unit_test(test_huge_counts),
		cmocka_unit_test(test_circles),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
