/* similar_text.h - what of a student's source is the student's own. */
#ifndef GRADER_REPORT_CLASS_SIMILAR_TEXT_H
#define GRADER_REPORT_CLASS_SIMILAR_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* The lines of all students, to find what many share. Zero it before the first use. */
typedef struct Lines {
	uint64_t *hash; /* of each line of each student, once a student */
	size_t count;
} Lines;

/* Adds the student's lines that are not in the stub. Both texts may be "". */
void lines_add(Lines *lines, const char *source, const char *stub);

/* To be called once all are added, before lines_keep(). */
void lines_sort(Lines *lines);
void lines_release(Lines *lines);

/* The lines of the source that neither the stub has nor more than `most` students: a text of its
 * own, to be freed, and how many lines it has. Lines are compared
 * without their white space; short ones, such as a brace, stay. */
char *lines_keep(const Lines *lines, const char *source, const char *stub, size_t most, int *kept);

#endif
