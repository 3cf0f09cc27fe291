/* test_findings.c - the simulator's report: what is read out of it, and what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grader/wire/findings.h"
#include "grader/wire/own_findings.h"

static OwnReport own = {OWN_REPORT_NONE, NULL};

/* As the process apart reads the text, and hands it on. */
static const OwnReport *report_of(const char *text)
{
	static OwnFinding records[OWN_FINDINGS_MAX];
	int count = own_findings_read(text, strlen(text), records);

	json_decref(own.list);
	own = (OwnReport){OWN_REPORT_DAMAGED, NULL};
	if (count >= 0)
		own = (OwnReport){OWN_REPORT_READ, own_findings_list(records, count)};
	return &own;
}

static int read_text(const char *text, unsigned allowed, Finding *finding)
{
	return findings_read(report_of(text), NULL, "lab3_copies.c", allowed, finding);
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
			    "16 bytes; your function did not make what is left: an input that it "
			    "retained (tensor_retain, tensor_as_in_device), or the result of a "
			    "function that it was handed, was not given back, or a view of it "
			    "(tensor_rows) is left");
	assert_int_equal(
		read_text("{\"findings\":[{\"kind\":\"leak\",\"message\":\"2 events on GPU 1 were "
			  "never destroyed: each call makes its own\",\"where\":[\"drive.c:9\"]}]}",
			  0, &finding),
		1);
	assert_string_equal(
		finding.message,
		"2 events on GPU 1 were never destroyed; they are your caller's, and each "
		"call overwrote the handles of some with its own");
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

/* What a kernel did is shown in the kernel, and its launch is told. */
static void test_kernel(void **state)
{
	Finding finding;
	(void)state;

	assert_int_equal(read_text("{\"findings\":[{\"kind\":\"out-of-bounds\",\"message\":"
				   "\"kernel k reads: lab3_copies.c:20, block 9, thread 245\","
				   "\"where\":[\"lab3_copies.c:29\",\"drive.c:4\"]}]}",
				   0, &finding),
			 1);
	assert_string_equal(finding.message,
			    "kernel k reads: lab3_copies.c:20, block 9, thread 245; launched at "
			    "lab3_copies.c:29");
	assert_string_equal(finding.where, "lab3_copies.c:20");
	assert_int_equal(read_text("{\"findings\":[{\"kind\":\"race\",\"message\":"
				   "\"thread 3 read: lab3_copies.c:20, no block\","
				   "\"where\":[\"lab3_copies.c:29\"]}]}",
				   0, &finding),
			 1);
	assert_string_equal(finding.where, "lab3_copies.c:29");
}

/* Of what one kernel does wrong, what says why: the index before the race, the race before what nobody has written; of
 * two kernels the first. */
static void test_why(void **state)
{
#define UNSET                                                                                      \
	"{\"kind\":\"uninitialised-read\",\"message\":\"kernel a reads: l.cu:1, block 0, thread "  \
	"0\"}"
#define RACE "{\"kind\":\"race\",\"message\":\"kernel a writes: l.cu:2, block 0, thread 0\"}"
#define INDEX                                                                                      \
	"{\"kind\":\"out-of-bounds\",\"message\":\"kernel a writes: l.cu:3, block 0, thread 0\"}"
#define OTHER "{\"kind\":\"race\",\"message\":\"kernel ab writes: l.cu:4, block 0, thread 0\"}"
	static const struct {
		const char *list, *first;
	} cases[] = {
		{UNSET "," RACE, "race"},
		{UNSET "," RACE "," INDEX, "out-of-bounds"},
		{RACE "," UNSET, "race"},
		{UNSET "," OTHER, "uninitialised-read"},
		{"{\"kind\":\"leak\",\"message\":\"16 bytes\"}," RACE, "leak"},
		{"{\"kind\":\"uninitialised-read\",\"message\":\"cublasSscal reads\"}," RACE,
		 "uninitialised-read"},
	};
	Finding finding;
	(void)state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[600];

		snprintf(text, sizeof text, "{\"findings\":[%s]}", cases[i].list);
		assert_int_equal(read_text(text, 0, &finding), 1);
		assert_string_equal(finding.kind, cases[i].first);
	}
	assert_int_equal(
		read_text("{\"findings\":[" UNSET "," RACE "]}", finding_bit("race"), &finding), 1);
	assert_string_equal(finding.kind, "uninitialised-read");
}

