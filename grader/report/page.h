/* page.h - what every page of a report has: head, style, policy; and how it is put in its place. */
#ifndef PAGE_H
#define PAGE_H

#include <stdio.h>

typedef struct Page {
	FILE *out; /* write the body here */
	char *text;
	size_t bytes;
} Page;

/* Begins a page in memory, up to and with <body>. `skip` is the id that the first link leads to.
 * 0, or -1 when there is no memory. */
int page_begin(Page *page, const char *title, const char *skip, const char *skip_words);

/* Closes it and writes it to the file, whole or not at all: a temporary file, then a rename. 0, or
 * -1 with a line on stderr. The page is released. */
int page_end(Page *page, const char *path);

/* Writes a file whole or not at all: a temporary file, then a rename. 0, or -1 with a line. */
int page_put(const char *path, const char *text, size_t bytes);

/* A ring that is filled by the share `part` of 1, with a text inside; both in words as `said`. */
void page_ring(FILE *out, double part, const char *inside, const char *said);

/* A bar of the share `part` of 1; what it says stands beside it as text already. */
void page_bar(FILE *out, double part);

#endif
