/* line_table.c - keeps what the process apart answered, and looks addresses up in it. */
#include "grader/probe/line_table.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/probe/line_table_state.h"

#define SECONDS   10
#define TABLE_MAX ((size_t)LINE_SPANS_MAX * sizeof(LineSpan))

static int table_keep(const char *path, const void *bytes, size_t count)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	int bad = fd < 0 || file_write(fd, bytes, count) < 0;

	if (fd >= 0 && close(fd) < 0)
		bad = 1;
	return bad ? -1 : 0;
}

ApartEnd line_table_make(SandboxTier tier, const char *box, int program, const char *source,
			 const char *table, char *why, size_t why_size)
{
	const Apart apart = {
		.tier = tier,
		.box = box,
		.body = line_spans_write,
		.about = source,
		.files = {program},
		.count = 1,
		.seconds = SECONDS,
		.answer_max = TABLE_MAX,
	};
	void *answer;
	size_t bytes;
	ApartEnd end = apart_run(&apart, &answer, &bytes, why, why_size);

	if (end == APART_DONE && table_keep(table, answer, bytes) < 0) {
		text_format(why, why_size, "%s: %s", table, strerror(errno));
		end = APART_FAULT;
	}
	free(answer);
	return end;
}

typedef struct LineTable {
	LineSpan *list;
	size_t count;
} LineTable;

/* One without spans when it cannot be read. */
static LineTable table_load(const char *path)
{
	size_t bytes = 0;
	LineTable table = {(LineSpan *)(void *)file_load(AT_FDCWD, path, TABLE_MAX, &bytes), 0};

	table.count = bytes / sizeof *table.list;
	return table;
}

/* The span that the place lies in: the last one that does not begin behind it. NULL: none. */
static const LineSpan *span_find(const LineTable *table, uint64_t place)
{
	size_t low = 0, high = table->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (table->list[middle].begin <= place)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0 || place - table->list[low - 1].begin >= table->list[low - 1].bytes)
		return NULL;
	return &table->list[low - 1];
}

int line_table_find(const char *path, const uint64_t *places, int count)
{
	LineTable table = table_load(path);
	int line = 0;

	for (int i = 0; line == 0 && i < count; i++) {
		const LineSpan *span = span_find(&table, places[i]);

		line = span && span->line > 0 ? span->line : 0;
	}
	free(table.list);
	return line;
}

static int call_line(const LineTable *table, const CallSite *call)
{
	for (int i = 0; i < CALL_SITE_FRAMES && call->frame[i] != 0; i++) {
		const LineSpan *span = span_find(table, call->frame[i]);

		if (span && span->line >= 0)
			return span->line;
	}
	return 0;
}

void line_table_calls(const char *path, CallSite *calls, int count)
{
	LineTable table = table_load(path);

	for (int i = 0; i < count; i++)
		calls[i].line = call_line(&table, &calls[i]);
	free(table.list);
}
