/* assignment.c - reads the words of the grader's command, and puts --lab and --hidden at their end, so that the
 * same assignment has the same words, typed or remembered. */
#include "grader/class/cli/assignment.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/class/book/book_rules.h"
#include "grader/class/book/book_sql.h"
#include "grader/class/intake/lab_list.h"

#define HIDDEN_BYTES ((size_t)1 << 20)

typedef struct Asked {
	const char *lab, *built; /* --lab and --hidden of the grader's words; NULL: not said */
	char *hidden;            /* where the hidden checks come from, absolute; NULL: not said */
	LabList labs, kept;      /* of this run, and of the assignment */
	bool is_new;             /* nothing is kept yet */
	char *kept_hidden;
	double kept_maximum, maximum;
} Asked;

/* --- what is asked for ------------------------------------------------------------------------ */

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Another grader has settings of its own. */
static bool is_own(char *const *grader)
{
	return grader[0] && grader[1] && strcmp(base_of(grader[0]), "usegpu") == 0 &&
	       strcmp(grader[1], "grade") == 0;
}

/* Takes both options out of the words, which are copied. */
static char **words_part(char *const *grader, Asked *asked)
{
	int count = 0, kept = 0;
	char **words;

	while (grader[count])
		count++;
	words = memory_new(((size_t)count + 5) * sizeof *words);
	for (int i = 0; i < count; i++) {
		if (strcmp(grader[i], "--lab") == 0 && grader[i + 1])
			asked->lab = grader[++i];
		else if (strcmp(grader[i], "--hidden") == 0 && grader[i + 1])
			asked->built = grader[++i];
		else
			words[kept++] = grader[i];
	}
	return words;
}

static void words_end(char **words, const char *option, const char *value)
{
	while (*words)
		words++;
	words[0] = (char *)(uintptr_t)option;
	words[1] = (char *)(uintptr_t)value;
}

/* What the hidden checks of these labs are worth, by the list that was made with them. */
static double hidden_points(const char *built, const LabList *labs)
{
	char *path = text_new("%s/HIDDEN", built), *rest, *line;
	size_t bytes;
	char *text = file_load(AT_FDCWD, path, HIDDEN_BYTES, &bytes);
	double sum = 0, points;
	int lab, check;

	if (text)
		text[bytes] = '\0';
	rest = text;
	while (rest && (line = strsep(&rest, "\n")))
		if (sscanf(line, "%2d.%4d %lf", &lab, &check, &points) == 3 && lab > 0 &&
		    lab < LAB_NUMBERS && labs->has[lab])
			sum += points;
	free(text);
	free(path);
	return sum;
}

/* --- what is kept ----------------------------------------------------------------------------- */

/* The labs of a book that was made before it kept them; NULL: nothing was graded. */
static char *labs_graded(Book *book)
{
	sqlite3_stmt *row =
		book_query(book,
			   "SELECT group_concat(DISTINCT CAST(substr(lab, 4) AS INTEGER))"
			   " FROM lab_grading",
			   "");
	char *text = row && book_step(book, row) > 0 ? book_text(row, 0) : NULL;

	sqlite3_finalize(row);
	return text;
}

static void kept_read(Book *book, Asked *asked)
{
	char *labs = book_setting(book, ASSIGNMENT_LABS);
	char *maximum = book_setting(book, ASSIGNMENT_MAXIMUM);

	if (!labs)
		labs = labs_graded(book);
	asked->is_new = !labs;
	asked->kept = labs ? lab_list_read(labs) : lab_list_read(asked->lab);
	asked->kept_hidden = book_setting(book, ASSIGNMENT_HIDDEN);
	asked->kept_maximum = maximum ? strtod(maximum, NULL) : -1;
	free(maximum);
	free(labs);
}

static int kept_write(Book *book, const Asked *asked)
{
	char *labs = lab_list_text(&asked->kept), *maximum = text_new("%g", asked->maximum);
	const char *hidden = asked->hidden ? asked->hidden : asked->kept_hidden;
	int bad = book_setting_put(book, ASSIGNMENT_LABS, labs) < 0 ||
		  book_setting_put(book, ASSIGNMENT_MAXIMUM, maximum) < 0 ||
		  book_setting_put(book, ASSIGNMENT_HIDDEN, hidden ? hidden : "") < 0;

	free(maximum);
	free(labs);
	return bad ? -1 : 0;
}

/* --- the maximum ------------------------------------------------------------------------------ */

/* 1: yes. Somebody sits there only if both ends are a terminal. */
static int change_ask(void)
{
	char answer[16] = "";

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return 0;
	printf("change it? [y/N] ");
	fflush(stdout);
	return fgets(answer, sizeof answer, stdin) && (*answer == 'y' || *answer == 'Y');
}

