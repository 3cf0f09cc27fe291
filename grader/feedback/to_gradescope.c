/* to_gradescope.c - an autograder that grades nothing: it gives back what is in the gradebook.
 * https://gradescope-autograders.readthedocs.io/en/latest/specs/
 *
 * Gradescope takes results from an autograder alone. Uploaded in place of the one that graded, with
 * "Regrade All Submissions", this one finds by the student's e-mail address, which Gradescope tells it,
 * the file with the final mark, points by hand and comments. Such a file is named by a digest of the
 * address, so that none names another student. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/digest.h"
#include "grader/base/text.h"
#include "grader/feedback/bundle.h"

static const char setup[] = "#!/bin/sh\n# nothing is needed\n";

static const char run[] =
	"#!/bin/sh\n"
	"# gives back what the gradebook has for the student whose submission this is\n"
	"root=${AUTOGRADER:-/autograder}\n"
	"tr '{},' '\\n\\n\\n' <\"$root/submission_metadata.json\" |\n"
	"\tsed -n 's/^.*\"email\" *: *\"\\([^\"]*\\)\".*$/\\1/p' | tr 'A-Z' 'a-z' |\n"
	"\twhile read -r email; do\n"
	"\t\tfile=$root/source/results/$(printf %s \"$email\" | sha256sum | cut -c1-64).json\n"
	"\t\tif [ -f \"$file\" ]; then\n"
	"\t\t\tcp \"$file\" \"$root/results/results.json\"\n"
	"\t\t\tbreak\n"
	"\t\tfi\n"
	"\tdone\n";

int gradescope_begin(Bundle *b)
{
	return bundle_file(b, NULL, "setup.sh", setup, strlen(setup)) < 0 ||
			       bundle_file(b, NULL, "run_autograder", run, strlen(run)) < 0
		       ? -1
		       : 0;
}

static void notes_print(FILE *out, const json_t *list, const char *what, const char *check)
{
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *note = json_array_get(list, i);

		if (strcmp(text_of(note, "check"), check) != 0)
			continue;
		fprintf(out, "%s: %s\n", what, text_of(note, "text"));
		if (*text_of(note, "answer") != '\0')
			fprintf(out, "answer: %s\n", text_of(note, "answer"));
	}
}

/* The message, the hint, and what people said. To be freed. */
static char *story(const Given *g, const json_t *check)
{
	const json_t *by_hand = json_object_get(check, "by_hand"), *head = g->graded.head;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		exit(2);
	if (strcmp(text_of(check, "verdict"), "pass") != 0 && *text_of(check, "message") != '\0')
		fprintf(out, "%s\n", text_of(check, "message"));
	if (*text_of(check, "rests_on") != '\0')
		fprintf(out, "it calls the function of %s, which does not pass: mend that first\n",
			text_of(check, "rests_on"));
	if (strcmp(text_of(check, "verdict"), "pass") != 0 && *text_of(check, "hint") != '\0')
		fprintf(out, "hint: %s\n", text_of(check, "hint"));
	if (by_hand)
		fprintf(out, "points by hand (the grader gave %s): %s\n", text_of(by_hand, "was"),
			text_of(by_hand, "reason"));
	notes_print(out, json_object_get(head, "comments"), "comment", text_of(check, "id"));
	notes_print(out, json_object_get(head, "requests"), "asked", text_of(check, "id"));
	fclose(out);
	return text;
}

static json_t *test_json(const Given *g, const char *lab, const json_t *check)
{
	const char *verdict = text_of(check, "verdict");
	int judged = strcmp(verdict, "pass") == 0 || strcmp(verdict, "fail") == 0 ||
		     strcmp(verdict, "todo") == 0 || json_object_get(check, "by_hand");
	char *output = story(g, check);
	json_t *test =
		json_pack("{s:s, s:s, s:s, s:s, s:[s], s:s}", "name", text_of(check, "title"),
			  "number", text_of(check, "id"), "output", output, "output_format", "text",
			  "tags", lab, "visibility", "visible");

	if (judged) {
		json_object_set_new(test, "score", json_real(number_of(check, "points")));
		json_object_set_new(test, "max_score", json_real(number_of(check, "max_points")));
		json_object_set_new(
			test, "status",
			json_string(strcmp(verdict, "pass") == 0 ? "passed" : "failed"));
	}
	free(output);
	return test;
}

static json_t *tests_json(const Given *g)
{
	const json_t *labs = json_object_get(g->graded.results, "labs");
	json_t *tests = json_array();

	for (size_t i = 0; i < json_array_size(labs); i++) {
		const json_t *lab = json_array_get(labs, i);
		const json_t *checks = json_object_get(lab, "checks");

		for (size_t k = 0; k < json_array_size(checks); k++)
			json_array_append_new(tests, test_json(g, text_of(lab, "lab"),
							       json_array_get(checks, k)));
	}
	return tests;
}

/* "results/DIGEST.json" for the address in small letters. */
static void file_name(const char *email, char name[DIGEST_SIZE + 8])
{
	struct sha256_ctx digest; /* as sha256sum does it: a Digest has lengths in it */
	uint8_t bytes[SHA256_DIGEST_SIZE];
	char *small = text_new("%s", email);

	for (char *c = small; *c != '\0'; c++)
		*c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
	sha256_init(&digest);
	sha256_update(&digest, strlen(small), (const uint8_t *)small);
	sha256_digest(&digest, sizeof bytes, bytes);
	for (size_t i = 0; i < sizeof bytes; i++)
		snprintf(name + 2 * i, 3, "%02x", bytes[i]);
	memcpy(name + 2 * sizeof bytes, ".json", 6);
	free(small);
}

int gradescope_put(Bundle *b, const Given *g)
{
	char name[DIGEST_SIZE + 8], *message, *text;
	json_t *root;
	int bad;

	if (*g->email == '\0') {
		remark("%s (%s): the roster has no e-mail address, by which Gradescope's students "
		       "are found; left out",
		       g->name, g->id);
		return 1;
	}
	file_name(g->email, name);
	message = given_text(g);
	root = json_pack("{s:f, s:s, s:s, s:s, s:s, s:o}", "score", g->final, "output", message,
			 "output_format", "text", "visibility", "visible", "stdout_visibility",
			 "hidden", "tests", tests_json(g));
	text = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
	bad = bundle_file(b, "results", name, text, strlen(text)) < 0;
	free(text);
	json_decref(root);
	free(message);
	return bad ? -1 : 0;
}
