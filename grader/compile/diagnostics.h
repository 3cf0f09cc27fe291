/* diagnostics.h - what of a compiler's output is worth showing. */
#ifndef GRADER_COMPILE_DIAGNOSTICS_H
#define GRADER_COMPILE_DIAGNOSTICS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether this line is the reason of a failure, and not a warning or a note. */
bool diagnostics_is_error(const char *line);

/* Keeps in `text` the errors, with the lines that belong to them, and drops the warnings; all stays
 * when there is no error in it. Returns the new length. */
size_t diagnostics_errors(char *text, size_t bytes);

/* Drops the notes that stand in other files than this one, such as all the functions of a header that a call does not
 * fit; returns the new length. */
size_t diagnostics_own_notes(char *text, size_t bytes, const char *source);

/* Whether gcc warns that a way through this function ends without a return. */
bool diagnostics_no_return(const char *text, size_t bytes, const char *function);

/* The line, from `from` on and before `to`, at whose function clang warns of that; 0: none. */
int diagnostics_no_return_at(const char *text, size_t bytes, int from, int to);

/* Cuts every `prefix` out of the text; returns the new length. */
size_t diagnostics_strip(char *text, size_t bytes, const char *prefix);

#endif
