/* command_rules.c - usegpu-class rules: shows what counts, and changes what was given. */
#include <stdio.h>
#include <string.h>

#include "book_options.h"
#include "book_rules.h"
#include "commands.h"
#include "when.h"

static const char usage[] =
	"usage: usegpu-class rules [options]\n"
	"Shows the rules of a gradebook, after it has changed those that are given.\n"
	"  --policy P        which attempt counts: best, last or first (best)\n"
	"  --due TIME        the deadline, such as 2026-12-01T23:59, or none\n"
	"  --late RULE       what lateness costs, such as '10%/day, 5 days', or none\n"
	"  --grace TIME      what is not yet late, such as '15 min', or none\n"
	"  --submissions DIR the class; --book FILE: its gradebook; --build DIR (build)\n";

static void rules_print(const BookRules *rules)
{
	char local[WHEN_SIZE] = "";
	int64_t due;

	if (when_read(rules->due, 1, &due) == 0)
		when_local(due, local);
	printf("policy  %s attempt counts\n", rules->policy);
	printf("due     %s%s%s%s\n", rules->due, *local ? " (here: " : "", local,
	       *local ? ")" : "");
	printf("late    %s\n", rules->late);
	printf("grace   %s\n", rules->grace);
}

int command_rules(int argc, char **argv)
{
	BookOptions o;
	BookRules rules;
	int read = book_options_read(&o, argc, argv, " policy due late grace ", usage), bad;

	if (read != 0)
		return read < 0 ? 2 : 0;

	int change = o.policy != NULL || o.due != NULL || o.late != NULL || o.grace != NULL;
	const BookRules given = {(char *)(uintptr_t)o.policy, (char *)(uintptr_t)o.due,
				 (char *)(uintptr_t)o.late, (char *)(uintptr_t)o.grace};
	Book *book = book_of_options(&o, BOOK_WRITE);

	if (book == NULL)
		return 2;
	bad = (change && book_rules_put(book, &given) < 0) || book_rules_get(book, &rules) < 0;
	if (!bad) {
		rules_print(&rules);
		book_rules_free(&rules);
	}
	book_close(book);
	return bad ? 2 : 0;
}
