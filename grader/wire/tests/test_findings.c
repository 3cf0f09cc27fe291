/* test_findings.c - the simulator's report: what is read out of it, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/wire/findings.h"

static char folder[] = "/tmp/usegpu-findings-XXXXXX";
static int folder_fd;

static int read_text(const char *text, unsigned allowed, Finding *finding)
{
	int fd = openat(folder_fd, "r.json", O_WRONLY | O_CREAT | O_TRUNC, 0644);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
	return findings_read(folder_fd, "r.json", NULL, "lab3_copies.c", allowed, finding);
}

static const char two[] =
	"{\"findings\":[{\"kind\":\"leak\",\"message\":\"16 bytes\",\"where\":[\"drive.c:9\"]},"
	"{\"kind\":\"race\",\"message\":\"a\\nb\\u001b\",\"where\":[\"x.c:1\","
	"\"/a/lab3_copies.c:31\",\"lab3_copies.c:40\"]}]}";

static void test_reading(void **state)
{
	Finding finding;
	(void)state;

	assert_int_equal(read_text("{\"findings\":[]}", 0, &finding), 0);
	assert_int_equal(read_text(two, 0, &finding), 1);
	assert_string_equal(finding.message,
			    "16 bytes; your function did not make it: it is an input, or the "
			    "result of a function that you were handed; you took it over and did "
			    "not give it back");
	assert_string_equal(finding.where, ""); /* no site in the lab's file */
	assert_int_equal(read_text("{\"findings\":[{\"kind\":\"leak\",\"message\":\"16 bytes\","
				   "\"where\":[\"tensor.c:9\"]}]}",
				   0, &finding),
			 1);
	assert_string_equal(finding.message, "16 bytes");
	assert_int_equal(read_text(two, finding_bit("leak"), &finding), 1);
	assert_string_equal(finding.message, "a b\\x1b");
	assert_string_equal(finding.where, "lab3_copies.c:31"); /* told once */
	assert_int_equal(read_text(two, finding_bit("leak") | finding_bit("race"), &finding), 0);
}

/* The second place of a race says which of the two it is. */
static void test_race(void **state)
{
	Finding finding;
	(void)state;

	assert_int_equal(read_text("{\"findings\":[{\"kind\":\"race\",\"message\":\"m\","
				   "\"where\":[\"lab3_copies.c:9\",\"lab3_copies.c:4\"]}]}",
				   0, &finding),
			 1);
	assert_string_equal(finding.message, "m; the earlier one is at lab3_copies.c:4");
	assert_string_equal(finding.where, "lab3_copies.c:9");
	assert_int_equal(read_text("{\"findings\":[{\"kind\":\"race\",\"message\":\"m\","
				   "\"where\":[\"drive.c:9\",\"lab3_copies.c:4\"]}]}",
				   0, &finding),
			 1);
	assert_string_equal(finding.message, "m");
	assert_string_equal(finding.where, "lab3_copies.c:4");
}

/* The check reads a result of too few bytes. */
static void test_too_small(void **state)
{
	Finding finding;
	(void)state;

	assert_int_equal(read_text("{\"findings\":[{\"kind\":\"out-of-bounds\",\"message\":\"m\","
				   "\"where\":[\"drive.c:9\",\"lab3_copies.c:4\"]}]}",
				   0, &finding),
			 1);
	assert_string_equal(finding.message,
			    "m; made at lab3_copies.c:4; it is the grader that looks at what you "
			    "made there: it is too small (how many bytes has a number?)");
	assert_string_equal(finding.where, "lab3_copies.c:4");
	assert_int_equal(read_text("{\"findings\":[{\"kind\":\"out-of-bounds\",\"message\":\"m\","
				   "\"where\":[\"lab3_copies.c:9\",\"lab3_copies.c:4\"]}]}",
				   0, &finding),
			 1);
	assert_string_equal(finding.message, "m; made at lab3_copies.c:4");
}

static void test_kinds(void **state)
{
	static const char *const kinds[] = {
		"race",         "out-of-bounds",         "use-after-free",  "double-free",
		"wrong-device", "host-pointer",          "device-pointer",  "uninitialised-read",
		"leak",         "unsynchronised-timing", "not-initialised",
	};
	unsigned all = 0;
	(void)state;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		assert_true(finding_bit(kinds[i]) != 0);
		assert_false(all & finding_bit(kinds[i]));
		all |= finding_bit(kinds[i]);
	}
	assert_int_equal(finding_bit("bug"), 0);
	assert_int_equal(finding_bit(""), 0);
}

