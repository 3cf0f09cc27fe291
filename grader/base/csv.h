/* csv.h - reads a CSV file, and writes it again with some cells filled in.
 *
 * RFC 4180, and what spreadsheets and learning platforms make of it: the separator is a comma, a
 * semicolon or a tab, lines end in LF or CRLF, and a byte order mark may come first. Cells may hold
 * separators, quotes and line breaks. The file must be UTF-8 without NUL bytes.
 *
 * A file is written again byte for byte as it was read, but for the cells that csv_set filled in:
 * so neither an order nor a spelling that another program relies on is lost. */
#ifndef GRADER_BASE_CSV_H
#define GRADER_BASE_CSV_H

#include <stddef.h>
#include <stdio.h>

typedef struct CsvCell {
	char *text;          /* without the quotes around it; never NULL */
	size_t first, after; /* where it lies in the file, quotes included */
	char *filled;        /* what csv_set put there, or NULL */
} CsvCell;

typedef struct CsvRow {
	CsvCell *cells;
	int count;
	int line;     /* of the file, from 1 */
	size_t after; /* where its last cell ends */
} CsvRow;

typedef struct Csv {
	char *bytes; /* the file */
	size_t size;
	char separator;
	CsvRow *rows; /* lines without a single character are none */
	int count;
} Csv;

/* Reads the file; at most CSV_BYTES_MAX. 0, or -1 with one line on stderr that names `path`, the
 * line and what was expected. csv_release is needed after success only. */
#define CSV_BYTES_MAX (64u << 20)
int csv_load(Csv *csv, const char *path);

/* The same from memory: takes `bytes` (malloc) over, also on failure. `name` is for messages. */
int csv_read(Csv *csv, const char *name, char *bytes, size_t size);
void csv_release(Csv *csv);

/* The text of a cell, counted from 0; "" when the row has no such cell. */
const char *csv_cell(const Csv *csv, int row, int column);

/* The column of the first row that has this heading, without regard to the case of ASCII letters
 * and to spaces around it; -1 when there is none. */
int csv_column(const Csv *csv, const char *heading);

/* Fills a cell in, for csv_write alone: csv_cell keeps telling what was read. A row that is too
 * short is filled up with empty cells. */
void csv_set(Csv *csv, int row, int column, const char *text);
void csv_write(const Csv *csv, FILE *out);

/* One cell, quoted if its text needs it. The caller writes separators and ends of lines. */
void csv_cell_write(FILE *out, const char *text, char separator);

#endif
