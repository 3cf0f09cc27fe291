/* main.c - usegpu export: marks in the formats of others.
 *
 * Theory of operation. What was graded is read into records (record.h): one from a submission's
 * results.json, or those of a class from its gradebook. A format (format.h) is a function that
 * writes records. Its text is made in memory and becomes a file only when it is whole.
 *
 * What the grader itself failed at has no mark: a format that can say so says it, for all others
 * the submission is refused, or, in a class, left out and named. It never becomes a zero.
 *
 * Exit status: 0 exported; 2 not, with one line on stderr. */
#include <errno.h>
#include <glob.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/command_line.h"
#include "grader/base/diagnostic.h"
#include "grader/base/path_key.h"
#include "grader/base/text.h"
#include "grader/class/book/book.h"
#include "grader/export/arguments.h"
#include "grader/export/output.h"
#include "grader/setup/class_folder.h"
#include "grader/setup/result_dir.h"

/* The last part of a path, as the grader names its folder: links, "." and ".." are resolved. */
static char *name_of(const char *path)
{
	char *whole = realpath(path, NULL), *copy = text_new("%s", !whole ? path : whole);

	for (size_t length = strlen(copy); length > 1 && copy[length - 1] == '/';)
		copy[--length] = '\0';
	char *out = text_new("%s", path_last(copy));

	free(copy);
	free(whole);
	return out;
}

/* What its results are kept under; of a folder that is gone, its name. To be freed. */
static char *place_of(const char *build, const char *path)
{
	char *whole = realpath(path, NULL), *kit = realpath(".", NULL), *place;

	place = !whole || !kit ? name_of(path) : result_dir(build, kit, path_last(whole), whole);
	free(kit);
	free(whole);
	return place;
}

/* Where things are; all to be freed. */
typedef struct Places {
	char *name, *source, *out;
	int is_own; /* `out` was chosen here, and may be replaced */
} Places;

/* The folder above a file, as a path that can be followed by a slash. To be freed. */
static char *folder_of(const char *file)
{
	const char *slash = strrchr(file, '/');

	return !slash ? text_new(".") : text_new("%.*s", (int)(slash - file), file);
}

/* Whether a class, whichever it is, has an assignment of that name. */
static bool some_class_has(const char *build, const char *assignment)
{
	char key[PATH_KEY_SIZE], *end, *pattern;
	glob_t found = {.gl_pathc = 0};
	bool has;

	path_key(assignment, key);
	end = text_new("/class/*/assignments/%s/gradebook.db", key);
	pattern = class_pattern(build, end);
	has = glob(pattern, 0, NULL, &found) == 0;
	globfree(&found);
	free(pattern);
	free(end);
	return has;
}

/* ASSIGNMENT names an assignment of the class, or where there is none of that name the title of a column alone. */
static char *book_find(const char *const *g)
{
	char *own;

	if (!g[ASSIGNMENT] || g[BOOK])
		return book_place(g[BUILD], g[SUBMISSIONS], g[BOOK]);
	if (!g[SUBMISSIONS])
		return book_place_of(g[BUILD], NULL, NULL,
				     some_class_has(g[BUILD], g[ASSIGNMENT]) ? g[ASSIGNMENT]
									     : NULL);
	own = book_place_of(g[BUILD], g[SUBMISSIONS], NULL, g[ASSIGNMENT]);
	if (own && access(own, F_OK) == 0)
		return own;
	free(own);
	return book_place(g[BUILD], g[SUBMISSIONS], NULL);
}

/* 0, or -1 with one line on stderr. */
static int places_find(Places *p, const Arguments *a)
{
	const char *const *g = a->given;
	char *folder = NULL; /* of the marks */

	*p = (Places){.is_own = !g[OUT]};
	if (a->format->need != NEEDS_SUBMISSION) {
		p->source = book_find(g);
	} else if (g[RESULTS]) {
		p->source = text_new("%s", g[RESULTS]);
	} else {
		const char *path = !g[SUBMISSION] ? "labs" : g[SUBMISSION];
		char *place = place_of(g[BUILD], path);

		p->name = name_of(path);
		p->source = text_new("%s/grade/%s/results.json", g[BUILD], place);
		free(place);
	}
	if (!p->source)
		return -1;
	folder = folder_of(p->source);
	if (!p->name)
		p->name = name_of(folder);
	p->out = g[OUT] ? text_new("%s", g[OUT])
			: text_new("%s/exports/%s", folder, a->format->file);
	free(folder);
	return 0;
}

