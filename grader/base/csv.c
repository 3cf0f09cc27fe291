/* csv.c - one pass over the bytes makes rows and cells; a cell knows its place in the file. */
#include "grader/base/csv.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/file.h"
#include "grader/base/text.h"

#define MARK "\xef\xbb\xbf"

typedef struct Reader {
	Csv *csv;
	const char *name;
	size_t at;
	int line;
} Reader;

static int refuse(const Reader *r, int line, const char *why)
{
	char clean[300];

	text_clean(clean, sizeof clean, r->name, strlen(r->name));
	fprintf(stderr, "usegpu: %s, line %d: %s\n", clean, line, why);
	return -1;
}

/* The separator that the first row has most often outside quotes; a comma when it has none. A quote within a cell that has none
 * around it is text. */
static char separator_find(const Csv *csv, size_t at)
{
	static const char known[] = {',', ';', '\t', '\0'};
	size_t counts[3] = {0, 0, 0};
	bool quoted = false, begins = true;
	int best = 0;

	for (; at < csv->size && (quoted || (csv->bytes[at] != '\n' && csv->bytes[at] != '\r'));
	     at++) {
		const char *separator = quoted ? NULL : strchr(known, csv->bytes[at]);
		const bool quote = csv->bytes[at] == '"' && (quoted || begins);

		quoted ^= quote;
		if (separator)
			counts[separator - known]++;
		begins = separator || (quote && !quoted); /* two quotes in a row stand for one */
	}
	for (int i = 1; i < 3; i++)
		if (counts[i] > counts[best])
			best = i;
	return known[best];
}

static int cell_ends(const Csv *csv, size_t at)
{
	return at == csv->size || csv->bytes[at] == csv->separator || csv->bytes[at] == '\n' ||
	       csv->bytes[at] == '\r';
}

/* A cell within quotes, in which two quotes stand for one. Moves r->at behind the closing one. */
static int quoted_read(Reader *r, char *text)
{
	const Csv *csv = r->csv;
	int begin = r->line;
	size_t length = 0;

	for (r->at++; r->at < csv->size; r->at++) {
		if (csv->bytes[r->at] == '"' &&
		    (r->at + 1 == csv->size || csv->bytes[r->at + 1] != '"'))
			break;
		r->at += csv->bytes[r->at] == '"';
		r->line += csv->bytes[r->at] == '\n';
		text[length++] = csv->bytes[r->at];
	}
	text[length] = '\0';
	if (r->at == csv->size)
		return refuse(r, begin, "a quoted cell has no end; expected a closing \"");
	if (!cell_ends(csv, ++r->at))
		return refuse(
			r, r->line,
			"text after a quoted cell; expected a separator or the end of the line");
	return 0;
}

static int cell_read(Reader *r, CsvRow *row)
{
	const Csv *csv = r->csv;
	size_t end = r->at;

	row->cells = list_grown(row->cells, row->count, sizeof *row->cells);
	CsvCell *cell = &row->cells[row->count];

	if (end < csv->size && csv->bytes[end] == '"')
		for (end++;
		     end < csv->size && (csv->bytes[end] != '"' ||
					 (end + 1 < csv->size && csv->bytes[end + 1] == '"'));)
			end += csv->bytes[end] == '"' ? 2 : 1;
	else
		while (!cell_ends(csv, end))
			end++;
	*cell = (CsvCell){.text = memory_new(end - r->at + 1), .first = r->at};
	row->count++;
	if (r->at < csv->size && csv->bytes[r->at] == '"') {
		if (quoted_read(r, cell->text) < 0)
			return -1;
	} else {
		memcpy(cell->text, csv->bytes + r->at, end - r->at);
		cell->text[end - r->at] = '\0';
		r->at = end;
	}
	cell->after = r->at;
	return 0;
}

static int row_read(Reader *r)
{
	Csv *csv = r->csv;

	csv->rows = list_grown(csv->rows, csv->count, sizeof *csv->rows);
	CsvRow *row = &csv->rows[csv->count++];

	*row = (CsvRow){.line = r->line};
	for (;;) {
		if (cell_read(r, row) < 0)
			return -1;
		if (r->at == csv->size || csv->bytes[r->at] != csv->separator)
			break;
		r->at++;
	}
	row->after = r->at;
	return 0;
}

/* Steps over the end of a line, and over empty lines. */
static void newline_skip(Reader *r)
{
	const Csv *csv = r->csv;

	while (r->at < csv->size && (csv->bytes[r->at] == '\n' || csv->bytes[r->at] == '\r')) {
		int two = csv->bytes[r->at] == '\r' && r->at + 1 < csv->size &&
			  csv->bytes[r->at + 1] == '\n';

		r->at += two ? 2 : 1;
		r->line++;
	}
}

