/* rows.c - reads measurements from a CSV file.
 *
 * The first line that is no comment names the columns, in any order; a column that is not known is
 * an error, so that a misspelt one is not taken for absent. Lines that begin with # are comments. A
 * comment "# source: text" says where the measurements come from. docs/machines.md has the list of
 * columns and kinds. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "framework/simcuda/tools/calibrate/calibrate.h"

#define MAX_LINE    1024
#define MAX_ERRORS  20
#define LARGE_FLOPS 1e9
#define LARGE_BYTES 65536

const char *const row_kind_names[ROW_KINDS] = {
	"gemm",         "h2d_pinned", "d2h_pinned", "h2d_pageable",
	"d2h_pageable", "d2d",        "peer",       "peer_through_host",
	"kernel",       "host_alloc", "launch",     "copy_call",
	"sync",         "event",      "malloc",     "free",
	"clock",        "call",
};

typedef enum Column {
	GPU,
	KIND,
	TYPE,
	BATCH,
	M,
	N,
	K,
	DIRECTION,
	MEMORY,
	BYTES,
	TIME_US,
	GB_PER_S,
	COLUMNS
} Column;

static const char *const column_names[COLUMNS] = {
	"gpu", "kind",      "type",   "batch", "m",       "n",
	"k",   "direction", "memory", "bytes", "time_us", "gb_per_s",
};

typedef struct Reader {
	const char *path, *gpu;
	int line, errors;
	int at[COLUMNS]; /* the column's place in a line; -1: absent */
	char *field[COLUMNS + 1];
	int fields;
	Rows *rows;
	size_t room;
} Reader;

static int complain(Reader *reader, const char *what, const char *found)
{
	reader->errors++;
	if (reader->errors <= MAX_ERRORS)
		fprintf(stderr, "%s:%d: %s%s%.60s\n", reader->path, reader->line, what,
			*found ? ", found " : "", found);
	return -1;
}

/* --- one line --------------------------------------------------------------------------------- */

static char *trim(char *text)
{
	while (isspace((unsigned char)*text))
		text++;
	size_t length = strlen(text);
	while (length > 0 && isspace((unsigned char)text[length - 1]))
		text[--length] = '\0';
	return text;
}

/* Cuts the line at its commas. */
static int split(Reader *reader, char *line)
{
	reader->fields = 0;
	for (char *next = line; next; reader->fields++) {
		if (reader->fields == COLUMNS + 1)
			return complain(reader, "too many fields", "");
		char *comma = strchr(next, ',');
		if (comma)
			*comma = '\0';
		reader->field[reader->fields] = trim(next);
		next = comma ? comma + 1 : NULL;
	}
	return 0;
}

static int read_header(Reader *reader)
{
	for (int i = 0; i < COLUMNS; i++)
		reader->at[i] = -1;
	for (int i = 0; i < reader->fields; i++) {
		int column = 0;
		while (column < COLUMNS && strcmp(column_names[column], reader->field[i]) != 0)
			column++;
		if (column == COLUMNS || reader->at[column] >= 0)
			return complain(reader,
					"expected a header with each of its columns once, among "
					"gpu kind type batch m n k direction memory bytes time_us "
					"gb_per_s",
					reader->field[i]);
		reader->at[column] = i;
	}
	if (reader->at[TIME_US] < 0 && reader->at[GB_PER_S] < 0)
		return complain(reader, "expected a column time_us or gb_per_s in the header", "");
	return 0;
}

/* The text of a column; "" where the file has none. */
static const char *text_of(const Reader *reader, Column column)
{
	return reader->at[column] < 0 ? "" : reader->field[reader->at[column]];
}

static bool number_of(Reader *reader, Column column, double least, double *number)
{
	const char *text = text_of(reader, column);
	char *end, what[64];
	*number = strtod(text, &end);
	if (*text && !*end && *number >= least && *number <= 1e18)
		return true;
	snprintf(what, sizeof what, "%s: expected a number of at least %g", column_names[column],
		 least);
	complain(reader, what, *text ? text : "none");
	return false;
}

/* --- what a line means ------------------------------------------------------------------------ */

