/* judge.h - what the files that judge lab 4 share: models, that is lists of parameters on
 * devices, before a call and after it. */
#ifndef GRADER_LABS_LAB4_JUDGE_H
#define GRADER_LABS_LAB4_JUDGE_H

#include <float.h>
#include <math.h>

#include "grader/include/judge.h"
#include "grader/labs/common/left.h"

enum { CPU = -1, PINNED = -2 }; /* places as numbers: these, or a GPU's */

/* So many numbers do not fit a GPU that the drive has filled, and show in the memory of the host.
 */
#define LARGE 600000

/* More than any list of fixed length is likely to have room for. */
#define MODEL_MOST 320

typedef struct Model {
	int count;
	int64_t counts[MODEL_MOST], devices[MODEL_MOST];
	int64_t total; /* numbers in all */
	float *values; /* one parameter behind the other */
} Model;

static inline Device device_of(int64_t number)
{
	return number < 0 ? (Device){DEVICE_CPU, 0} : (Device){DEVICE_GPU, (int)number};
}

static inline const char *say_device(Judge *j, int64_t number)
{
	return number < 0 ? "cpu" : judge_text(j, "gpu:%d", (int)number);
}

static inline const char *say_place(Judge *j, int64_t number)
{
	return number == PINNED ? "in pinned memory of the host"
				: judge_text(j, "on %s", say_device(j, number));
}

/* "0.weight", "0.bias", "1.weight" ... as lab4_drive_model.h names them. */
static inline const char *say_parameter(Judge *j, int64_t k)
{
	return judge_text(j, "%d.%s", (int)(k / 2), k % 2 ? "bias" : "weight");
}

/* More than any list of fixed length is likely to have room for. */
static inline int draw_many_layers(Judge *j)
{
	return (int)judge_between(j, 40, MODEL_MOST / 2 - 1);
}

/* A list of parameters need not be pairs of weights and biases. */
static inline int draw_many_parameters(Judge *j)
{
	return (int)judge_between(j, 80, MODEL_MOST - 2);
}

/* Numbers of all sizes, of which no two neighbours are alike, so that a shift by one shows. */
static inline float *draw_values(Judge *j, int64_t count)
{
	float *values = judge_uniform(j, count, -1, 1);
	const float *sizes = judge_uniform(j, count, FLT_MIN_EXP - FLT_MANT_DIG / 2, FLT_MAX_EXP);
	for (int64_t i = 0; i < count; i++)
		values[i] = ldexpf(values[i], (int)floorf(sizes[i]));
	return values;
}

/* The counts and devices are set; adds them up and draws the numbers. */
static inline void model_draw(Judge *j, Model *m)
{
	m->total = 0;
	for (int i = 0; i < m->count; i++)
		m->total += m->counts[i];
	m->values = draw_values(j, m->total);
}

static inline void model_send(Judge *j, Run *r, const Model *m)
{
	run_ints(r, "counts", m->counts, m->count);
	run_ints(r, "devices", m->devices, m->count);
	const float *values = m->values;
	for (int i = 0; i < m->count; values += m->counts[i++]) {
		const char *name = judge_text(j, "parameter%d", i);
		run_floats(r, name, values, m->counts[i]);
		run_give(r, name, m->devices[i] >= 0);
	}
}

/* The program says that it is in its old memory, which the judge knows of what it has put on a GPU. */
static inline bool in_old_memory(Judge *j, Run *r, const Model *m, int i, bool said)
{
	int64_t count;
	if (!said || m->devices[i] < 0)
		return said;
	return run_get_floats_on(r, judge_text(j, "parameter%d", i), m->devices[i], &count) &&
	       count == m->counts[i];
}

/* All parameters hold those numbers; `at` says when. */
static inline void judge_values(Judge *j, Run *r, const Model *m, const float *wanted,
				const char *at)
{
	const int64_t *on = run_want_ints(r, "on", m->count); /* judged apart */
	for (int i = 0; i < m->count; wanted += m->counts[i++]) {
		int64_t count;
		const float *got =
			run_get_floats_on(r, judge_text(j, "values%d", i), on[i], &count);
		judge_that_for(j, got && count == m->counts[i], "result-too-small",
			       "%s: %s has no memory that can be read", at, say_parameter(j, i));
		judge_floats(j, judge_text(j, "%s: %s", at, say_parameter(j, i)), got, wanted,
			     count, 0);
	}
}

void judge_4_1(Judge *j);
void judge_4_3(Judge *j);
void judge_4_4(Judge *j);
void judge_4_5(Judge *j);
void judge_4_6(Judge *j);
void judge_4_9(Judge *j);

#endif