/* 0, or -1 when the bytes are no UTF-8 text. */
static int bytes_check(const Reader *r)
{
	const Csv *csv = r->csv;
	int line = 1;

	for (size_t i = 0; i < csv->size;) {
		size_t length = text_utf8_length(csv->bytes + i, csv->size - i);

		if (csv->bytes[i] == '\0')
			return refuse(r, line, "a NUL byte; expected a CSV file in UTF-8");
		if (length == 0)
			return refuse(r, line,
				      "bytes that are no UTF-8; expected a CSV file in UTF-8 (in a "
				      "spreadsheet, save as \"CSV UTF-8\")");
		line += csv->bytes[i] == '\n';
		i += length;
	}
	return 0;
}

int csv_read(Csv *csv, const char *name, char *bytes, size_t size)
{
	Reader r = {csv, name, 0, 1};

	*csv = (Csv){.bytes = bytes, .size = size};
	if (bytes_check(&r) < 0)
		goto bad;
	if (size >= 3 && memcmp(bytes, MARK, 3) == 0)
		r.at = 3;
	csv->separator = separator_find(csv, r.at);
	for (newline_skip(&r); r.at < size; newline_skip(&r))
		if (row_read(&r) < 0)
			goto bad;
	if (csv->count == 0) {
		refuse(&r, 1, "the file is empty; expected a row of headings");
		goto bad;
	}
	return 0;
bad:
	csv_release(csv);
	return -1;
}

int csv_load(Csv *csv, const char *path)
{
	char clean[300], *bytes = NULL;
	size_t size = 0;
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	if (fd >= 0) {
		bytes = file_load(fd, NULL, CSV_BYTES_MAX, &size);
		int error = errno;

		close(fd);
		errno = error;
	}
	if (!bytes) {
		text_clean(clean, sizeof clean, path, strlen(path));
		fprintf(stderr, "usegpu: %s: %s; expected a CSV file of at most %u MiB\n", clean,
			errno == EINVAL  ? "no regular file"
			: errno == EFBIG ? "too large"
					 : strerror(errno),
			CSV_BYTES_MAX >> 20);
		return -1;
	}
	return csv_read(csv, path, bytes, size);
}

void csv_release(Csv *csv)
{
	for (int i = 0; i < csv->count; i++) {
		for (int k = 0; k < csv->rows[i].count; k++) {
			free(csv->rows[i].cells[k].text);
			free(csv->rows[i].cells[k].filled);
		}
		free(csv->rows[i].cells);
	}
	free(csv->rows);
	free(csv->bytes);
	*csv = (Csv){.bytes = NULL};
}

const char *csv_cell(const Csv *csv, int row, int column)
{
	if (row < 0 || row >= csv->count || column < 0 || column >= csv->rows[row].count)
		return "";
	return csv->rows[row].cells[column].text;
}

int csv_column(const Csv *csv, const char *heading)
{
	size_t length = strlen(heading);

	for (int i = 0; csv->count > 0 && i < csv->rows[0].count; i++) {
		const char *text = csv_cell(csv, 0, i);

		text += strspn(text, " \t");
		if (strncasecmp(text, heading, length) == 0 &&
		    text[length + strspn(text + length, " \t")] == '\0')
			return i;
	}
	return -1;
}

void csv_set(Csv *csv, int row, int column, const char *text)
{
	CsvRow *its = &csv->rows[row];

	while (its->count <= column) {
		its->cells = list_grown(its->cells, its->count, sizeof *its->cells);
		its->cells[its->count++] = (CsvCell){
			.text = text_new("%s", ""), .first = its->after, .after = its->after};
	}
	free(its->cells[column].filled);
	its->cells[column].filled = text_new("%s", text);
}

void csv_cell_write(FILE *out, const char *text, char separator)
{
	size_t length = strlen(text);
	const char special[] = {separator, '"', '\r', '\n', '\0'};

	/* some readers drop the outer spaces of a cell without quotes */
	if (length > 0 && text[0] != ' ' && text[length - 1] != ' ' &&
	    text[strcspn(text, special)] == '\0') {
		fputs(text, out);
		return;
	}
	if (length == 0)
		return;
	fputc('"', out);
	for (; *text != '\0'; text++) {
		if (*text == '"')
			fputc('"', out);
		fputc(*text, out);
	}
	fputc('"', out);
}

void csv_write(const Csv *csv, FILE *out)
{
	size_t at = 0;

	for (int i = 0; i < csv->count; i++) {
		const CsvRow *row = &csv->rows[i];

		for (int k = 0; k < row->count; k++) {
			const CsvCell *cell = &row->cells[k];
			int added = k > 0 && cell->first == row->cells[k - 1].after;

			/* the bytes before it; a cell that the file did not have needs a separator */
			fwrite(csv->bytes + at, 1, cell->first - at, out);
			if (added)
				fputc(csv->separator, out);
			at = cell->first;
			if (cell->filled) {
				csv_cell_write(out, cell->filled, csv->separator);
				at = cell->after;
			}
		}
		fwrite(csv->bytes + at, 1, row->after - at, out);
		at = row->after;
	}
	fwrite(csv->bytes + at, 1, csv->size - at, out);
}
