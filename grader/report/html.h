/* html.h - text from anywhere, made fit for an HTML page. */
#ifndef HTML_H
#define HTML_H

#include <stddef.h>
#include <stdio.h>

/* Writes text for an element or for an attribute in double quotes: markup is escaped, and what a
 * reader could not see becomes visible: control characters and bytes that are no UTF-8 as \xNN,
 * characters that turn the direction of writing or have no width as \uNNNN. Newlines become spaces.
 */
void html_text(FILE *out, const char *text);
void html_bytes(FILE *out, const char *bytes, size_t count);

/* At most `most` bytes of it, and how many more there are. */
void html_cut(FILE *out, const char *bytes, size_t count, size_t most);

/* Several lines of it, for a <pre>: at most `lines`, each cut at 2000 bytes. */
void html_lines(FILE *out, const char *text, int lines);

/* Like fprintf for what is ours, with %s for text that is escaped; knows %s, %d, %g and %%. */
void html_print(FILE *out, const char *format, ...);

/* Writes a name that is safe as an id and after # in a link: other characters become _. */
void html_id(FILE *out, const char *text);

#endif
