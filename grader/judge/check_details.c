/* check_details.c - what the runs of one check were: machine, sizes, findings, operations.
 *
 * Operations of a lane (the host, or a stream) that lie closer together than a picture can show
 * become one, so that a thousand products make a short list. */
#include "grader/base/text.h"
#include "grader/judge/check_details.h"
#include "grader/judge/same_calls.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUNS_MAX      256 /* the last one is that in which a check fails */
#define LANES_MAX     40
#define PIECES_MAX    1200  /* of a run */
#define GRAINS        600.0 /* a run is divided into: a bar of one is about a pixel wide */
#define SOME_MOST     ((size_t)1 << 20) /* bytes (details_most) */
#define ALL_MOST      ((size_t)8 << 20)
#define READINGS_MOST 64 /* of the clock: more of them are drawn as calls */

/* One bar of the picture. */
typedef struct Piece {
	RunOp op; /* start and end are those of the whole piece */
	int n;
	double busy;
} Piece;

typedef struct Pieces {
	Piece list[PIECES_MAX];
	int count;
	int last[LANES_MAX]; /* the newest piece of each lane */
	int lanes;
	double grain;  /* microseconds */
	bool readings; /* readings of the clock are pieces of their own */
} Pieces;

static bool same_lane(const RunOp *a, const RunOp *b)
{
	return a->gpu == b->gpu && a->stream == b->stream;
}

/* The lane that an operation belongs to; a new one for the first of it, -1 if there are too many.
 */
static int lane_find(Pieces *p, const RunOp *op)
{
	for (int i = 0; i < p->lanes; i++)
		if (same_lane(&p->list[p->last[i]].op, op))
			return i;
	if (p->lanes == LANES_MAX)
		return -1;
	p->last[p->lanes] = -1;
	return p->lanes++;
}

/* Whether the operation can be drawn as part of the piece. */
static int piece_takes(const Pieces *p, const Piece *piece, const RunOp *op)
{
	if (p->readings && (op_is_reading(op) || op_is_reading(&piece->op)))
		return 0;
	return piece->op.kind == op->kind && op->start - piece->op.end < p->grain &&
	       op->end - op->start < p->grain &&
	       (piece->n > 1 || piece->op.end - piece->op.start < p->grain);
}

static void piece_add(Pieces *p, const RunOp *op)
{
	int lane = lane_find(p, op);
	Piece *last = lane < 0 || p->last[lane] < 0 ? NULL : &p->list[p->last[lane]];

	if (lane < 0)
		return;
	if (last && piece_takes(p, last, op)) {
		last->n++;
		last->busy += op->end - op->start;
		last->op.end = fmax(last->op.end, op->end);
		last->op.waited += op->waited;
		if (strcmp(last->op.name, op->name) != 0)
			last->op.name[0] = '\0';
		if (last->op.line != op->line)
			last->op.line = 0;
	} else if (p->count < PIECES_MAX) {
		p->list[p->count] = (Piece){*op, 1, op->end - op->start};
		p->last[lane] = p->count++;
	} else if (!last) {
		p->lanes--; /* the lane has nothing to point at */
	}
}

static json_t *piece_json(const Piece *piece, int run, bool readings)
{
	static const char *const kinds[] = {"copy", "fill", "kernel", "call", "work"};
	const RunOp *op = &piece->op;
	json_t *json = json_pack("{s:i, s:s, s:i, s:I, s:s, s:f, s:f, s:i}", "run", run, "kind",
				 readings && op_is_reading(op) ? "clock" : kinds[op->kind], "gpu",
				 op->gpu, "stream", (json_int_t)op->stream, "name", op->name,
				 "start", op->start, "end", op->end, "line", op->line);

	if (op->on_default)
		json_object_set_new(json, "default", json_true());
	if (op->waited > 0)
		json_object_set_new(json, "waited", json_real(op->waited));
	if (piece->n > 1) {
		json_object_set_new(json, "n", json_integer(piece->n));
		json_object_set_new(json, "busy", json_real(piece->busy));
	}
	return json;
}