/* The check reads a result of too few bytes. */
/* Of an allowed kind, whether it was made, and where. */
static void test_lines(void **state)
{
	static const struct {
		unsigned allowed;
		int64_t most;
		int leak, race;
	} each[] = {{0, 9, 0, 0}, {~0U, 9, FINDING_ELSEWHERE, 31}, {~0U, 1, FINDING_ELSEWHERE, 0}};
	(void)state;

	for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
		int lines[FINDING_KINDS], leak = 0, race = 0;

		findings_lines(report_of(two), NULL, "lab3_copies.c", each[i].allowed, each[i].most,
			       lines);
		while (finding_bit("leak") != 1U << leak)
			leak++;
		while (finding_bit("race") != 1U << race)
			race++;
		assert_int_equal(lines[leak], each[i].leak);
		assert_int_equal(lines[race], each[i].race);
	}
}

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
		"race",
		"out-of-bounds",
		"use-after-free",
		"double-free",
		"wrong-device",
		"host-pointer",
		"device-pointer",
		"uninitialised-read",
		"leak",
		"unsynchronised-timing",
		"not-initialised",
		"misaligned",
		"divergent-barrier",
		"endless-loop",
		"trap",
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

static void test_no_report(void **state)
{
	const OwnReport none = {OWN_REPORT_NONE, NULL}, damaged = {OWN_REPORT_DAMAGED, NULL};
	Finding finding;
	(void)state;

	assert_int_equal(findings_read(&none, NULL, "a.c", 0, &finding), -1);
	assert_int_equal(findings_read(&damaged, NULL, "a.c", 0, &finding), -2);
}

/* More findings than records are damage, so that none is left out. */
static void test_many(void **state)
{
	static const char each[] = "{\"kind\":\"leak\",\"message\":\"m\"},";
	const size_t room = (OWN_FINDINGS_MAX + 2) * sizeof each + 80;
	char *text = malloc(room);
	Finding finding;
	(void)state;

	assert_non_null(text);
	for (int more = 0; more < 2; more++) {
		size_t at = (size_t)snprintf(text, room, "{\"findings\":[");

		for (int i = 0; i < OWN_FINDINGS_MAX - 1 + more; i++)
			at += (size_t)snprintf(text + at, room - at, "%s", each);
		snprintf(text + at, room - at, "{\"kind\":\"race\",\"message\":\"last\"}]}");
		assert_int_equal(read_text(text, finding_bit("leak"), &finding), more ? -2 : 1);
	}
	free(text);
}

/* Records that no parser made: without ends, of any bytes. */
static void test_forged_records(void **state)
{
	static OwnFinding records[3];
	Finding finding;
	(void)state;

	memset(&records[0], 0xff, sizeof records[0]);
	memset(&records[1], '/', sizeof records[1]);
	snprintf(records[2].kind, sizeof records[2].kind, "leak");
	memset(records[2].message, 0xe2, sizeof records[2].message);
	memset(records[2].place, 'x', sizeof records[2].place);
	json_decref(own.list);
	own = (OwnReport){OWN_REPORT_READ, own_findings_list(records, 3)};
	assert_int_equal(json_array_size(own.list), 3);
	assert_int_equal(findings_read(&own, NULL, "a.c", 0, &finding), -2);
	json_decref(own.list);
	own.list = own_findings_list(records + 2, 1);
	assert_int_equal(findings_read(&own, NULL, "a.c", 0, &finding), 1);
	assert_true(strlen(finding.message) < sizeof finding.message);

	json_t *told = findings_json(&own, NULL, "a.c");

	assert_int_equal(json_array_size(told), 1);
	json_decref(told);
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

	report_of("{\"findings\":[]}"); /* a program that keeps silent */
	assert_int_equal(findings_read(&own, machine, lab, 0, &finding), 1);
	assert_string_equal(finding.message, "first");
	assert_string_equal(finding.where, "");
	read_text("{\"findings\":[{\"kind\":\"race\",\"message\":\"first\",\"where\":"
		  "[\"lab3_copies.c:7\"]},{\"kind\":\"leak\",\"message\":\"mine\"}]}",
		  0, &finding);
	assert_int_equal(findings_read(&own, machine, lab, 0, &finding), 1);
	assert_string_equal(finding.where, "lab3_copies.c:7");
	assert_int_equal(findings_read(&own, none, lab, 0, &finding), 0);
	read_text("{\"findings\":[{\"kind\":\"device-pointer\",\"message\":\"here\"}]}", 0,
		  &finding);
	assert_int_equal(findings_read(&own, none, lab, 0, &finding), 1);
	assert_string_equal(finding.message, "here");
	assert_int_equal(findings_read(&own, "", lab, 0, &finding), -2);
	assert_true(findings_finished(machine) && !findings_finished(none));
}

static int clean_up(void **state)
{
	(void)state;
	json_decref(own.list);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reading), cmocka_unit_test(test_race),
		cmocka_unit_test(test_kernel),  cmocka_unit_test(test_why),
		cmocka_unit_test(test_lines),   cmocka_unit_test(test_too_small),
		cmocka_unit_test(test_kinds),   cmocka_unit_test(test_machine),
		cmocka_unit_test(test_damage),  cmocka_unit_test(test_no_report),
		cmocka_unit_test(test_many),    cmocka_unit_test(test_forged_records),
	};

	return cmocka_run_group_tests(tests, NULL, clean_up);
}
