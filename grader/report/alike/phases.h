/* phases.h - the first phases of translation (C11 5.1.1.2): one program can be written in other bytes, and is the
 * same text to the compiler. */
#ifndef GRADER_REPORT_ALIKE_PHASES_H
#define GRADER_REPORT_ALIKE_PHASES_H

#include <stdbool.h>

/* The text with trigraphs (C has them, C++17, `is_cpp`, does not), digraphs and lines that are continued in one spelling, without comments and what is in
 * strings; letters outside of ASCII become ASCII's, and long names are cut. No longer than the text, with as many
 * lines: a line that was continued moves the ends of its lines behind it. To be freed. */
char *phases_apply(const char *text, bool is_cpp);

#endif
