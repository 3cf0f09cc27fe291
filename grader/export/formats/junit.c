/* junit.c - JUnit XML as Jenkins, GitLab and GitHub's actions read it: a suite a lab, a case a
 * check. https://github.com/jenkinsci/xunit-plugin (junit-10.xsd),
 * https://github.com/windyroad/JUnit-Schema
 *
 * results.json holds no times, so that it is the same on every machine; so neither does this. */
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/export/formats/format.h"

/* XML 1.0 knows no U+FFFE and U+FFFF; other forbidden characters are gone from cleaned text. */
static void xml_text(FILE *out, const char *text)
{
	for (; *text != '\0'; text++) {
		if (strncmp(text, "\xef\xbf\xbe", 3) == 0 ||
		    strncmp(text, "\xef\xbf\xbf", 3) == 0) {
			fputs("\xef\xbf\xbd", out);
			text += 2;
		} else if (*text == '&') {
			fputs("&amp;", out);
		} else if (*text == '<') {
			fputs("&lt;", out);
		} else if (*text == '>') {
			fputs("&gt;", out);
		} else if (*text == '"') {
			fputs("&quot;", out);
		} else {
			fputc(*text, out);
		}
	}
}

static void xml_attribute(FILE *out, const char *name, const char *text)
{
	fprintf(out, " %s=\"", name);
	xml_text(out, text);
	fputc('"', out);
}

typedef struct Counts {
	int tests, failures, errors, skipped;
} Counts;

static void lab_count_add(const RecordLab *lab, Counts *counts)
{
	for (int i = 0; i < lab->count; i++) {
		RecordVerdict verdict = lab->checks[i].verdict;

		counts->tests++;
		counts->failures += verdict == RECORD_FAIL || verdict == RECORD_TODO;
		counts->errors += verdict == RECORD_ERROR;
		counts->skipped += verdict == RECORD_SKIP || verdict == RECORD_INCONCLUSIVE;
	}
}

static void case_write(FILE *out, const Record *record, const RecordLab *lab,
		       const RecordCheck *check)
{
	static const char *const elements[] = {NULL,      "failure", "failure",
					       "skipped", "skipped", "error"};
	const char *element = elements[check->verdict];
	char *name = text_new("%s %s", check->id, check->title), *story;

	fputs("    <testcase", out);
	xml_attribute(out, "classname", lab->name);
	xml_attribute(out, "name", name);
	free(name);
	if (!element) {
		fputs("/>\n", out);
		return;
	}
	fprintf(out, ">\n      <%s", element);
	xml_attribute(out, "type", verdict_word(check->verdict));
	xml_attribute(out, "message", check_reason(check));
	fputc('>', out);
	story = check_story(record, lab, check);
	xml_text(out, story);
	free(story);
	fprintf(out, "</%s>\n    </testcase>\n", element);
}

int junit_write(FILE *out, const Job *job)
{
	const Record *record = &job->list->records[0];
	Counts all = {0, 0, 0, 0};

	for (int i = 0; i < record->lab_count; i++)
		lab_count_add(&record->labs[i], &all);
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites", out);
	xml_attribute(out, "name", job->name);
	fprintf(out, " tests=\"%d\" failures=\"%d\" errors=\"%d\">\n", all.tests, all.failures,
		all.errors);
	for (int i = 0; i < record->lab_count; i++) {
		const RecordLab *lab = &record->labs[i];
		Counts its = {0, 0, 0, 0};

		lab_count_add(lab, &its);
		fputs("  <testsuite", out);
		xml_attribute(out, "name", lab->name);
		fprintf(out, " tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\">\n",
			its.tests, its.failures, its.errors, its.skipped);
		for (int k = 0; k < lab->count; k++)
			case_write(out, record, lab, &lab->checks[k]);
		fputs("  </testsuite>\n", out);
	}
	fputs("</testsuites>\n", out);
	return 0;
}
