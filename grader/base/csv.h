/* csv.h - reads a CSV file, and writes it again with some cells filled in.
 *
 * RFC 4180, and what spreadsheets and learning platforms make of it: the separator is a comma, a
 * semicolon or a tab, lines end in LF or CRLF, and a byte order mark may come first. Cells may hold
 * separators, quotes and line breaks. The file must be UTF-8 without NUL bytes.
 *
 * A file is written again byte for byte as it was read, except for the cells that csv_set filled in:
 * another program may rely on the order and the spelling of the rest. */
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
	CsvRow *rows; /* without empty lines */
	int count;
} Csv;

/* Reads the file, of at most CSV_BYTES_MAX bytes. 0, or -1 with one line on stderr that names `path`,
 * the line and what was expected. csv_release has to be called only after success. */
#define CSV_BYTES_MAX (64u << 20)
int csv_load(Csv *csv, const char *path);

/* The same from memory. `bytes` come from malloc and belong to `csv` from here on, also on failure.
 * `name` is for messages. */
int csv_read(Csv *csv, const char *name, char *bytes, size_t size);
void csv_release(Csv *csv);

/* The text of a cell, counted from 0; "" when the row has no such cell. */
const char *csv_cell(const Csv *csv, int row, int column);

/* The column with this heading in the first row; the case of ASCII letters and spaces around it do
 * not count. -1 when there is none. */
int csv_column(const Csv *csv, const char *heading);

/* Sets what csv_write writes for a cell; csv_cell still returns what was read. A row that is too
 * short gets empty cells in between. */
void csv_set(Csv *csv, int row, int column, const char *text);
void csv_write(const Csv *csv, FILE *out);

/* One cell, quoted if its text needs it. The caller writes separators and ends of lines. */
void csv_cell_write(FILE *out, const char *text, char separator);

#endif