static void test_damage(void **state)
{
	static const char *const damaged[] = {
		"",
		"[]",
		"{}",
		"{\"findings\":",
		"{\"findings\":5}",
		"{\"findings\":[5]}",
		"{\"findings\":[{}]}",
		"{\"findings\":[{\"kind\":\"bug\",\"message\":\"\"}]}",
		"{\"findings\":[{\"kind\":\"leak\",\"message\":5}]}",
		"{\"findings\":[{\"kind\":[],\"message\":\"\"}]}",
		"{\"findings\":[]} and more",
	};
	Finding finding;
	(void)state;

	for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++)
		assert_int_equal(read_text(damaged[i], 0, &finding), -2);
	/* Every cut of a good report is damage. */
	for (size_t cut = 0; cut + 1 < strlen(two); cut++) {
		char text[sizeof two];

		memcpy(text, two, cut);
		text[cut] = '\0';
		assert_int_equal(read_text(text, ~0U, &finding), -2);
	}
	assert_int_equal(read_text("{\"findings\":[{\"kind\":\"leak\",\"message\":\"m\","
				   "\"where\":5}]}",
				   0, &finding),
			 1); /* a finding without a place is still one */
	assert_string_equal(finding.where, "");
}

static void test_what_is_no_file(void **state)
{
	Finding finding;
	(void)state;

	unlinkat(folder_fd, "r.json", 0);
	assert_int_equal(findings_read(folder_fd, "r.json", NULL, "a.c", 0, &finding), -1);
	assert_int_equal(findings_read(-1, "r.json", NULL, "a.c", 0, &finding), -1);
	assert_int_equal(symlinkat("/etc/passwd", folder_fd, "r.json"), 0);
	assert_int_equal(findings_read(folder_fd, "r.json", NULL, "a.c", 0, &finding), -2);
	unlinkat(folder_fd, "r.json", 0);
	assert_int_equal(mkfifoat(folder_fd, "r.json", 0644), 0);
	assert_int_equal(findings_read(folder_fd, "r.json", NULL, "a.c", 0, &finding), -2);
	unlinkat(folder_fd, "r.json", 0);
	assert_int_equal(mkdirat(folder_fd, "r.json", 0755), 0);
	assert_int_equal(findings_read(folder_fd, "r.json", NULL, "a.c", 0, &finding), -2);
	unlinkat(folder_fd, "r.json", AT_REMOVEDIR);

	int fd = openat(folder_fd, "r.json", O_WRONLY | O_CREAT, 0644);

	assert_int_equal(ftruncate(fd, 5L << 30), 0); /* 5 GiB of nothing */
	close(fd);
	assert_int_equal(findings_read(folder_fd, "r.json", NULL, "a.c", 0, &finding), -2);
}

/* The machine's own report counts; the program's file only adds lines and its crash. */
static void test_machine(void **state)
{
	static const char machine[] = "{\"finished\":true,\"findings\":[{\"kind\":\"race\","
				      "\"message\":\"first\"}]}";
	static const char none[] = "{\"finished\":false,\"findings\":[]}";
	const char *lab = "lab3_copies.c";
	Finding finding;
	(void)state;

	read_text("{\"findings\":[]}", 0, &finding); /* a program that keeps silent */
	assert_int_equal(findings_read(folder_fd, "r.json", machine, lab, 0, &finding), 1);
	assert_string_equal(finding.message, "first");
	assert_string_equal(finding.where, "");
	read_text("{\"findings\":[{\"kind\":\"race\",\"message\":\"first\",\"where\":"
		  "[\"lab3_copies.c:7\"]},{\"kind\":\"leak\",\"message\":\"mine\"}]}",
		  0, &finding);
	assert_int_equal(findings_read(folder_fd, "r.json", machine, lab, 0, &finding), 1);
	assert_string_equal(finding.where, "lab3_copies.c:7");
	assert_int_equal(findings_read(folder_fd, "r.json", none, lab, 0, &finding), 0);
	read_text("{\"findings\":[{\"kind\":\"device-pointer\",\"message\":\"here\"}]}", 0,
		  &finding);
	assert_int_equal(findings_read(folder_fd, "r.json", none, lab, 0, &finding), 1);
	assert_string_equal(finding.message, "here");
	assert_int_equal(findings_read(folder_fd, "r.json", "", lab, 0, &finding), -2);
	assert_true(findings_finished(machine) && !findings_finished(none));
}

static int folder_create(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	folder_fd = open(folder, O_RDONLY | O_DIRECTORY);
	return folder_fd < 0 ? -1 : 0;
}

static int folder_remove(void **state)
{
	(void)state;
	unlinkat(folder_fd, "r.json", 0);
	close(folder_fd);
	return rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reading),         cmocka_unit_test(test_race),
		cmocka_unit_test(test_too_small),       cmocka_unit_test(test_kinds),
		cmocka_unit_test(test_machine),         cmocka_unit_test(test_damage),
		cmocka_unit_test(test_what_is_no_file),
	};

	return cmocka_run_group_tests(tests, folder_create, folder_remove);
}
