/* table.c - stores the cells, so that the columns' widths are known when they are printed. */
#include "grader/class/cli/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "grader/base/text.h"

typedef struct Cell {
	char *text;
	const char *colour;
	int columns;
} Cell;

struct Table {
	char *right;
	int columns;
	int count; /* of cells */
	Cell *cells;
	int *widths;
};

int colours_wanted(void)
{
	const char *no = getenv("NO_COLOR");

	return isatty(STDOUT_FILENO) && (!no || *no == '\0');
}

int text_columns(const char *text)
{
	mbstate_t state = {0};
	int columns = 0;

	while (*text != '\0') {
		wchar_t wide;
		size_t bytes = mbrtowc(&wide, text, strlen(text), &state);
		int of_this = 1;

		if (bytes == (size_t)-1 || bytes == (size_t)-2 || bytes == 0) {
			memset(&state, 0, sizeof state);
			bytes = 1;
		} else if ((of_this = wcwidth(wide)) < 0) {
			of_this = 1;
		}
		columns += of_this;
		text += bytes;
	}
	return columns;
}

Table *table_new(const char *right)
{
	Table *table = memory_new(sizeof *table);

	table->right = text_new("%s", right);
	table->columns = (int)strlen(right);
	table->widths = memory_new((strlen(right) + 1) * sizeof *table->widths);
	return table;
}

void table_free(Table *table)
{
	for (int i = 0; i < table->count; i++)
		free(table->cells[i].text);
	free(table->cells);
	free(table->widths);
	free(table->right);
	free(table);
}

void table_cell(Table *table, const char *colour, const char *format, ...)
{
	char text[400], clean[500];
	va_list arguments;
	Cell *cell;
	int *width = &table->widths[table->count % table->columns];

	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	text_clean(clean, sizeof clean, text, strlen(text));
	table->cells = list_grown(table->cells, table->count, sizeof *table->cells);
	cell = &table->cells[table->count++];
	cell->text = text_new("%s", clean);
	cell->colour = colour;
	cell->columns = text_columns(clean);
	if (cell->columns > *width)
		*width = cell->columns;
}

int table_width(const Table *table)
{
	int width = 0;

	for (int i = 0; i < table->columns; i++)
		width += table->widths[i] + (i > 0 ? 2 : 0);
	return width;
}

static void cell_print(const Table *table, const Cell *cell, int column, int colours)
{
	int pad = table->widths[column] - cell->columns, right = table->right[column] == 'r';

	if (right)
		printf("%*s", pad, "");
	if (colours && cell->colour && *cell->text != '\0')
		printf("\033[%sm%s\033[0m", cell->colour, cell->text);
	else
		fputs(cell->text, stdout);
	if (!right)
		printf("%*s", pad, "");
}

/* The number of cells up to the last one that is not empty: no trailing blanks are printed. */
static int row_length(const Table *table, const Cell *row)
{
	int length = table->columns;

	while (length > 0 && row[length - 1].columns == 0)
		length--;
	return length;
}

void table_print(const Table *table, int colours)
{
	for (int i = 0; i + table->columns <= table->count; i += table->columns) {
		const Cell *row = &table->cells[i];
		int length = row_length(table, row);

		for (int column = 0; column < length; column++) {
			if (column > 0)
				fputs("  ", stdout);
			cell_print(table, &row[column], column, colours);
		}
		putchar('\n');
	}
}
