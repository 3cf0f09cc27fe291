/* command_marks.c - usegpu-class marks: the class, or one student. */
#include <stdlib.h>

#include "book_find.h"
#include "book_options.h"
#include "commands.h"
#include "marks.h"

static const char usage[] =
	"usage: usegpu-class marks [options] [STUDENT]\n"
	"Shows the marks of a class, or of one student (an id, folder or e-mail address).\n"
	"  --submissions DIR the class; --book FILE: its gradebook; --build DIR (build)\n";

int command_marks(int argc, char **argv)
{
	BookOptions o;
	int read = book_options_read(&o, argc, argv, " student ", usage), done;

	if (read != 0)
		return read < 0 ? 2 : 0;

	Book *book = book_of_options(&o, BOOK_READ);

	if (book == NULL)
		return 2;
	if (o.student == NULL) {
		done = marks_class(book);
	} else {
		char *id = book_student_find(book, o.student);

		done = id == NULL ? -1 : marks_student(book, id);
		free(id);
	}
	book_close(book);
	return done < 0 ? 2 : 0;
}
