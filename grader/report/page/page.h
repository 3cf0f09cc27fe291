/* page.h - what all pages have in common: head, style, content security policy, and the file.
 *
 * Theory of operation. This room turns data into HTML and knows nothing of gradebooks or folders. A
 * page is written to a memory stream and becomes a file, complete, by a rename. All text that is
 * not the kit's own goes through html.h, which escapes it; the content security policy forbids
 * scripts and anything from elsewhere, in case something should be missed. It runs in the process
 * of usegpu page. */
#ifndef GRADER_REPORT_PAGE_PAGE_H
#define GRADER_REPORT_PAGE_PAGE_H

#include <stdio.h>

typedef struct Page {
	FILE *out; /* write the body here */
	char *text;
	size_t bytes;
} Page;

/* Begins a page in memory, up to and with <body>. `skip` is the id that the first link leads to.
 * 0, or -1 when there is no memory. */
int page_begin(Page *page, const char *title, const char *skip, const char *skip_words);

/* Closes the page and writes the file atomically: a temporary file, then a rename; only its
 * owner can read it. 0, or -1 with a line on stderr. The page is released. */
int page_end(Page *page, const char *path);

/* Writes a file atomically: a temporary file, then a rename. 0, or -1 with a line on stderr. */
int page_put(const char *path, const char *text, size_t bytes);

/* Draws a ring filled to the share `part` of 1, with a text inside; `said` is its text
 * alternative. */
void page_ring(FILE *out, double part, const char *inside, const char *said);

/* Draws a bar filled to the share `part` of 1. Its value stands beside it as text. */
void page_bar(FILE *out, double part);

#endif