static int choose(const char *text, const char *const *names, int count)
{
	for (int i = 0; i < count; i++)
		if (strcmp(text, names[i]) == 0)
			return i;
	return -1;
}

static int read_gemm(Reader *reader, Row *row)
{
	static const char *const types[] = {"f32", "f64", "tf32", "f16"};
	static const SimWork works[] = {SIM_WORK_GEMM_F32, SIM_WORK_GEMM_F64, SIM_WORK_GEMM_TF32,
					SIM_WORK_GEMM_F16};
	const char *type = text_of(reader, TYPE);
	int which = *type ? choose(type, types, 4) : 0;
	SimCost *cost = &row->cost;
	if (which < 0)
		return complain(reader, "type: expected f32, f64, tf32 or f16", type);
	double element = which == 1 ? 8 : which == 3 ? 2 : 4;
	if (!number_of(reader, M, 1, &cost->m) || !number_of(reader, N, 1, &cost->n) ||
	    !number_of(reader, K, 1, &cost->k))
		return -1;
	cost->batch = 1;
	if (*text_of(reader, BATCH) && !number_of(reader, BATCH, 1, &cost->batch))
		return -1;
	cost->work = works[which];
	cost->flops = 2 * cost->m * cost->n * cost->k * cost->batch;
	cost->bytes =
		element * cost->batch * (cost->m * cost->k + cost->n * cost->k + cost->m * cost->n);
	/* Rows of n and of k elements, without gaps. */
	double unit = 16 / element, row_n = cost->n / unit, row_k = cost->k / unit;
	cost->uneven = row_n != (double)(long long)row_n || row_k != (double)(long long)row_k;
	return 0;
}

static int read_copy(Reader *reader, Row *row)
{
	static const struct {
		const char *direction, *memory;
		RowKind kind;
	} ways[] = {
		{"h2d", "pinned", ROW_H2D_PINNED},
		{"h2d", "", ROW_H2D_PINNED},
		{"d2h", "pinned", ROW_D2H_PINNED},
		{"d2h", "", ROW_D2H_PINNED},
		{"h2d", "pageable", ROW_H2D_PAGEABLE},
		{"d2h", "pageable", ROW_D2H_PAGEABLE},
		{"d2d", "", ROW_D2D},
		{"p2p", "direct", ROW_PEER},
		{"p2p", "through_host", ROW_PEER_THROUGH_HOST},
	};
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (strcmp(text_of(reader, DIRECTION), ways[i].direction) == 0 &&
		    strcmp(text_of(reader, MEMORY), ways[i].memory) == 0) {
			row->kind = ways[i].kind;
			return number_of(reader, BYTES, 1, &row->bytes) ? 0 : -1;
		}
	return complain(
		reader,
		"direction and memory: expected h2d or d2h with pinned or pageable, d2d, or "
		"p2p with direct or through_host",
		text_of(reader, DIRECTION));
}

/* Without a column of kinds, a shape means a product and a direction a copy. */
static int read_kind(Reader *reader, Row *row)
{
	const char *kind = text_of(reader, KIND);
	if (!*kind && reader->at[KIND] < 0)
		kind = reader->at[M] >= 0 ? "gemm" : reader->at[DIRECTION] >= 0 ? "copy" : "";
	if (strcmp(kind, "copy") == 0)
		return read_copy(reader, row);
	int which = choose(kind, row_kind_names, ROW_KINDS);
	if (which < 0 || (which > ROW_GEMM && which < ROW_KERNEL))
		return complain(reader,
				"kind: expected gemm, copy, kernel, host_alloc, launch, copy_call, "
				"sync, event, malloc, free, clock or call",
				*kind ? kind : "none");
	row->kind = (RowKind)which;
	if (row->kind == ROW_GEMM)
		return read_gemm(reader, row);
	if (row->kind == ROW_KERNEL || row->kind == ROW_HOST_ALLOC)
		return number_of(reader, BYTES, 1, &row->bytes) ? 0 : -1;
	return 0;
}

static int read_time(Reader *reader, Row *row)
{
	double rate;
	if (*text_of(reader, TIME_US)) {
		if (!number_of(reader, TIME_US, 1e-6, &row->nanoseconds))
			return -1;
		row->nanoseconds *= 1000;
		return 0;
	}
	if (!number_of(reader, GB_PER_S, 1e-6, &rate))
		return -1;
	if (!(row->bytes > 0))
		return complain(reader, "gb_per_s: expected bytes beside it", "");
	row->nanoseconds = row->bytes / rate;
	return 0;
}

