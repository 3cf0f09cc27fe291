/* similar.c - finds similar submissions: sim_c (Debian's similarity-tester) compares the lines that
 * students wrote themselves.
 *
 * Lines of the starter are left out, and so are lines that more than half of the class have: they
 * are the obvious answer to an exercise. sim_c compares tokens; it ignores layout, comments and
 * names, except those of called functions. It reads hostile text, so it runs in the compilers'
 * sandbox, and of its output only pairs of numbers are used. */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/report/class/class_page.h"
#include "grader/report/class/similar_pairs.h"
#include "grader/report/class/similar_text.h"
#include "grader/report/data/graded.h"
#include "grader/report/page/html.h"
#include "grader/sandbox/run_tool.h"
#include "grader/sandbox/sandbox.h"
#include "grader/setup/work_dir.h"

#define LEAST_LINES 15 /* of one's own: fewer are not compared */
#define PAIRS_SHOWN 40
#define SECONDS     120
#define EACH_MOST   300 /* most submissions compared pairwise: takes 20 s, grows by the square */

typedef struct Compare {
	const ClassData *data;
	const char *build, *kit;
	char *folder; /* with a file NNNNN.c for each student who is compared */
	int compared;
	Pairs pairs;
	int cut;       /* 1: sim_c found more than is read */
	char why[600]; /* there is no comparison, "" otherwise */
} Compare;

/* The labs of a student's details.json: all sources in one text. NULL when there are none. */
static json_t *details_of(const Compare *c, int i)
{
	const char *key = c->data->students[i].key;
	char *path;
	json_t *details;

	if (!key)
		return NULL;
	path = text_new("%s/students/%s/details.json", c->data->folder, key);
	details = json_file_load(path, 0);
	free(path);
	return details;
}

static char *stub_load(const Compare *c, const char *lab)
{
	char *path = strchr(lab, '/') ? text_new("/none")
				      : text_new("%s/grader/stubs/%s.c", c->kit, lab);
	FILE *file = fopen(path, "re");
	char *text = NULL;
	size_t room = 0;

	if (!file || getdelim(&text, &room, '\0', file) < 0) {
		free(text);
		text = text_new("%s", "");
	}
	if (file)
		fclose(file);
	free(path);
	return text;
}

/* --- the students' own lines ------------------------------------------------------------------ */

static void student_add(const Compare *c, int i, Lines *lines)
{
	json_t *details = details_of(c, i);
	const json_t *labs = json_object_get(details, "labs");

	for (size_t k = 0; k < json_array_size(labs); k++) {
		const json_t *lab = json_array_get(labs, k);
		char *stub = stub_load(c, text_of(lab, "lab"));

		lines_add(lines, text_of(lab, "source"), stub);
		free(stub);
	}
	json_decref(details);
}

/* Writes what the student wrote into a file of our name; not if it is too little. */
static int student_write(Compare *c, int i, const Lines *lines)
{
	size_t most = (size_t)c->data->student_count / 2;
	char *path = text_new("%s/%05d.c", c->folder, i);
	json_t *details = details_of(c, i);
	const json_t *labs = json_object_get(details, "labs");
	FILE *file = !labs ? NULL : fopen(path, "we");
	/* sim_c has a user of its own, whatever the umask */
	int readable = file && fchmod(fileno(file), 0644) == 0;
	int own = 0, bad = file && !readable;

	for (size_t k = 0; file && k < json_array_size(labs); k++) {
		const json_t *lab = json_array_get(labs, k);
		char *stub = stub_load(c, text_of(lab, "lab"));
		int kept = 0;
		char *text =
			lines_keep(lines, text_of(lab, "source"), stub, most < 4 ? 4 : most, &kept);

		bad = fputs(text, file) < 0 || bad;
		own += kept;
		free(text);
		free(stub);
	}
	bad = (labs && !file) || (file && fclose(file) != 0) || bad;
	if (own >= LEAST_LINES)
		c->compared++;
	else
		unlink(path);
	free(path);
	json_decref(details);
	return bad ? -1 : 0;
}

static int files_write(Compare *c)
{
	Lines lines = {0};
	int bad = 0;

	for (int i = 0; i < c->data->student_count; i++)
		student_add(c, i, &lines);
	lines_sort(&lines);
	for (int i = 0; !bad && i < c->data->student_count; i++)
		bad = student_write(c, i, &lines) < 0;
	lines_release(&lines);
	if (bad)
		text_format(c->why, sizeof c->why, "the texts cannot be written: %s",
			    strerror(errno));
	return bad ? -1 : 0;
}

/* --- sim_c ------------------------------------------------------------------------------------ */

/* `seen`: where sim_c sees the folder with the files. */
static char **words_make(const Compare *c, const char *seen)
{
	static const char *const options[] = {"sim_c", "-p", "-F", "-T", "-t", "60", "-r", "24"};
	size_t count = sizeof options / sizeof *options;
	char **words = memory_new((count + (size_t)c->compared + 2) * sizeof *words);

	for (size_t i = 0; i < count; i++)
		words[i] = text_new("%s", options[i]);
	if (c->compared <= EACH_MOST)
		words[count++] = text_new("-e");
	for (int i = 0; i < c->data->student_count; i++) {
		char *path = text_new("%s/%05d.c", c->folder, i);

		if (access(path, R_OK) == 0)
			words[count++] = text_new("%s/%05d.c", seen, i);
		free(path);
	}
	return words;
}