static void timeline_add(json_t *list, const Run *r, int number)
{
	static Pieces pieces; /* too large for some stacks */
	double end = 0;
	int readings = 0;

	pieces.count = pieces.lanes = 0;
	for (int i = 0; i < r->timeline.count; i++) {
		end = fmax(end, r->timeline.ops[i].end);
		readings += op_is_reading(&r->timeline.ops[i]);
	}
	pieces.grain = end / GRAINS;
	pieces.readings = readings <= READINGS_MOST;
	for (int i = 0; i < r->timeline.count; i++)
		piece_add(&pieces, &r->timeline.ops[i]);
	for (int i = 0; i < pieces.count; i++)
		json_array_append_new(list, piece_json(&pieces.list[i], number, pieces.readings));
}

/* The single numbers that the program sent. */
static json_t *values_json(const Value *list)
{
	json_t *json = json_object();

	for (const Value *v = list; v; v = v->next) {
		int64_t whole;
		double number;

		if (v->nothing || (v->type != FRAME_REAL && v->type != FRAME_INT))
			continue;
		if (v->type == FRAME_INT) {
			memcpy(&whole, v->payload, sizeof whole);
			json_object_set_new(json, v->name, json_integer(whole));
			continue;
		}
		memcpy(&number, v->payload, sizeof number);
		if (isfinite(number))
			json_object_set_new(json, v->name, json_real(number));
	}
	return json;
}

/* The sizes of the tensors that it was sent. */
static json_t *sizes_json(const Value *list)
{
	json_t *json = json_object();

	for (const Value *v = list; v; v = v->next) {
		FrameTensor head;
		json_t *sizes;

		if (v->nothing || v->type != FRAME_TENSOR)
			continue;
		sizes = json_array();
		memcpy(&head, v->payload, sizeof head);
		for (int i = 0; i < head.rank && i < TENSOR_MAX_RANK; i++)
			json_array_append_new(sizes, json_integer(head.dim[i]));
		json_object_set_new(json, v->name, sizes);
	}
	return json;
}

/* What the whole timeline adds up to: the list of pieces may leave some out. */
static void totals_add(json_t *json, const Timeline *timeline)
{
	int copies = 0, kernels = 0;
	double waited = 0;

	for (int i = 0; i < timeline->count; i++) {
		copies += timeline->ops[i].kind == RUN_OP_COPY;
		kernels += timeline->ops[i].kind == RUN_OP_KERNEL;
		waited += timeline->ops[i].waited;
	}
	json_object_set_new(json, "copies", json_integer(copies));
	json_object_set_new(json, "kernels", json_integer(kernels));
	json_object_set_new(json, "waited", json_real(waited));
}

/* Of what it asks for a number: that of another run is the same where a program is told the same, but for the values of
 * numbers. And whether a call was to fail in it, of which kind, and whether one has. */
static void asks_add(json_t *json, const Run *r)
{
	char asks[2 * sizeof r->shape + 1];

	snprintf(asks, sizeof asks, "%016" PRIx64, r->shape);
	json_object_set_new(json, "asks", json_string(asks));
	if (r->orders.failing.kind && !r->spared)
		json_object_set_new(json, "fails", json_string(r->orders.failing.kind));
	json_object_set_new(json, "failed", json_boolean(!run_is_whole(r)));
	if (r->answers.linked && r->gone)
		json_object_set_new(json, "put",
				    json_integer((json_int_t)r->answers.window[0].go.bytes_h2d));
}

static json_t *run_json(const Run *r, int number)
{
	const FrameWindow *w = &r->answers.window[r->window];
	double us =
		r->answers.ended > r->window ? (double)(w->end.host_ns - w->go.host_ns) / 1e3 : 0;
	json_t *json = json_pack("{s:i, s:s, s:f, s:o, s:o}", "run", number, "machine",
				 run_machine_name(r), "us", us, "values",
				 values_json(r->answers.results), "sizes", sizes_json(r->inputs));
	if (r->timeline.read)
		totals_add(json, &r->timeline);
	asks_add(json, r);
	return json;
}

static void findings_add(json_t *list, const Run *r, int number)
{
	json_t *each;
	size_t i;

	json_array_foreach(r->findings, i, each)
	{
		json_object_set_new(each, "run", json_integer(number));
		json_array_append(list, each);
	}
}

