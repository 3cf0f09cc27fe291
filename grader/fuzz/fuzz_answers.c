/* fuzz_answers.c - fuzz target: what a judge takes from a reader of a student's report.
 *
 * Input: a byte that says what follows: 0, the report's text, which is read into records; else the
 * records themselves, as a reader could forge them. Either way what a judge makes of them is
 * terminated, in one line, and the same when it is asked again. */
#include <string.h>

#include "framework/simcuda/fuzz/fuzz.h"
#include "grader/wire/findings.h"
#include "grader/wire/own_findings.h"

static const char source[] = "lab3_copies.c";
static const char machine[] = "{\"finished\":true,\"findings\":[{\"kind\":\"race\",\"message\":"
			      "\"m\"},{\"kind\":\"leak\",\"message\":\"16 bytes\"}]}";

static void check_text(const char *text, size_t size)
{
	FUZZ_REQUIRE(memchr(text, '\0', size), "a text's end");
	for (; *text != '\0'; text++)
		FUZZ_REQUIRE((unsigned char)*text >= ' ' && *text != 0x7f, "a control character");
}

static void check_report(const OwnReport *own, const char *report)
{
	Finding finding, again;
	int lines[FINDING_KINDS], found = findings_read(own, report, source, 0, &finding);
	json_t *told = findings_json(own, report, source);

	FUZZ_REQUIRE(found >= -2 && found <= 1, "%d", found);
	FUZZ_REQUIRE(json_array_size(told) <= 20, "%zu findings are told", json_array_size(told));
	json_decref(told);
	if (found == 1) {
		check_text(finding.message, sizeof finding.message);
		check_text(finding.where, sizeof finding.where);
		FUZZ_REQUIRE(findings_read(own, report, source, 0, &again) == 1 &&
				     strcmp(finding.message, again.message) == 0,
			     "another finding");
	}
	if (found >= 0)
		findings_lines(own, report, source, ~0U, INT64_MAX, lines);
}

int fuzz_one(const uint8_t *data, size_t size)
{
	static OwnFinding records[OWN_FINDINGS_MAX];
	OwnReport own = {OWN_REPORT_DAMAGED, NULL};
	int count = -1;

	if (size > 0 && data[0] == 0) {
		count = own_findings_read((const char *)data + 1, size - 1, records);
	} else if (size > 0) {
		count = (int)((size - 1) / sizeof *records);
		count = count < OWN_FINDINGS_MAX ? count : OWN_FINDINGS_MAX;
		memcpy(records, data + 1, (size_t)count * sizeof *records);
	}
	FUZZ_REQUIRE(count >= -1 && count <= OWN_FINDINGS_MAX, "%d", count);
	if (count >= 0)
		own = (OwnReport){OWN_REPORT_READ, own_findings_list(records, count)};
	check_report(&own, NULL);
	check_report(&own, machine);
	json_decref(own.list);
	return 0;
}

const unsigned fuzz_examples = 1000;

/* A good report; from the second example on with a few bytes changed, or as random records that
 * begin like good ones. */
size_t fuzz_example(unsigned number, uint8_t *to, size_t room)
{
	static const char report[] =
		"{\"findings\":[{\"kind\":\"race\",\"message\":\"m\",\"where\":[\"lab3_copies.c:"
		"7\","
		"\"/a/lab3_copies.c:9\"]},{\"kind\":\"device-pointer\",\"message\":\"x\\u00e9\"}]}";
	uint64_t state = number;
	size_t size = sizeof report;

	memset(to, 0, room < 4096 ? room : 4096);
	if (number % 2 == 1) {
		size = 1 + 2 * sizeof(OwnFinding);
		to[0] = 1;
		memcpy(to + 1, "race", sizeof "race");
		memcpy(to + 1 + sizeof(OwnFinding), "leak", sizeof "leak");
	} else {
		memcpy(to + 1, report, size - 1);
	}
	for (uint64_t i = 0; number > 1 && i < fuzz_random(&state) % 24; i++)
		to[1 + fuzz_random(&state) % (size - 1)] = (uint8_t)fuzz_random(&state);
	return size;
}
