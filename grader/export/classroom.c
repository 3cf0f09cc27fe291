/* classroom.c - a runner's result for GitHub Classroom's autograding reporter: base64 of JSON,
 * which a workflow's step puts out as `result`.
 * https://github.com/classroom-resources/autograding-grading-reporter
 *
 * The reporter adds up the score of every test, and knows no test without one: what was not judged
 * is left out, of max_score too. */
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "refuse.h"
#include "text.h"

static void base64_write(FILE *out, const char *bytes, size_t size)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < size; i += 3) {
		unsigned value = (unsigned)(unsigned char)bytes[i] << 16;

		value |= i + 1 < size ? (unsigned)(unsigned char)bytes[i + 1] << 8 : 0;
		value |= i + 2 < size ? (unsigned char)bytes[i + 2] : 0;
		fputc(digits[value >> 18], out);
		fputc(digits[value >> 12 & 63], out);
		fputc(i + 1 < size ? digits[value >> 6 & 63] : '=', out);
		fputc(i + 2 < size ? digits[value & 63] : '=', out);
	}
	fputc('\n', out);
}

static json_t *test_json(const Paper *paper, const PaperLab *lab, const PaperCheck *check)
{
	char *name = text_new("%s %s", check->id, check->title);
	char *story = check_story(paper, lab, check);
	json_t *test = json_pack("{s:s, s:s, s:o, s:s}", "name", name, "status",
				 check->verdict == PAPER_PASS ? "pass" : "fail", "score",
				 json_points(check->points), "message", story);

	free(name);
	free(story);
	return test;
}

int classroom_write(FILE *out, const Job *job)
{
	const Paper *paper = &job->list->papers[0];
	json_t *root =
		json_pack("{s:i, s:s, s:o, s:o}", "version", 1, "status",
			  paper_passes(paper) ? "pass" : "fail", "max_score",
			  json_points(paper->max_score), "tests", json_tests(paper, 0, test_json));
	char *text = root == NULL ? NULL : json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(12));

	json_decref(root);
	if (text == NULL)
		return refuse("the JSON cannot be built (no memory)");
	base64_write(out, text, strlen(text));
	free(text);
	return 0;
}