/* The runs in the order in which they were made: the judge keeps the newest first. */
static int runs_order(const Judge *j, const Run *order[RUNS_MAX])
{
	int count = 0;

	for (const Run *r = j->runs; r; r = r->next)
		count++;

	int at = count;

	for (const Run *r = j->runs; r; r = r->next)
		if (--at < RUNS_MAX)
			order[at] = r;
	return count < RUNS_MAX ? count : RUNS_MAX;
}

static json_t *output_json(const Verdict *v)
{
	size_t size = v->output_bytes * 4 + 8;
	char *clean = malloc(size);
	json_t *json = !clean ? json_null() : NULL;

	if (clean) {
		text_clean_lines(clean, size, v->output, v->output_bytes);
		json = json_string(clean);
	}
	free(clean);
	return json;
}

static json_t *lines_of(const LineCounts *counts, int state)
{
	json_t *lines = json_array();

	for (int line = 1; line <= COVERAGE_LINES; line++)
		if (counts->state[line] == state)
			json_array_append_new(lines, json_integer(line));
	return lines;
}

static void coverage_add(json_t *root, const Judge *j)
{
	const LineCounts *counts = &j->coverage;

	json_object_set_new(root, "lines", lines_of(counts, COVERAGE_REACHED));
	json_object_set_new(root, "missed", lines_of(counts, COVERAGE_MISSED));
	json_object_set_new(root, "blind", json_boolean(counts->blind));
	json_object_set_new(root, "function_line", json_integer(j->function_line));
}

/* The number of the run that the check is about, from 1: the newest that is marked as shown, else the
 * newest whose timeline was judged; 0: none. */
static int shown_of(const Run *const *order, int count)
{
	int watched = 0;

	for (int i = count; i > 0; i--) {
		if (order[i - 1]->shown && order[i - 1]->timeline.count > 0)
			return i;
		if (watched == 0 && order[i - 1]->watched && order[i - 1]->timeline.count > 0)
			watched = i;
	}
	return watched;
}

/* Of all runs, or of those alone that somebody looks at: that which the check is about, and the last. */
static json_t *timelines_of(const Run *const *order, int count, bool all)
{
	const int shown = shown_of(order, count);
	json_t *timeline = json_array();

	for (int i = 0; i < count; i++)
		if (all || i + 1 == shown || i + 1 == count)
			timeline_add(timeline, order[i], i + 1);
	if (json_array_size(timeline) > 0)
		return timeline;
	json_decref(timeline);
	return json_null();
}

/* The text with these timelines; NULL where it is too long. */
static char *text_with(json_t *root, json_t *timeline, size_t most)
{
	json_object_set_new(root, "timeline", timeline);

	char *text = json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(7));

	if (text && strlen(text) >= most) {
		free(text);
		text = NULL;
	}
	return text;
}

size_t details_most(const Options *options)
{
	return options->see ? ALL_MOST : SOME_MOST;
}

char *details_check(const Judge *j, double seconds)
{
	const Run *order[RUNS_MAX];
	int count = runs_order(j, order);
	json_t *runs = json_array(), *findings = json_array();

	for (int i = 0; i < count; i++) {
		json_array_append_new(runs, run_json(order[i], i + 1));
		findings_add(findings, order[i], i + 1);
	}

	json_t *root =
		json_pack("{s:s, s:s, s:f, s:o, s:b, s:n, s:o, s:o, s:i, s:n}", "id", j->check->id,
			  "function", j->check->function, "seconds", seconds, "output",
			  output_json(&j->verdict), "cut", j->verdict.cut, "lines", "findings",
			  findings, "runs", runs, "shown", shown_of(order, count), "timeline");
	if (root && j->measured)
		json_object_set(root, "measured", j->measured);
	if (root && j->options->coverage)
		coverage_add(root, j);

	/* as many timelines as there is room for */
	const size_t most = details_most(j->options);
	char *text = !root ? NULL : text_with(root, timelines_of(order, count, true), most);
	if (root && !text)
		text = text_with(root, timelines_of(order, count, false), most);
	if (root && !text)
		text = text_with(root, json_null(), most);
	json_decref(root);
	return text;
}
