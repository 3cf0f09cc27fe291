/* table.h - columns of text that stand straight on a terminal, also with Chinese or Korean in them.
 */
#ifndef TABLE_H
#define TABLE_H

typedef struct Table Table;

/* `right` has one character a column: r stands on the right, anything else on the left. Ended by
 * table_free. The process ends when there is no memory. */
Table *table_new(const char *right);
void table_free(Table *table);

/* The next cell, row by row; the text is made clean (text.h) and copied. `colour` is one of the
 * terminal's ("31"), or NULL. */
void table_cell(Table *table, const char *colour, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* How many columns of a terminal the widest line takes. */
int table_width(const Table *table);

/* The lines on stdout; colours only when `colours`. */
void table_print(const Table *table, int colours);

/* How many columns of a terminal the text takes: two for wide characters, none for what combines
 * with its neighbour. Needs a locale with UTF-8. */
int text_columns(const char *text);

/* Whether stdout is a terminal that may be given colours: NO_COLOR is not set. */
int colours_wanted(void);

#endif
