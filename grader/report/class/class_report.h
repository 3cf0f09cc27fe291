/* class_report.h - asks for the page of a class. This header alone stands in the handout too, which has no pages of
 * classes: there class_report() is NULL. */
#ifndef GRADER_REPORT_CLASS_CLASS_REPORT_H
#define GRADER_REPORT_CLASS_CLASS_REPORT_H

typedef struct ClassAsked {
	const char *book;
	const char *folder;      /* of the class; NULL: where the gradebook lies */
	const char *build, *kit; /* where the kit is built, and its folder */
	const char *earlier,
		*public; /* folders to compare with, between commas; "none"; NULL: as last time */
	int quiet;       /* 1: do not print where the page is */
} ClassAsked;

/* Writes class.html into the folder of the class, and similar/ beside it. 0, or -1 with a line on stderr. */
int class_report(const ClassAsked *asked);

#endif
