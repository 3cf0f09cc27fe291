/* core_random_model.h - the slow and obvious model of core_random.c, and its random numbers. */
#ifndef CORE_RANDOM_MODEL_H
#define CORE_RANDOM_MODEL_H

#include "framework/simcuda/tests/core/core_rig.h"

#include "framework/simcuda/core/core.h"

#define PROGRAMS   400
#define STEPS      150
#define CELLS      8 /* of 16 bytes, in each of: GPU 0, GPU 1, pinned host memory */
#define CELL_BYTES (UINT64_C(16) * CELLS)
#define HOST       2
#define STREAMS    12
#define EVENTS     6

typedef enum Kind { MARK, FILL, COPY, ADD } Kind;

typedef struct Work {
	Kind kind;
	int stream, gpu; /* an identity that is never used again, and its GPU */
	bool legacy, blocking;
	unsigned covers;     /* GPUs with all of whose work it is ordered */
	int after;           /* an event's mark, or -1 */
	int to, from, cells; /* the first one of each, and how many */
	uint32_t value;
	int64_t start, end;
	bool settled;
	bool before[STEPS]; /* before[j]: j has to be over first */
	bool races[STEPS];  /* races[j]: j is pending on the same cells and does not come before */
} Work;

typedef struct Model {
	Work work[STEPS];
	int count;
	uint32_t cell[3 * CELLS];
	int64_t clock, engine[2][ENGINES];
} Model;

typedef struct Program {
	Rig rig;
	Model model;
	uint64_t base[2];
	uint32_t pinned[CELLS][4];
	struct {
		uint64_t handle;
		int identity, gpu;
		bool legacy, blocking;
	} stream[STREAMS];
	struct {
		uint64_t handle;
		int gpu, mark; /* -1: never recorded */
	} event[EVENTS];
	int identities, device;
	bool racy;
	uint64_t seed;
} Program;

static inline int draw(Program *p, int limit)
{
	p->seed = p->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (int)((p->seed >> 33) % (uint64_t)limit);
}

/* --- the model -------------------------------------------------------------------------------- */

static inline bool ordered(const Work *earlier, int index, const Work *later)
{
	bool same_gpu = earlier->gpu == later->gpu;
	return earlier->stream == later->stream || later->after == index ||
	       (same_gpu && later->legacy && earlier->blocking) ||
	       (same_gpu && earlier->legacy && later->blocking) ||
	       earlier->covers >> later->gpu & 1 || later->covers >> earlier->gpu & 1 ||
	       (earlier->covers & later->covers) != 0;
}

static inline bool overlap(int a, int b, int a_cells, int b_cells)
{
	return a < b + b_cells && b < a + a_cells;
}

/* Whether one of them writes a cell that the other one touches. */
static inline bool conflict(const Work *a, const Work *b)
{
	if (a->kind == MARK || b->kind == MARK)
		return false;
	bool both_write = overlap(a->to, b->to, a->cells, b->cells);
	bool a_writes = b->kind != FILL && overlap(a->to, b->from, a->cells, b->cells);
	bool b_writes = a->kind != FILL && overlap(a->from, b->to, a->cells, b->cells);
	return both_write || a_writes || b_writes;
}

/* Fills in what comes before the next operation, and what it would race with. */
static inline bool model_compare(const Model *m, Work *w)
{
	bool races = false;
	for (int j = 0; j < m->count; j++) {
		if (!ordered(&m->work[j], j, w))
			continue;
		w->before[j] = true;
		for (int k = 0; k < j; k++)
			w->before[k] |= m->work[j].before[k];
	}
	for (int j = 0; j < m->count; j++) {
		const Work *earlier = &m->work[j];
		w->races[j] = !earlier->settled && !w->before[j] && conflict(w, earlier);
		races |= w->races[j];
	}
	return races;
}

static inline int model_issue(Model *m, Work work, int64_t *engine, int64_t *second,
			      int64_t duration)
{
	Work *w = &m->work[m->count];
	*w = work;
	model_compare(m, w);
	w->start = m->clock;
	for (int j = 0; j < m->count; j++)
		if (w->before[j] && m->work[j].end > w->start)
			w->start = m->work[j].end;
	if (engine && *engine > w->start)
		w->start = *engine;
	if (second && *second > w->start)
		w->start = *second;
	w->end = w->start + duration;
	if (engine)
		*engine = w->end;
	if (second)
		*second = w->end;
	return m->count++;
}

static inline void model_execute(Model *m, Work *w)
{
	uint32_t source[CELLS] = {0};
	for (int i = 0; w->kind != MARK && i < w->cells; i++)
		source[i] = m->cell[w->from + i];
	for (int i = 0; w->kind != MARK && i < w->cells; i++)
		m->cell[w->to + i] = w->kind == FILL   ? w->value
				     : w->kind == COPY ? source[i]
						       : m->cell[w->to + i] + source[i] + 1;
	w->settled = true;
}

/* Those that `wanted` says, with everything before them. Returns when they are over. */
static inline int64_t model_run(Model *m, const bool *wanted, bool execute)
{
	bool all[STEPS] = {false};
	int64_t end = 0;
	for (int i = 0; i < m->count; i++) {
		if (!wanted[i])
			continue;
		all[i] = true;
		end = m->work[i].end > end ? m->work[i].end : end;
		for (int j = 0; j < i; j++)
			all[j] |= m->work[i].before[j];
	}
	for (int i = 0; execute && i < m->count; i++)
		if (all[i] && !m->work[i].settled)
			model_execute(m, &m->work[i]);
	return end;
}

static inline void model_wait(Model *m, const bool *wanted)
{
	int64_t end = model_run(m, wanted, true);
	m->clock = end > m->clock ? end : m->clock;
}

#endif
