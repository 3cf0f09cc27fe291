/* own_report.c - most reports say that nothing was found, which takes no parser to see. */
#include "grader/probe/own_report.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/probe/apart.h"
#include "grader/wire/own_findings.h"

#define REPORT_MAX (1 << 20)
#define SECONDS    5

typedef struct Report {
	const char *text;
	size_t bytes;
} Report;

/* In the process apart, which has the text since before the fork. */
static int findings_answer(const int *files, int answer, const void *about)
{
	static OwnFinding list[OWN_FINDINGS_MAX];
	const Report *report = about;
	int count = own_findings_read(report->text, report->bytes, list);

	(void)files;
	return count < 0 || file_write(answer, list, (size_t)count * sizeof *list) < 0;
}

static bool says_nothing(const Report *report)
{
	static const char nothing[] = "{\"findings\":[]}";

	return report->bytes == sizeof nothing - 1 &&
	       memcmp(report->text, nothing, report->bytes) == 0;
}

static int report_parse(SandboxTier tier, const char *box, const Report *report, OwnReport *own,
			char *why, size_t why_size)
{
	const Apart apart = {
		.tier = tier,
		.box = box,
		.body = findings_answer,
		.about = report,
		.seconds = SECONDS,
		.answer_max = OWN_FINDINGS_MAX * sizeof(OwnFinding),
	};
	void *answer;
	size_t bytes;
	ApartEnd end = apart_run(&apart, &answer, &bytes, why, why_size);

	if (end == APART_DONE && bytes % sizeof(OwnFinding) == 0)
		*own = (OwnReport){OWN_REPORT_READ,
				   own_findings_list(answer, (int)(bytes / sizeof(OwnFinding)))};
	free(answer);
	return end == APART_FAULT ? -1 : 0;
}

int own_report_read(SandboxTier tier, const char *box, int folder, const char *name, OwnReport *own,
		    char *why, size_t why_size)
{
	Report report = {NULL, 0};
	char *text;
	int bad = 0;

	*own = (OwnReport){OWN_REPORT_DAMAGED, NULL};
	if (faccessat(folder, name, F_OK, AT_SYMLINK_NOFOLLOW) < 0) {
		own->state = OWN_REPORT_NONE;
		return 0;
	}
	report.text = text = file_load(folder, name, REPORT_MAX, &report.bytes);
	if (text && says_nothing(&report))
		*own = (OwnReport){OWN_REPORT_READ, json_array()};
	else if (text)
		bad = report_parse(tier, box, &report, own, why, why_size);
	free(text);
	return bad;
}

void own_report_free(OwnReport *own)
{
	json_decref(own->list);
	own->list = NULL;
}
