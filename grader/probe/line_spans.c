/* line_spans.c - reads the debug information of a program with libdw. */
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/probe/line_table_state.h"

#define SPAN_BYTES_MAX (UINT32_MAX / 2) /* no program that was built here has so much code */

typedef struct Spans {
	LineSpan *list;
	size_t count;
} Spans;

/* As in LineSpan. 0 also for what has no name. */
static int32_t line_of(const char *file, int number, const char *source)
{
	const char *slash = strrchr(file, '/'), *base = !slash ? file : slash + 1;
	size_t length = strlen(base);

	if (strcmp(base, source) == 0)
		return number;
	return length > 2 && strcmp(base + length - 2, ".h") == 0 ? LINE_OF_HEADER : LINE_ELSEWHERE;
}

/* The span before it, when that ends where this one begins, and is of the same line: they become
 * one. NULL: it is another. */
static LineSpan *span_before(const Spans *spans, uint64_t begin, int32_t line)
{
	LineSpan *last = spans->count == 0 ? NULL : &spans->list[spans->count - 1];

	return last && last->line == line && last->begin + last->bytes == begin ? last : NULL;
}

static int span_add(Spans *spans, uint64_t begin, uint64_t end, int32_t line)
{
	LineSpan *before = span_before(spans, begin, line);
	uint64_t bytes = end - begin;

	if (end <= begin || bytes > SPAN_BYTES_MAX)
		return 0;
	if (before && before->bytes <= SPAN_BYTES_MAX) {
		before->bytes += (uint32_t)bytes;
		return 0;
	}
	if (spans->count == LINE_SPANS_MAX)
		return -1;
	spans->list[spans->count++] = (LineSpan){begin, (uint32_t)bytes, line};
	return 0;
}

/* From this row to the next one. */
static int row_add(Spans *spans, Dwarf_Line *row, Dwarf_Line *next, const char *source)
{
	const char *file = dwarf_linesrc(row, NULL, NULL);
	Dwarf_Addr begin, end;
	bool ends = false;
	int number = 0;

	if (!file || dwarf_lineendsequence(row, &ends) != 0 || ends ||
	    dwarf_lineno(row, &number) != 0 || number <= 0 || dwarf_lineaddr(row, &begin) != 0 ||
	    dwarf_lineaddr(next, &end) != 0)
		return 0;
	return span_add(spans, begin, end, line_of(file, number, source));
}

static int unit_add(Spans *spans, Dwarf_Die *unit, const char *source)
{
	Dwarf_Lines *rows;
	size_t count;

	if (dwarf_getsrclines(unit, &rows, &count) != 0)
		return 0; /* it has none */
	for (size_t i = 0; i + 1 < count; i++)
		if (row_add(spans, dwarf_onesrcline(rows, i), dwarf_onesrcline(rows, i + 1),
			    source) < 0)
			return -1;
	return 0;
}

static int units_add(Spans *spans, Dwarf *debug, const char *source)
{
	Dwarf_Off offset = 0, next;
	size_t head;

	while (dwarf_nextcu(debug, offset, &next, &head, NULL, NULL, NULL) == 0) {
		Dwarf_Die unit;

		if (dwarf_offdie(debug, offset + head, &unit) && unit_add(spans, &unit, source) < 0)
			return -1;
		if (next <= offset)
			break;
		offset = next;
	}
	return 0;
}

static int span_compare(const void *a, const void *b)
{
	const LineSpan *x = a, *y = b;

	return x->begin < y->begin ? -1 : x->begin > y->begin;
}

int line_spans_write(const int *files, int answer, const void *about)
{
	Spans spans = {memory_new(LINE_SPANS_MAX * sizeof *spans.list), 0};
	Elf *elf;
	Dwarf *debug;

	elf_version(EV_CURRENT);
	elf = elf_begin(files[0], ELF_C_READ_MMAP, NULL);
	if (elf_kind(elf) != ELF_K_ELF)
		return 1;
	debug = dwarf_begin_elf(elf, DWARF_C_READ, NULL);
	if (debug && units_add(&spans, debug, about) < 0)
		return 1;
	qsort(spans.list, spans.count, sizeof *spans.list, span_compare);
	return file_write(answer, spans.list, spans.count * sizeof *spans.list) < 0;
}
