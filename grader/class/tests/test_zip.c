/* test_zip.c - zips whose list and whose headers tell two stories: what would be graded is not what unzip shows.
 * Each is refused, and what usual programs write is taken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/class/intake/zip_check.h"

#define LAB  "lab1_devices.c"
#define TEXT "int a;\n"

/* A member as the header before it and as the list has it; fields that are NULL or 0 are as they should be. */
typedef struct Member {
	const char *local, *listed; /* names */
	const char *again;          /* the name in UTF-8 in an extra field */
	const char *third;          /* and in one more */
	unsigned flags, local_flags;
	size_t gap;          /* bytes behind it */
	size_t size, offset; /* other ones in the list */
	unsigned crc;        /* another one in the list */
	int unlisted, wide;
} Member;

typedef struct Zip {
	const char *name;
	Member members[3];
	const char *before, *behind; /* the archive */
	const char *comment;
	size_t list_off, list_more; /* what the end says too much */
	const char *why;            /* NULL: it is taken */
} Zip;

static uint8_t bytes[4096], list[2048];
static size_t size, list_size;

static void put(uint8_t *to, size_t *at, uint64_t value, int count)
{
	for (; count > 0; count--, value >>= 8)
		to[(*at)++] = (uint8_t)value;
}

static void put_text(uint8_t *to, size_t *at, const char *text)
{
	for (; *text != '\0'; text++)
		to[(*at)++] = (uint8_t)*text;
}

/* From the flags on, as both records have it; no content is looked at, so no CRC need be right. */
static void fields_put(uint8_t *to, size_t *at, const Member *m, unsigned flags, int is_local,
		       const char *name)
{
	size_t extra = (m->again ? 9 + strlen(m->again) : 0) +
		       (m->third ? 9 + strlen(m->third) : 0) + (m->wide && is_local ? 20 : 0);
	size_t told = !is_local && m->size > 0 ? m->size : strlen(TEXT);

	put(to, at, flags, 2);
	put(to, at, 0, 6); /* the method; the time */
	put(to, at, is_local || m->crc == 0 ? 7 : m->crc, 4);
	put(to, at, m->wide && is_local ? 0xffffffff : told, 4);
	put(to, at, m->wide && is_local ? 0xffffffff : told, 4);
	put(to, at, strlen(name), 2);
	put(to, at, extra, 2);
}

static void name_put(uint8_t *to, size_t *at, const char *name)
{
	if (!name)
		return;
	put(to, at, 0x7075, 2);
	put(to, at, 5 + strlen(name), 2);
	put(to, at, 0, 5);
	put_text(to, at, name);
}

static void extra_put(uint8_t *to, size_t *at, const Member *m, int is_local)
{
	if (m->wide && is_local) {
		put(to, at, 1, 2);
		put(to, at, 16, 2);
		put(to, at, strlen(TEXT), 8);
		put(to, at, strlen(TEXT), 8);
	}
	name_put(to, at, m->again);
	name_put(to, at, m->third);
}

static void member_put(const Member *m)
{
	size_t at = size;

	put(bytes, &size, 0x04034b50, 4);
	put(bytes, &size, 20, 2);
	fields_put(bytes, &size, m, m->flags ^ m->local_flags, 1, m->local);
	put_text(bytes, &size, m->local);
	extra_put(bytes, &size, m, 1);
	put_text(bytes, &size, TEXT);
	size += m->gap;
	if (m->unlisted)
		return;
	put(list, &list_size, 0x02014b50, 4);
	put(list, &list_size, 0x00140014, 4);
	fields_put(list, &list_size, m, m->flags, 0, m->listed ? m->listed : m->local);
	put(list, &list_size, 0, 10); /* no comment; disk, attributes */
	put(list, &list_size, at + m->offset, 4);
	put_text(list, &list_size, m->listed ? m->listed : m->local);
	extra_put(list, &list_size, m, 0);
}

static void zip_make(const Zip *zip)
{
	unsigned count = 0;
	size_t at;

	size = list_size = 0;
	memset(bytes, 0, sizeof bytes);
	put_text(bytes, &size, zip->before ? zip->before : "");
	for (int i = 0; i < 3 && zip->members[i].local; i++) {
		member_put(&zip->members[i]);
		count += !zip->members[i].unlisted;
	}
	at = size;
	memcpy(bytes + size, list, list_size);
	size += list_size;
	put(bytes, &size, 0x06054b50, 4);
	put(bytes, &size, 0, 4);
	put(bytes, &size, count * 0x10001U, 4);
	put(bytes, &size, list_size + zip->list_more, 4);
	put(bytes, &size, at + zip->list_off, 4);
	put(bytes, &size, zip->comment ? strlen(zip->comment) : 0, 2);
	put_text(bytes, &size, zip->comment ? zip->comment : "");
	put_text(bytes, &size, zip->behind ? zip->behind : "");
}

#define LIST "list of the zip"
#define NAME "has two names"

