/* command_regrade.c - usegpu-class regrade: the class run over everything, and what came of it.
 *
 * What every student had is remembered (regrade_past.c); then the class is graded anew, with the
 * inputs of last time unless another seed is asked for; then the two are compared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "book_find.h"
#include "book_sql.h"
#include "commands.h"
#include "interrupt.h"
#include "refuse.h"
#include "regrade.h"
#include "text.h"

static const char usage[] =
	"usage: usegpu-class regrade [options of run] SUBMISSIONS -- GRADER [its options]\n"
	"Grades everything anew, with the seed of last time unless --seed gives another, and "
	"prints\n"
	"whose marks changed, in which checks, and why. The options are those of `run`.\n";

/* The value that an option of `run` has, or `otherwise`: those are checked there. */
static const char *value_of(int argc, char **argv, const char *option, const char *otherwise)
{
	size_t length = strlen(option);
	const char *value = otherwise;

	for (int i = 1; i < argc && argv[i] != NULL && strcmp(argv[i], "--") != 0; i++) {
		if (strcmp(argv[i], option) == 0 && i + 1 < argc)
			value = argv[i + 1];
		else if (strncmp(argv[i], option, length) == 0 && argv[i][length] == '=')
			value = argv[i] + length + 1;
	}
	return value;
}

/* What stands before "--", where the grader's command begins; NULL: not there. */
static const char *submissions_of(int argc, char **argv)
{
	for (int i = 2; i < argc; i++)
		if (strcmp(argv[i], "--") == 0)
			return argv[i - 1];
	return NULL;
}

/* The arguments of `run`, closed by NULL: the same, to be graded again, from this seed (NULL: what
 * is said there), with the student's id for what the student was called. */
static char **run_arguments(int argc, char **argv, const char *seed, const char *id, int *count)
{
	char **list = calloc((size_t)argc + 4, sizeof *list);
	int at = 0;

	if (list == NULL)
		return NULL;
	list[at++] = argv[0];
	list[at++] = (char *)(uintptr_t) "--again";
	if (seed != NULL) {
		list[at++] = (char *)(uintptr_t) "--seed";
		list[at++] = (char *)(uintptr_t)seed;
	}
	for (int i = 1, options = 1; i < argc; i++) {
		options &= strcmp(argv[i], "--") != 0;
		list[at++] = argv[i];
		if (options && id != NULL && strcmp(argv[i], "--student") == 0 && i + 1 < argc) {
			list[at++] = (char *)(uintptr_t)id;
			i++;
		}
	}
	*count = at;
	return list;
}

/* The seed of the newest grading, to be freed; NULL: none is known. */
static char *seed_newest(Book *book)
{
	int64_t seed = 0;
	int found = book_number(book, &seed,
				"SELECT seed FROM grading WHERE status = 'graded'"
				" ORDER BY id DESC LIMIT 1",
				"");

	return found > 0 ? text_new("%lld", (long long)seed) : NULL;
}

static int regrade(Book *book, int argc, char **argv)
{
	const char *named = value_of(argc, argv, "--student", NULL);
	char *id = named == NULL ? NULL : book_student_find(book, named);
	char *seed = value_of(argc, argv, "--seed", NULL) == NULL ? seed_newest(book) : NULL;
	int count, begun, status = 2;
	char **list = run_arguments(argc, argv, seed, id, &count);

	if (list == NULL) {
		refuse("out of memory");
	} else if ((named == NULL || id != NULL) && regrade_remember(book) == 0) {
		status = class_run(count, list, &begun);
		fflush(stdout);
		if (begun && (regrade_compare(book, id, status == 2) < 0 || regrade_done(book) < 0))
			status = 2;
		fflush(stdout);
	}
	free((void *)list);
	free(seed);
	free(id);
	return status;
}

int command_regrade(int argc, char **argv)
{
	const char *submissions = submissions_of(argc, argv);
	char *path;
	Book *book;
	int status;

	if (argc > 1 && strcmp(argv[1], "--help") == 0)
		return fputs(usage, stdout), 0;
	if (submissions == NULL) {
		refuse("expected SUBMISSIONS -- GRADER; see --help");
		return 2;
	}
	path = book_place(value_of(argc, argv, "--build", "build"), submissions,
			  value_of(argc, argv, "--book", NULL));
	book = path == NULL ? NULL : book_open(path, BOOK_WRITE);
	status = book == NULL ? 2 : regrade(book, argc, argv);
	book_close(book);
	free(path);
	interrupt_leave(); /* now that what has changed so far is told */
	return status;
}
