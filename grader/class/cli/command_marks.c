/* command_marks.c - usegpu marks: the class, or one student. */
#include <stdlib.h>

#include "grader/class/book/book_find.h"
#include "grader/class/cli/book_options.h"
#include "grader/class/cli/commands.h"
#include "grader/class/cli/marks.h"

static const struct argp_option options[] = {
	BOOK_PART_OPTIONS,
	BOOK_PLACE_OPTIONS,
	{0},
};

static const struct argp argp = {options,
				 NULL,
				 "[STUDENT]",
				 "Shows the marks of a class, of a part of it, or of one student "
				 "(an id, folder or e-mail address).",
				 NULL,
				 NULL,
				 NULL};

static int command_marks(int argc, char **argv)
{
	BookOptions o;
	int read = book_options_read(&o, argc, argv, &argp), done;

	if (read != 0)
		return read < 0 ? 2 : 0;

	Book *book = book_of_options(&o, BOOK_READ);

	if (!book)
		return 2;
	if (!o.student) {
		const BookPart part = {.section = o.section, .ta = o.ta};

		done = book_part_check(book, &part) < 0 ? -1 : marks_class(book, &part);
	} else {
		char *id = book_student_find(book, o.student);

		done = !id ? -1 : marks_student(book, id);
		free(id);
	}
	book_close(book);
	return done < 0 ? 2 : 0;
}

const Command usegpu_marks = {command_marks, &argp};
