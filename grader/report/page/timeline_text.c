/* timeline_text.c - a character for each column of a lane: what took most of that time. */
#include "grader/report/page/timeline_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/report/data/graded.h"
#include "grader/report/page/timeline_svg.h"

enum { NAMES = 18, COLUMNS_MAX = 400, LABEL = 9 };

/* What operations are drawn as. Of a column that none of them has more of, the last one counts. */
static const char signs[] = "+c~>=<#.T";
enum { SIGNS = sizeof signs - 1 };

typedef struct Line {
	double taken[COLUMNS_MAX][SIGNS]; /* of the column, by all that have that character */
} Line;

static char copy_char(const json_t *op)
{
	const char *name = text_of(op, "name");

	return strstr(name, "H2D") ? '>' : strstr(name, "D2H") ? '<' : '=';
}

static char op_char(const json_t *op)
{
	static const char chars[KINDS] = {
		[FILL] = '~', [KERNEL] = '#', [CALL] = 'c', [WORK] = '+', [CLOCK] = 'T'};
	double time = number_of(op, "end") - number_of(op, "start");
	int kind = op_kind(op);

	if (kind == COPY)
		return copy_char(op);
	return kind == CALL && number_of(op, "waited") > time / 2 ? '.' : chars[kind];
}

/* Of several operations that are drawn as one the share of the time that they take. */
static double op_share(const json_t *op)
{
	double time = number_of(op, "end") - number_of(op, "start");

	return int_of(op, "n") > 1 && time > 0 ? fmin(1, number_of(op, "busy") / time) : 1;
}

/* Operations shorter than a column are seen as long as those of another character do not take more of it
 * together: many short waits between short calls are seen where the host waits more than it calls. A reading
 * of the clock is seen always. */
static void op_put(Line *line, const json_t *op, double column, int columns)
{
	double start = number_of(op, "start") / column, end = number_of(op, "end") / column;
	double share = op_share(op);
	char sign = op_char(op);
	size_t which = (size_t)(strchr(signs, sign) - signs);

	for (int i = start < 0 ? 0 : (int)start; i < columns && (i < end || i == (int)start); i++)
		line->taken[i][which] +=
			sign == 'T' ? 2 : fmax(1e-9, share * (fmin(end, i + 1) - fmax(start, i)));
}

static char cell_of(const double taken[SIGNS])
{
	double most = 0;
	char cell = ' ';

	for (int k = 0; k < SIGNS; k++)
		if (taken[k] > 0 && taken[k] >= most) {
			most = taken[k];
			cell = signs[k];
		}
	return cell;
}

/* Its length without the blanks at its end. */
static int filled(const char *text)
{
	int length = (int)strlen(text);

	while (length > 0 && text[length - 1] == ' ')
		length--;
	return length;
}

static void scale_print(FILE *out, double end, int columns)
{
	double step = axis_step(end, fmax(1, columns / (LABEL + 2.0)));
	double unit = end >= 1e4 ? 1e3 : 1;
	char labels[COLUMNS_MAX + 1], marks[COLUMNS_MAX + 1], number[24];
	int ticks = (int)(end / step + 0.001);

	memset(labels, ' ', (size_t)columns);
	memset(marks, '-', (size_t)columns);
	labels[columns] = marks[columns] = '\0';
	for (int i = 0; i <= ticks; i++) {
		int at = (int)(i * step / end * columns);
		int length = snprintf(number, sizeof number, "%.6g", i * step / unit);

		if (at < columns)
			marks[at] = '+';
		if (at + length <= columns)
			memcpy(labels + at, number, (size_t)length);
	}
	fprintf(out, "%*s%.*s\n%*s%s\n", NAMES, unit > 1 ? "ms  " : "us  ", filled(labels), labels,
		NAMES, "", marks);
}

static void lane_print(FILE *out, const Lane *lane, const Line *line, int columns)
{
	char cells[COLUMNS_MAX + 1];
	char *name = NULL;
	size_t size = 0;
	FILE *to = open_memstream(&name, &size);

	for (int i = 0; i < columns; i++)
		cells[i] = cell_of(line->taken[i]);
	cells[columns] = '\0';
	if (to)
		lane_name(to, lane);
	if (to && fclose(to) == 0)
		fprintf(out, "  %-*s%.*s\n", NAMES - 2, name, filled(cells), cells);
	free(name);
}

void timeline_text(FILE *out, const json_t *timeline, int run, double end, int width)
{
	static Line line;
	int columns = width - NAMES < 10 ? 10 : width - NAMES;
	Lanes lanes;

	columns = columns > COLUMNS_MAX ? COLUMNS_MAX : columns;
	lanes_find(timeline, run, &lanes);
	scale_print(out, end, columns);
	for (int i = 0; i < lanes.count; i++) {
		memset(&line, 0, sizeof line);
		for (size_t k = 0; k < json_array_size(timeline); k++) {
			const json_t *op = json_array_get(timeline, k);

			if (op_is_of(op, run) && lane_find(&lanes, op) == &lanes.lane[i])
				op_put(&line, op, end / columns, columns);
		}
		lane_print(out, &lanes.lane[i], &line, columns);
	}
}

void timeline_text_legend(FILE *out)
{
	fputs("  > copy to a GPU  < copy to the host  = other copies  # kernel  ~ fill\n"
	      "  c call of the host  . call that waits  + host arithmetic  T clock is read\n",
	      out);
}
