/* book_options.c - the options of all commands that work on a gradebook. */
#include "grader/class/cli/book_options.h"

#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/setup/kit_settings.h"

int book_options_read(BookOptions *o, int argc, char **argv, const struct argp *argp)
{
	const char *given[BOOK_TEXTS] = {[BOOK_BUILD] = kit_build()};
	int *const flags[] = {&o->revoke, &o->yes, &o->hidden_kept};
	CommandLine line = {argp, given, flags, 0, 0};
	int read, most = argp->args_doc && strstr(argp->args_doc, "STUDENT");

	memset(o, 0, sizeof *o);
	read = command_line_read(&line, argc, argv);
	if (read != 0)
		return read;
	*o = (BookOptions){.build = given[BOOK_BUILD],
			   .submissions = given[BOOK_SUBMISSIONS],
			   .book = given[BOOK_BOOK],
			   .assignment = given[BOOK_ASSIGNMENT],
			   .check = given[BOOK_CHECK],
			   .points = given[BOOK_POINTS],
			   .total = given[BOOK_TOTAL],
			   .reason = given[BOOK_REASON],
			   .submitted = given[BOOK_SUBMITTED],
			   .policy = given[BOOK_POLICY],
			   .due = given[BOOK_DUE],
			   .late = given[BOOK_LATE],
			   .grace = given[BOOK_GRACE],
			   .text = given[BOOK_TEXT],
			   .section = given[BOOK_SECTION],
			   .ta = given[BOOK_TA],
			   .before = given[BOOK_BEFORE],
			   .rubric = given[BOOK_RUBRIC],
			   .item = given[BOOK_ITEM],
			   .revoke = o->revoke,
			   .yes = o->yes,
			   .hidden_kept = o->hidden_kept};
	if (argc - line.first > most)
		return refuse("%s: not expected here; see --help", argv[line.first + most]);
	o->student = argv[line.first];
	return 0;
}

Book *book_of_options(const BookOptions *o, BookMode mode)
{
	char *path = book_place_of(o->build, o->submissions, o->book, o->assignment);
	Book *book = !path ? NULL : book_open(path, mode);

	free(path);
	return book;
}
