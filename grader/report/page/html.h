/* html.h - writes untrusted text into an HTML page. */
#ifndef GRADER_REPORT_PAGE_HTML_H
#define GRADER_REPORT_PAGE_HTML_H

#include <stddef.h>
#include <stdio.h>

/* Writes text for an element or for an attribute in double quotes. Markup is escaped; control
 * characters and bytes that are not UTF-8 become \xNN; characters that change the direction of
 * writing or have no width become \uNNNN; newlines become spaces. */
void html_text(FILE *out, const char *text);
void html_bytes(FILE *out, const char *bytes, size_t count);

/* At most `most` bytes of it, and how many more there are. */
void html_cut(FILE *out, const char *bytes, size_t count, size_t most);

/* Several lines of it, for a <pre>: at most `lines`, each cut at 2000 bytes. */
void html_lines(FILE *out, const char *text, int lines);

/* Like fprintf with a trusted format, whose %s arguments are escaped; supports %s, %d, %g, %%. */
void html_print(FILE *out, const char *format, ...);

/* Writes a name that is safe as an id and after # in a link: other characters become _. */
void html_id(FILE *out, const char *text);

#endif
