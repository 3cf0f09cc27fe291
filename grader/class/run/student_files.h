/* student_files.h - a student's files in the folder of a class, besides the gradebook. */
#ifndef GRADER_CLASS_RUN_STUDENT_FILES_H
#define GRADER_CLASS_RUN_STUDENT_FILES_H

#include "grader/class/book/book.h"

typedef struct StudentFiles {
	char *folder;   /* of the class; NULL: there is none */
	char **results; /* folders of this student below FOLDER/students */
	int count;
	int roster_line; /* of FOLDER/roster.csv; 0: none */
	int has_page; /* 1: there is FOLDER/class.html or class-pages, which name every student */
	int has_similar;  /* 1: there is FOLDER/similar, with texts of students beside each other */
	int has_term;     /* 1: there is FOLDER/term.csv or term.html, with the marks of all */
	int has_feedback; /* 1: there is FOLDER/feedback, with what goes back to all of them */
} StudentFiles;

/* Searches the folder of the class, which is the one that holds the book, or BUILD/class/NAME for
 * the submissions that the book was made from. -1 with a line on stderr; release it in both
 * cases. */
int student_files_find(StudentFiles *belongings, Book *book, const char *student,
		       const char *build);
/* The same of the folder of a class whose gradebooks lie in its assignments: the roster and the table of the term. */
int student_files_above(StudentFiles *belongings, const char *folder, const char *student);
void student_files_release(StudentFiles *belongings);

/* The class's folder as above; NULL: there is none. To be freed. */
char *class_home(Book *book, const char *build);

/* Removes the files. -1 with a line on stderr; files removed before the error are not restored. */
int student_files_remove(const StudentFiles *belongings);

#endif
