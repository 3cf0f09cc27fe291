/* table.h - text in aligned columns on a terminal, also with wide characters (Chinese, Korean). */
#ifndef GRADER_CLASS_CLI_TABLE_H
#define GRADER_CLASS_CLI_TABLE_H

typedef struct Table Table;

/* `right` has one character per column: r aligns it right, anything else left. Free with
 * table_free. Exits when there is no memory. */
Table *table_new(const char *right);
void table_free(Table *table);

/* Appends a cell, row by row; the text is cleaned (text.h) and copied. `colour` is an ANSI colour
 * code ("31"), or NULL. */
void table_cell(Table *table, const char *colour, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The width of the widest line, in columns of a terminal. */
int table_width(const Table *table);

/* Prints the lines on stdout, in colour if `colours`. */
void table_print(const Table *table, int colours);

/* The width of the text in columns of a terminal: two for wide characters, none for combining ones.
 * Needs a UTF-8 locale. */
int text_columns(const char *text);

/* Whether stdout is a terminal and NO_COLOR is not set. */
int colours_wanted(void);

#endif