static const Zip zips[] = {
	{"an ordinary one",
	 .members = {{.local = "labs/" LAB}, {.local = "labs/lab2_placement.c"}}},
	{"one with a comment", .members = {{.local = LAB}},
	 .comment = "0123456789abcdef0123456789abcdef01234567"},
	{"one that was written into a pipe",
	 .members = {{LAB, .flags = 8, .gap = 16}, {"x", .flags = 8, .gap = 12}}},
	{"sizes of 64 bits", .members = {{LAB, .wide = 1}}},
	{"a name in another code, and in UTF-8", .members = {{"\x9a"
							      "bung/a\x84.c",
							      .again = "\u00dcbung/a\u00e4.c"}}},
	{"a folder in another code", .members = {{"\x9a"
						  "bung/" LAB,
						  .again = "\u00dcbung/" LAB}}},
	{"nothing in it", .members = {{.local = NULL}}},
	{"a lab that the list calls otherwise", .members = {{.local = LAB, .listed = "readme.txt"}},
	 .why = NAME},
	{"a file that the list calls a lab", .members = {{.local = "readme.txt", .listed = LAB}},
	 .why = NAME},
	{"two that have changed names",
	 .members = {{.local = LAB, .listed = "b"}, {.local = "b", .listed = LAB}}, .why = NAME},
	{"a lab by its name in UTF-8 alone", .members = {{"readme.txt", .again = LAB}},
	 .why = NAME},
	{"no lab by its name in UTF-8", .members = {{LAB, .again = "readme.txt"}}, .why = NAME},
	{"another name in a second field", .members = {{LAB, .again = LAB, .third = "readme.txt"}},
	 .why = NAME},
	{"a lab by a second field",
	 .members = {{"readme.txt", .again = "readme.txt", .third = LAB}}, .why = NAME},
	{"two labs that have changed folders",
	 .members = {{LAB, .again = "old/" LAB}, {"old/" LAB, .again = LAB}}, .why = NAME},
	{"a lab in another folder by its name in UTF-8",
	 .members = {{"old/" LAB, .again = "\u00dc/" LAB}}, .why = NAME},
	{"a lab under a name that is no text", .members = {{"\xff", .again = LAB}}, .why = NAME},
	{"a lab that the list leaves out", .members = {{LAB, .unlisted = 1}, {.local = "b"}},
	 .why = LIST},
	{"a lab behind the last of the list", .members = {{.local = "b"}, {LAB, .unlisted = 1}},
	 .why = LIST},
	{"bytes between two", .members = {{LAB, .gap = 1}, {.local = "b"}}, .why = LIST},
	{"room for a member behind one from a pipe",
	 .members = {{LAB, .flags = 8, .gap = 60}, {.local = "b"}}, .why = LIST},
	{"another size in the list", .members = {{LAB, .size = 3, .gap = 0}}, .why = LIST},
	{"a size beyond all", .members = {{LAB, .flags = 8, .size = 0xfffffff0}}, .why = LIST},
	{"another sum in the list", .members = {{LAB, .crc = 9}}, .why = LIST},
	{"encrypted for one of them", .members = {{LAB, .local_flags = 1}}, .why = LIST},
	{"a header that is not there", .members = {{LAB, .offset = 1}}, .why = LIST},
	{"an offset beyond all", .members = {{LAB, .offset = 0xfffffff}}, .why = LIST},
	{"something before it", .members = {{.local = LAB}}, .before = "#!/bin/sh\n", .why = LIST},
	{"another archive before it", .members = {{.local = LAB}}, .before = "PK\3\4", .why = LIST},
	{"something behind it", .members = {{.local = LAB}}, .behind = "x", .why = "bytes behind"},
	{"a second end in the comment", .members = {{.local = LAB}},
	 .comment = "PK\5\6xxxxxxxxxxxxxxxxxxxxxxxx", .why = "bytes behind"},
	{"a list that begins elsewhere", .members = {{.local = LAB}}, .list_off = 1, .why = LIST},
	{"a list that is longer", .members = {{.local = LAB}}, .list_more = 1, .why = LIST},
};

static void test_stories(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof zips / sizeof *zips; i++) {
		const char *wanted = zips[i].why, *why;

		zip_make(&zips[i]);
		why = zip_check(bytes, size);
		if (!why != !wanted || (why && wanted && !strstr(why, wanted)))
			fail_msg("%s: %s", zips[i].name, why ? why : "taken");
	}
}

/* Behind and before the bytes lies memory that cannot be read. */
static void test_any_bytes(void **state)
{
	long page = sysconf(_SC_PAGESIZE);
	uint8_t *room = mmap(NULL, 2 * (size_t)page, PROT_READ | PROT_WRITE,
			     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	unsigned seed = 1;

	(void)state;
	assert_ptr_not_equal(room, MAP_FAILED);
	assert_int_equal(mprotect(room + page, (size_t)page, PROT_NONE), 0);
	for (int i = 0; i < 20000; i++) {
		zip_make(&zips[i % 7]);
		for (int k = 0; k < 1 + i % 4; k++) {
			seed = seed * 1103515245 + 12345;
			bytes[(seed >> 8) % size] = (uint8_t)(seed % 3 == 0 ? 0xff : seed >> 24);
		}
		if (i % 5 == 0)
			size -= (seed >> 4) % size;
		memcpy(room + page - size, bytes, size);
		(void)zip_check(room + page - size, size);
	}
	munmap(room, 2 * (size_t)page);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_stories),
		cmocka_unit_test(test_any_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
