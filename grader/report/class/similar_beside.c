/* similar_beside.c - two texts, a column each. A common part has a number, and its lines are marked in both; the number is
 * a link to the other column. */
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/report/class/similar.h"
#include "grader/report/page/html.h"

#define ROWS_MOST 4000
#define ROW_MOST  400 /* bytes shown of a line */

/* For each line the number of the part that it belongs to, 0 for none. */
typedef struct Marks {
	int *part;
	bool *seen; /* of each part: it has begun above */
	size_t lines;
} Marks;

static Marks marks_make(const char *source)
{
	Marks marks = {.lines = 1};

	for (const char *at = source; (at = strchr(at, '\n')); at++)
		marks.lines++;
	marks.part = memory_new((marks.lines + 2) * sizeof *marks.part);
	return marks;
}

/* Lines that no part has yet. */
static void marks_set(Marks *marks, const AlikeText *text, size_t first, size_t count, int part)
{
	uint32_t last = text->line[first + count - 1];

	for (uint32_t line = text->line[first]; line <= last && line <= marks->lines; line++)
		if (marks->part[line] == 0)
			marks->part[line] = part;
}

static void row_write(FILE *out, const Marks *marks, const char *text, size_t length, int line,
		      int number, char side)
{
	int part = marks->part[line];
	bool begins = part > 0 && marks->part[line - 1] != part;

	fprintf(out, "<span class=\"row%s\"", part > 0 ? " common" : "");
	if (begins && !marks->seen[part])
		fprintf(out, " id=\"p%d%c%d\"", number, side, part);
	if (begins)
		marks->seen[part] = true;
	fprintf(out, "><span class=\"no\">%d</span><span class=\"part\">", line);
	if (begins)
		fprintf(out,
			"<a href=\"#p%d%c%d\" aria-label=\"common part %d, on the other "
			"side\">%d</a>",
			number, side == 'a' ? 'b' : 'a', part, part, part);
	fputs("</span><span class=\"code\">", out);
	html_cut(out, text, length, ROW_MOST);
	fputs("\n</span></span>", out);
}

static void side_write(FILE *out, const char *name, const char *source, const Marks *marks,
		       int number, char side)
{
	int line = 0;

	html_print(
		out,
		"<div class=\"side\"><h3><bdi>%s</bdi></h3>\n<pre class=\"source\" tabindex=\"0\" "
		"role=\"region\" aria-label=\"%s\"><span class=\"rows\">",
		name, name);
	while (*source != '\0' && line < ROWS_MOST) {
		size_t length = strcspn(source, "\n");
		row_write(out, marks, source, length, ++line, number, side);
		source += length + (source[length] == '\n');
	}
	if (*source != '\0')
		fputs("<span class=\"row\">... (more)</span>", out);
	fputs("</span></pre></div>\n", out);
}

void similar_beside(FILE *out, const Similar *s, const AlikeEdge *edge, int number)
{
	const int owner[2] = {edge->a, edge->b};
	AlikeText *text[2];
	char *source[2];
	Marks marks[2];
	AlikeBlocks blocks;
	Often often;

	for (int i = 0; i < 2; i++) {
		text[i] = alike_text(&s->all, owner[i], edge->lab);
		source[i] = similar_source(s, owner[i], edge->lab);
		marks[i] = marks_make(source[i]);
	}
	often_find(&often, &s->all, s->all.owners[edge->b].set, edge->lab);
	text_weigh(text[0], &often);
	text_weigh(text[1], &often);
	often_release(&often);
	blocks_find(&blocks, text[0], text[1]);
	for (int i = 0; i < blocks.count; i++) {
		marks_set(&marks[0], text[0], blocks.list[i].a, blocks.list[i].count, i + 1);
		marks_set(&marks[1], text[1], blocks.list[i].b, blocks.list[i].count, i + 1);
	}
	for (int i = 0; i < 2; i++)
		marks[i].seen = memory_new((size_t)blocks.count + 1);
	html_print(out,
		   "<section>\n<h2 id=\"pair-%d\">Lab %d: <bdi>%s</bdi> and "
		   "<bdi>%s</bdi></h2>\n<p>%d %%, "
		   "%d tokens, in %d part%s.</p>\n<div class=\"beside\">\n",
		   number, edge->lab, s->all.owners[edge->a].name, s->all.owners[edge->b].name,
		   edge->share, (int)edge->common, blocks.count, blocks.count == 1 ? "" : "s");
	for (int i = 0; i < 2; i++)
		side_write(out, s->all.owners[owner[i]].name, source[i], &marks[i], number,
			   i == 0 ? 'a' : 'b');
	fputs("</div>\n</section>\n", out);
	for (int i = 0; i < 2; i++) {
		free(source[i]);
		free(marks[i].part);
		free(marks[i].seen);
	}
	blocks_release(&blocks);
}
