/* command_rules.c - usegpu rules: changes the rules that are given, and shows all of them. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "grader/class/book/book_rules.h"
#include "grader/class/book/timestamp.h"
#include "grader/class/cli/assignment.h"
#include "grader/class/cli/book_options.h"
#include "grader/class/cli/commands.h"

static const struct argp_option options[] = {
	{"policy", OPTION_KEY(BOOK_POLICY), "P", 0,
	 "which attempt counts: best, last or first (best)", 0},
	{"due", OPTION_KEY(BOOK_DUE), "TIME", 0, "the deadline, such as 2026-12-01T23:59, or none",
	 0},
	{"late", OPTION_KEY(BOOK_LATE), "RULE", 0,
	 "what lateness costs, such as '10%/day, 5 days', or none", 0},
	{"grace", OPTION_KEY(BOOK_GRACE), "TIME", 0,
	 "what is not yet late, such as '15 min', or none", 0},
	{"hidden-kept", FLAG_KEY(BOOK_HIDDEN_KEPT), NULL, 0,
	 "print which hidden checks the assignment has, and nothing else", 0},
	BOOK_PLACE_OPTIONS,
	{0},
};

static const struct argp argp = {
	options, NULL,
	NULL,    "Shows the rules of a gradebook, after it has changed those that are given.",
	NULL,    NULL,
	NULL};

static void rules_print(const BookRules *rules)
{
	char local[TIMESTAMP_SIZE] = "";
	int64_t due;

	if (timestamp_read(rules->due, 1, &due) == 0)
		timestamp_local(due, local);
	printf("policy  %s attempt counts\n", rules->policy);
	printf("due     %s%s%s%s\n", rules->due, *local ? " (here: " : "", local,
	       *local ? ")" : "");
	printf("late    %s\n", rules->late);
	printf("grace   %s\n", rules->grace);
}

/* A line with the folder, which may be empty; none where there is no book yet. */
static int hidden_print(const BookOptions *o)
{
	char *path = book_place_of(o->build, o->submissions, o->book, o->assignment), *hidden;
	int there = path && access(path, F_OK) == 0;
	Book *book = there ? book_open(path, BOOK_WRITE) : NULL;

	if (book) {
		hidden = book_setting(book, ASSIGNMENT_HIDDEN);
		puts(hidden ? hidden : "");
		free(hidden);
		book_close(book);
	}
	free(path);
	return path && (!there || book) ? 0 : 2;
}

static int command_rules(int argc, char **argv)
{
	BookOptions o;
	BookRules rules;
	int read = book_options_read(&o, argc, argv, &argp), bad;

	if (read != 0)
		return read < 0 ? 2 : 0;
	if (o.hidden_kept)
		return hidden_print(&o);

	int change = o.policy || o.due || o.late || o.grace;
	const BookRules given = {(char *)(uintptr_t)o.policy, (char *)(uintptr_t)o.due,
				 (char *)(uintptr_t)o.late, (char *)(uintptr_t)o.grace};
	Book *book = book_of_options(&o, BOOK_WRITE);

	if (!book)
		return 2;
	bad = (change && book_rules_put(book, &given) < 0) || book_rules_get(book, &rules) < 0;
	if (!bad) {
		rules_print(&rules);
		book_rules_free(&rules);
	}
	book_close(book);
	return bad ? 2 : 0;
}

const Command usegpu_rules = {command_rules, &argp};
