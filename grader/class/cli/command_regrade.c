/* command_regrade.c - usegpu regrade: grades all submissions again and reports the changes.
 *
 * Every student's marks are saved (regrade_past.c); then the class is graded again, with the seed
 * of the last grading unless another one is asked for; then old and new marks are compared. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/command_line.h"
#include "grader/base/diagnostic.h"
#include "grader/base/interrupt.h"
#include "grader/base/text.h"
#include "grader/class/book/book_find.h"
#include "grader/class/book/book_sql.h"
#include "grader/class/book/regrade.h"
#include "grader/class/cli/class_options.h"
#include "grader/class/cli/commands.h"
#include "grader/setup/kit_settings.h"

static const char doc[] =
	"Grades everything anew, with the seed of last time unless --seed gives another, and "
	"prints "
	"whose marks changed, in which checks, and why. The options are those of class.";

/* The value of an option of `run`, or `otherwise`. command_run checks the options. */
static const char *value_of(int argc, char **argv, const char *option, const char *otherwise)
{
	size_t length = strlen(option);
	const char *value = otherwise;

	for (int i = 1; i < argc && argv[i] && strcmp(argv[i], "--") != 0; i++) {
		if (strcmp(argv[i], option) == 0 && i + 1 < argc)
			value = argv[i + 1];
		else if (strncmp(argv[i], option, length) == 0 && argv[i][length] == '=')
			value = argv[i] + length + 1;
	}
	return value;
}

/* The argument before "--", behind which the grader's command begins; NULL: none. */
static const char *submissions_of(int argc, char **argv)
{
	for (int i = 2; i < argc; i++)
		if (strcmp(argv[i], "--") == 0)
			return argv[i - 1];
	return argc > 1 && argv[argc - 1][0] != '-' ? argv[argc - 1] : NULL;
}

/* The arguments of `run`, closed by NULL: the same, to be graded again, each from its own seed or, where it has none
 * yet, from this one (NULL: what is said there), with the student's id for what the student was called. */
static char **run_arguments(int argc, char **argv, const char *seed, const char *id, int *count)
{
	char **list = memory_new(((size_t)argc + 5) * sizeof *list);
	int at = 0;

	list[at++] = argv[0];
	list[at++] = (char *)(uintptr_t) "--again";
	if (seed) {
		list[at++] = (char *)(uintptr_t) "--own-seeds";
		list[at++] = (char *)(uintptr_t) "--seed";
		list[at++] = (char *)(uintptr_t)seed;
	}
	for (int i = 1, options = 1; i < argc; i++) {
		options &= strcmp(argv[i], "--") != 0;
		list[at++] = argv[i];
		if (options && id && strcmp(argv[i], "--student") == 0 && i + 1 < argc) {
			list[at++] = (char *)(uintptr_t)id;
			i++;
		}
	}
	*count = at;
	return list;
}

/* The seed of a regrade that was stopped, by which it is known again; else of the newest grading. To be freed; NULL:
 * none is known. */
static char *seed_newest(Book *book)
{
	char *from = book_setting(book, "again_from"), *run = book_setting(book, "run_seed");
	bool goes_on = from && *from != '\0' && run && *run != '\0';
	int64_t seed = 0;

	free(from);
	if (goes_on)
		return run;
	free(run);
	return book_seed_newest(book, 0, &seed) > 0 ? text_new("%lld", (long long)seed) : NULL;
}

static int regrade(Book *book, int argc, char **argv)
{
	const char *named = value_of(argc, argv, "--student", NULL);
	char *id = !named ? NULL : book_student_find(book, named);
	char *seed = !value_of(argc, argv, "--seed", NULL) ? seed_newest(book) : NULL;
	const BookPart part = {.section = value_of(argc, argv, "--section", NULL)};
	int count, begun, status = 2;
	char **list = run_arguments(argc, argv, seed, id, &count);

	if ((!named || id) && regrade_remember(book) == 0) {
		status = class_run(count, list, &begun);
		fflush(stdout);
		if (begun &&
		    (regrade_compare(book, id, &part, status == 2) < 0 || regrade_done(book) < 0))
			status = 2;
		fflush(stdout);
	}
	free((void *)list);
	free(seed);
	free(id);
	return status;
}

static int command_regrade(int argc, char **argv)
{
	const char *submissions = submissions_of(argc, argv);
	struct argp argp;
	char *path;
	Book *book;
	int status;

	if (argc > 1 && strcmp(argv[1], "--help") == 0) {
		argp = class_argp;
		argp.doc = doc;
		argp_help(&argp, stdout, ARGP_HELP_STD_HELP & ~(unsigned)ARGP_HELP_EXIT_OK,
			  argv[0]);
		return 0;
	}
	if (!submissions) {
		refuse("expected SUBMISSIONS -- GRADER; see --help");
		return 2;
	}
	path = book_place_of(value_of(argc, argv, "--build", kit_build()), submissions,
			     value_of(argc, argv, "--book", NULL),
			     value_of(argc, argv, "--assignment", NULL));
	book = !path ? NULL : book_open(path, BOOK_WRITE);
	status = !book ? 2 : regrade(book, argc, argv);
	book_close(book);
	free(path);
	interrupt_leave(); /* only now, after the changes so far were printed */
	return status;
}

const Command usegpu_regrade = {command_regrade, &class_argp};