static bool keep(Reader *reader, const Row *row)
{
	Rows *rows = reader->rows;
	if (rows->count == reader->room) {
		reader->room = reader->room ? 2 * reader->room : 256;
		Row *grown = realloc(rows->row, reader->room * sizeof *grown);
		if (!grown)
			return false;
		rows->row = grown;
	}
	rows->row[rows->count++] = *row;
	return true;
}

/* FNV-1a of the row and of its number, so that equal rows part too; then the high half, which its
 * low bits do not show. */
static int part_of(const char *line, size_t number)
{
	unsigned long long hash = 14695981039346656037ULL + number;
	for (const char *c = line; *c; c++)
		hash = (hash ^ (unsigned char)*c) * 1099511628211ULL;
	return (int)((hash >> 32) % PARTS);
}

static int read_row(Reader *reader, char *line)
{
	Rows *rows = reader->rows;
	Row row = {.part = part_of(line, rows->count)};
	int columns = 0;
	for (int i = 0; i < COLUMNS; i++)
		columns += reader->at[i] >= 0;
	if (split(reader, line))
		return -1;
	if (reader->fields != columns)
		return complain(reader, "expected as many fields as the header has", "");
	const char *gpu = text_of(reader, GPU);
	if (reader->gpu && strcmp(gpu, reader->gpu) != 0)
		return 0;
	if (!*rows->gpu)
		snprintf(rows->gpu, sizeof rows->gpu, "%s", gpu);
	else if (strcmp(gpu, rows->gpu) != 0)
		return complain(reader, "expected one GPU, or one of them chosen", gpu);
	if (read_kind(reader, &row) || read_time(reader, &row))
		return -1;
	row.large = row.kind == ROW_GEMM ? row.cost.flops >= LARGE_FLOPS : row.bytes >= LARGE_BYTES;
	return keep(reader, &row) ? 0 : complain(reader, "no memory", "");
}

/* --- the file --------------------------------------------------------------------------------- */

static void read_comment(Rows *rows, char *comment)
{
	static const char mark[] = "source:";
	char *text = trim(comment);
	if (strncasecmp(text, mark, strlen(mark)) != 0)
		return;
	size_t used = strlen(rows->source);
	snprintf(rows->source + used, sizeof rows->source - used, "%s%s", used ? "; " : "",
		 trim(text + strlen(mark)));
}

static void read_lines(Reader *reader, FILE *file)
{
	char line[MAX_LINE];
	bool header = false;
	while (fgets(line, sizeof line, file)) {
		reader->line++;
		if (!strchr(line, '\n') && !feof(file)) {
			complain(reader, "the line is too long", "");
			return;
		}
		char *text = trim(line);
		if (*text == '#')
			read_comment(reader->rows, text + 1);
		else if (*text && header)
			read_row(reader, text);
		else if (*text && (split(reader, text) || read_header(reader)))
			return;
		else if (*text)
			header = true;
	}
	if (!header)
		complain(reader, "expected a header", "");
	else if (reader->rows->count == 0 && reader->errors == 0)
		complain(reader, "expected rows of the GPU", reader->gpu ? reader->gpu : "");
}

int rows_read(const char *path, const char *gpu, Rows *rows)
{
	Reader reader = {.path = path, .gpu = gpu, .rows = rows};
	*rows = (Rows){0};
	FILE *file = fopen(path, "re");
	if (!file) {
		fprintf(stderr, "%s: cannot be read: %s\n", path, strerror(errno));
		return -1;
	}
	read_lines(&reader, file);
	if (ferror(file))
		complain(&reader, "cannot be read", "");
	fclose(file);
	if (reader.errors > MAX_ERRORS)
		fprintf(stderr, "%s: and %d more\n", path, reader.errors - MAX_ERRORS);
	if (reader.errors == 0)
		return 0;
	rows_release(rows);
	return -1;
}

void rows_release(Rows *rows)
{
	free(rows->row);
	*rows = (Rows){0};
}