/* Points by hand are no share of a maximum, so they do not grow with it. 0 or -1. */
static int totals_tell(Book *book, const Asked *asked)
{
	sqlite3_stmt *rows = book_query(
		book,
		"SELECT s.name || ' (' || s.id || ')', o.points FROM override o"
		" JOIN student s ON s.id = o.student"
		" WHERE o.\"check\" IS NULL AND o.revoked_at IS NULL ORDER BY s.name, s.id",
		"");
	int more = -1, count = 0;

	while (rows && (more = book_step(book, rows)) > 0) {
		char *name = clean_copy((const char *)sqlite3_column_text(rows, 0));

		if (count++ == 0)
			printf("marks are out of %g points now, not of %g; totals by hand stay as "
			       "they "
			       "are: ",
			       asked->maximum, asked->kept_maximum);
		printf("%s%s %g", count > 1 ? ", " : "", name, sqlite3_column_double(rows, 1));
		free(name);
	}
	if (count > 0)
		puts("; make override TOTAL= gives another");
	sqlite3_finalize(rows);
	return more;
}

static int maximum_check(const Class *class, const Asked *asked)
{
	char *labs = lab_list_text(&asked->kept);
	bool same = asked->is_new || asked->kept_maximum < 0 ||
		    fabs(asked->maximum - asked->kept_maximum) < 1e-6;
	int allowed = same || class->options.change_maximum;

	if (!allowed && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
		printf("so far marks are out of %g points, then of %g (LAB=%s): everybody's "
		       "maximum\n",
		       asked->kept_maximum, asked->maximum, *labs == '\0' ? "all" : labs);
		allowed = change_ask();
	}
	if (!allowed)
		refuse("marks of this assignment are out of %g points; this run would make it %g "
		       "for everybody: CHANGE_MAXIMUM=1 allows that, ASSIGNMENT=name begins "
		       "another one",
		       asked->kept_maximum, asked->maximum);
	free(labs);
	if (!allowed)
		return -1;
	return same ? 0 : totals_tell(class->book, asked);
}

/* Hidden checks are built by who starts this; without them marks would be of something else. */
static int hidden_check(const Class *class, Asked *asked)
{
	const char *source = class->options.hidden_source;

	if (asked->built) {
		asked->hidden = realpath(source ? source : asked->built, NULL);
		return asked->hidden ? 0
				     : refuse("HIDDEN=%s: %s", source ? source : asked->built,
					      strerror(errno));
	}
	if (asked->kept_hidden && *asked->kept_hidden != '\0')
		return refuse("this assignment has the hidden checks of %s: expected them with "
			      "HIDDEN= (make grade does it by itself)",
			      asked->kept_hidden);
	return 0;
}

/* --- the seed --------------------------------------------------------------------------------- */

/* A seed that the first run was given is that of all; SEED=draw goes back to drawing one for each. */
static int seed_settle(Class *class, bool is_new)
{
	ClassOptions *o = &class->options;
	char *kept = book_setting(class->book, ASSIGNMENT_SEED);
	bool draws = o->seed && strcmp(o->seed, "draw") == 0;
	int bad = 0;

	if (is_new || draws)
		bad = book_setting_put(class->book, ASSIGNMENT_SEED,
				       draws || !o->seed ? "" : o->seed) < 0;
	if (draws)
		o->seed = NULL;
	else if (!o->seed && !is_new && kept && *kept != '\0')
		o->seed = class->kept_seed = kept, kept = NULL;
	free(kept);
	return bad ? -1 : 0;
}

/* --- the whole -------------------------------------------------------------------------------- */

static int settle(Class *class, Asked *asked)
{
	char **words = words_part(class->options.grader, asked);
	LabList whole;

	class->words = words;
	kept_read(class->book, asked);
	asked->labs = asked->lab ? lab_list_read(asked->lab) : asked->kept;
	whole = lab_list_join(&asked->kept, &asked->labs);
	asked->kept = whole;
	if (hidden_check(class, asked) < 0)
		return -1;
	asked->maximum =
		lab_list_points(&whole) + (asked->built ? hidden_points(asked->built, &whole) : 0);
	if (maximum_check(class, asked) < 0)
		return -1;
	class->labs = lab_list_text(&asked->labs);
	if (*class->labs != '\0')
		words_end(words, "--lab", class->labs);
	if (asked->built)
		words_end(words, "--hidden", asked->built);
	class->options.grader = words;
	if (!asked->lab && *class->labs != '\0')
		printf("labs: %s, as in the first run\n", class->labs);
	return kept_write(class->book, asked);
}

int assignment_settle(Class *class)
{
	Asked asked = {.lab = NULL};
	const BookRules due = {.due = (char *)(uintptr_t) class->options.due};
	bool is_new = book_grading_newest(class->book) == 0;
	int bad = 0;

	if (is_own(class->options.grader)) {
		bad = settle(class, &asked) < 0;
		is_new = asked.is_new;
	}
	free(asked.hidden);
	free(asked.kept_hidden);
	if (bad || seed_settle(class, is_new) < 0)
		return -1;
	return class->options.due ? book_rules_put(class->book, &due) : 0;
}