static void words_free(char **words)
{
	for (int i = 0; words[i]; i++)
		free(words[i]);
	free(words);
}

static void sim_run(Compare *c, SandboxTier tier, const char *box)
{
	static ProcessEnd end;                   /* too large for some stacks */
	char *whole = realpath(c->folder, NULL); /* the sandbox looks from the box */
	const SandboxPath shown[] = {{"/usr", NULL},
				     {"/bin", NULL},
				     {"/lib", NULL},
				     {"/lib64", NULL},
				     {"/etc/ld.so.cache", NULL},
				     {whole, NULL},
				     {NULL, NULL}};
	/* From the box in it there is a way up, also where root's program has a user who could not
	 * come down to it. */
	char **words = words_make(c, tier == SANDBOX_FULL ? whole : "..");
	const Tool sim = {.argv = words,
			  .box = box,
			  .tier = tier,
			  .shown = shown,
			  .room_bytes = 16 << 20,
			  .address_bytes = UINT64_C(2) << 30,
			  .file_bytes = 1 << 20,
			  .seconds = SECONDS};
	const char *why = run_tool(&sim, &end);

	if (!why)
		why = pairs_read(&c->pairs, end.output, c->compared, c->data->student_count);
	if (why)
		text_format(c->why, sizeof c->why, "sim_c (Debian's similarity-tester) %s", why);
	c->cut = end.cut;
	words_free(words);
	free(whole);
}

static void texts_compare(Compare *c)
{
	char *box = text_new("%s/box-XXXXXX", c->folder);
	SandboxTier tier;

	if (sandbox_folder_create(box) < 0) {
		text_format(c->why, sizeof c->why, "no folder for it: %s", strerror(errno));
	} else {
		tier = sandbox_probe(SANDBOX_FULL, box, "/usr/bin/env", c->why, sizeof c->why);
		if (tier != SANDBOX_NONE) {
			c->why[0] = '\0';
			sim_run(c, tier, box);
		}
	}
	free(box);
}

static void compare_run(Compare *c)
{
	char *above = text_new("%s/report", c->build), *whole = NULL;

	/* sim_c works in a box of its own, from where a relative path leads elsewhere */
	if (folder_create(above) == 0)
		whole = realpath(above, NULL);
	c->folder = text_new("%s/similar-XXXXXX", !whole ? above : whole);
	if (!whole || !mkdtemp(c->folder) || chmod(c->folder, 0755) < 0) {
		text_format(c->why, sizeof c->why, "no folder in %s: %s", above, strerror(errno));
	} else {
		if (files_write(c) == 0 && c->compared > 1)
			texts_compare(c);
		folder_remove(c->folder);
	}
	free(c->folder);
	free(whole);
	free(above);
}

/* --- the page --------------------------------------------------------------------------------- */

static int more_alike(const void *a, const void *b)
{
	const Pair *x = a, *y = b;

	return x->share != y->share ? y->share - x->share
	       : x->a != y->a       ? x->a - y->a
				    : x->b - y->b;
}

static void pairs_write(FILE *out, const Compare *c)
{
	fputs("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"similar\">"
	      "<table><thead><tr><th scope=\"col\">student</th><th scope=\"col\">student</th>"
	      "<th scope=\"col\" class=\"n\">alike</th></tr></thead><tbody>\n",
	      out);
	for (int i = 0; i < c->pairs.count && i < PAIRS_SHOWN; i++)
		html_print(out,
			   "<tr><td><bdi>%s</bdi></td><td><bdi>%s</bdi></td>"
			   "<td class=\"n\">%d %%</td></tr>\n",
			   c->data->students[c->pairs.list[i].a].name,
			   c->data->students[c->pairs.list[i].b].name, c->pairs.list[i].share);
	fputs("</tbody></table></div>\n", out);
	if (c->cut || c->pairs.count == PAIRS_MAX)
		fputs("<p>There are more pairs than are read; those above are the most alike of "
		      "the "
		      "first.</p>\n",
		      out);
	else if (c->pairs.count > PAIRS_SHOWN)
		html_print(out, "<p>%d more pairs are not shown.</p>\n",
			   c->pairs.count - PAIRS_SHOWN);
}

void class_similar(FILE *out, const ClassData *data, const char *build, const char *kit)
{
	Compare *c = memory_new(sizeof *c);

	fputs("<section>\n<h2 id=\"similar\">Similar submissions</h2>\n", out);
	c->data = data;
	c->build = build;
	c->kit = kit;
	compare_run(c);
	qsort(c->pairs.list, (size_t)c->pairs.count, sizeof *c->pairs.list, more_alike);
	int one = c->compared == 1;
	if (c->why[0] != '\0') {
		remark("similar submissions: not compared: %s", c->why);
		html_print(out, "<p class=\"note\">Not compared: %s.</p>\n", c->why);
	} else {
		html_print(
			out,
			"<p class=\"soft\">%d submission%s had at least %d lines of %s own and %s "
			"compared: tokens, without layout, comments and names of variables, "
			"without the starter's lines and those that half of the class have. Short "
			"right answers resemble each other; read both before you ask.</p>\n",
			c->compared, one ? "" : "s", LEAST_LINES, one ? "its" : "their",
			one ? "was" : "were");
	}
	if (c->pairs.count > 0)
		pairs_write(out, c);
	else if (c->why[0] == '\0')
		html_print(out, "<p>No two of them are alike to %d %% or more.</p>\n", SHARE_LEAST);
	fputs("</section>\n", out);
	free(c);
}