static int source_read(const Arguments *a, const Places *p, RecordList *list)
{
	*list = (RecordList){.records = NULL};
	if (access(p->source, R_OK) < 0) {
		const char *do_first = a->format->need == NEEDS_SUBMISSION
					       ? "make grade SUBMISSION=folder"
					       : "make grade SUBMISSIONS=folder";

		return refuse("%s: %s; expected the marks of an earlier %s", p->source,
			      strerror(errno), do_first);
	}
	if (a->format->need != NEEDS_SUBMISSION) {
		if (records_read(list, p->source) < 0)
			return -1;
		return !a->given[SECTION] ? 0 : records_section(list, a->given[SECTION]);
	}
	list->records = list_grown(NULL, 0, sizeof *list->records);
	if (record_read(&list->records[0], p->source, p->name) < 0)
		return -1;
	list->count = 1;
	list->records[0].visibility = a->visibility;
	if (a->conceals)
		record_conceal(&list->records[0]);
	return 0;
}

static int job_write(const Arguments *a, const Places *p, const Job *job)
{
	const Record *only = a->format->need == NEEDS_SUBMISSION ? &job->list->records[0] : NULL;
	char *bytes = NULL;
	size_t size = 0;
	FILE *out;
	int bad;

	if (only && record_refusal(only) && !a->format->takes_failed) {
		/* an older export would pass for this one */
		if (p->is_own)
			unlink(p->out);
		return refuse("%s has no mark: %s; not exported", only->name, record_refusal(only));
	}
	out = open_memstream(&bytes, &size);
	if (!out)
		return refuse("out of memory");
	bad = a->format->write(out, job);
	if (ferror(out) != 0 || fclose(out) != 0)
		bad = refuse("out of memory");
	if (!bad)
		bad = (p->is_own && output_folders(p->out) < 0) ||
		      output_put(p->out, bytes, size, !p->is_own) < 0;
	free(bytes);
	return bad ? -1 : 0;
}

static int command_export(int argc, char **argv)
{
	Arguments a = {.given = {NULL}};
	RecordList list;
	int read, bad;

	read = arguments_read(&a, argc, argv);
	if (read != 0)
		return read < 0 || fflush(stdout) != 0 ? 2 : 0;
	signal(SIGPIPE, SIG_IGN);
	json_set_alloc_funcs(memory_new, free); /* a mark that found no room would be missing */

	Places p;

	if (places_find(&p, &a) < 0)
		return 2;
	char *name = clean_copy(p.name), *shown = clean_copy(p.out);

	bad = source_read(&a, &p, &list);
	if (!bad) {
		const char *const *g = a.given;
		Job job = {.list = &list,
			   .name = name,
			   .in_name = g[IN],
			   .assignment = g[ASSIGNMENT],
			   .grade_column = g[GRADE],
			   .by_lab = g[COLUMNS] && strcmp(g[COLUMNS], "labs") == 0,
			   .by_total = g[COLUMNS] && strcmp(g[COLUMNS], "total") == 0,
			   .absent_zero = g[ABSENT] && strcmp(g[ABSENT], "zero") == 0,
			   .absent_keep = g[ABSENT] && strcmp(g[ABSENT], "keep") == 0};

		bad = job_write(&a, &p, &job);
	}
	if (!bad && strcmp(p.out, "-") != 0)
		printf("%s: %s\n", a.format->name, shown);
	records_release(&list);
	free(shown);
	free(name);
	free(p.name);
	free(p.source);
	free(p.out);
	return bad || fflush(stdout) != 0 ? 2 : 0;
}

const Command usegpu_export = {command_export, &export_argp};
