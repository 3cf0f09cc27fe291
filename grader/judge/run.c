/* run.c - a run before and after it happens: its inputs, its environment, its results. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/text.h"
#include "grader/compile/compile.h"
#include "grader/judge/judge_state.h"
#include "grader/setup/work_dir.h"
#include "grader/wire/findings.h"

Run *judge_run(Judge *j, int gpus)
{
	Run *run = judge_memory(j, sizeof *run);

	if (gpus < 0 || gpus > 64)
		judge_leave(j, VERDICT_ERROR, "judge_run: %d GPUs", gpus);
	run->judge = j;
	run->gpus = gpus;
	run->windows = 1;
	run->next = j->runs;
	j->runs = run;
	return run;
}

void runs_free(Judge *j)
{
	for (Run *run = j->runs; run; run = run->next) {
		values_free(&run->inputs);
		answers_free(&run->answers);
		timeline_free(&run->timeline);
		json_decref(run->findings);
		for (int i = 0; i < run->env_count; i++)
			free(run->env[i]);
	}
}

void run_env(Run *r, const char *name, const char *value)
{
	if (r->env_count == (int)(sizeof r->env / sizeof *r->env))
		judge_leave(r->judge, VERDICT_ERROR, "run_env: too many variables");
	r->env[r->env_count++] = text_new("%s=%s", name, value);
}

void run_allow(Run *r, const char *kind)
{
	if (finding_bit(kind) == 0)
		judge_leave(r->judge, VERDICT_ERROR, "run_allow: no kind of finding is called %s",
			    kind);
	r->allowed |= finding_bit(kind);
}

void run_about(Run *r, const char *words)
{
	r->about = judge_text(r->judge, "%s", words);
}

void run_refuses(Run *r, const char *words)
{
	r->refuses = judge_text(r->judge, "%s", words);
}

void run_block(Run *r, int64_t bytes, const char *words)
{
	if (r->blocks == RUN_BLOCKS_MAX)
		judge_leave(r->judge, VERDICT_ERROR, "run_block: more than %d", RUN_BLOCKS_MAX);
	r->block[r->blocks++] = (RunBlock){bytes, judge_text(r->judge, "%s", words)};
}

static void given_add(Run *r, RunGiven given)
{
	if (r->given_count == RUN_GIVEN_MAX)
		judge_leave(r->judge, VERDICT_ERROR, "run_given: more than %d", RUN_GIVEN_MAX);
	given.begins = judge_text(r->judge, "%s", given.begins);
	given.words = judge_text(r->judge, "%s", given.words);
	r->given[r->given_count++] = given;
}

void run_given(Run *r, const char *begins, const char *words, const char *cause)
{
	given_add(r, (RunGiven){begins, words, cause, false, true});
}

void run_given_in_lab(Run *r, const char *begins, const char *words, const char *cause)
{
	given_add(r, (RunGiven){begins, words, cause, true, true});
}

void run_given_called(Run *r, const char *begins, const char *words, const char *cause)
{
	given_add(r, (RunGiven){begins, words, cause, true, false});
}

void run_watch(Run *r)
{
	r->watched = 1;
}

void run_shown(Run *r)
{
	r->shown = true;
}

void run_later(Run *r, const char *names)
{
	r->later = names;
}

void run_one_thread(Run *r)
{
	r->single = 1;
}

void run_window(Run *r, int window)
{
	r->window = window;
}

void run_windows(Run *r, int count)
{
	r->windows = count;
}

void run_optimised(Run *r)
{
	r->optimised = true;
}

static char *program_path(const Run *r, const char *form)
{
	const LabChecks *lab = r->judge->lab;
	char name[80], file[96];

	snprintf(name, sizeof name, "%s%s", lab->name,
		 r->optimised && lab->is_cuda ? OPTIMISED : "");
	snprintf(file, sizeof file, form, name);
	return work_path(r->judge->options, lab, file);
}

char *run_program(const Run *r)
{
	return program_path(r, "%s");
}

char *run_line_table(const Run *r)
{
	return program_path(r, LINE_TABLE);
}

void run_alone(Run *r)
{
	r->alone = 1;
}

/* --- inputs ----------------------------------------------------------------------------------- */

static Value *input_add(Run *r, FrameType type, const char *name, size_t bytes)
{
	Value *value = NULL;

	if (strlen(name) > 0 && strlen(name) <= FRAME_NAME_MAX && bytes <= FRAME_PAYLOAD_MAX &&
	    !values_find(r->inputs, name))
		value = values_add(&r->inputs, type, name, bytes);
	if (!value)
		judge_leave(r->judge, VERDICT_ERROR, "the input %s cannot be made", name);
	return value;
}

static void input_copy(Run *r, FrameType type, const char *name, const void *from, size_t bytes)
{
	Value *value = input_add(r, type, name, bytes);

	if (bytes > 0)
		memcpy(value->payload, from, bytes);
}

void run_int(Run *r, const char *name, int64_t value)
{
	input_copy(r, FRAME_INT, name, &value, sizeof value);
}

void run_fail(Run *r, const char *kind, int64_t at, int64_t times)
{
	const int64_t which[2] = {at, times};
	char name[FRAME_NAME_MAX + 1];

	r->orders.failing = (Failing){kind, at, times};
	snprintf(name, sizeof name, FRAME_FAIL_PREFIX "%s", kind);
	input_copy(r, FRAME_INTS, name, which, sizeof which);
}

void run_slow(Run *r, int gpu, int thousandths)
{
	if (gpu >= 0 && gpu < ORDERS_GPUS && thousandths >= 1000)
		r->orders.slow[gpu] = thousandths;
	else
		judge_leave(r->judge, VERDICT_ERROR, "run_slow(%d, %d): no such GPU, or not slower",
			    gpu, thousandths);
}

double run_slowness(const Run *r, int gpu)
{
	bool slow = r->answers.linked && gpu >= 0 && gpu < ORDERS_GPUS && r->orders.slow[gpu] > 0;

	return slow ? r->orders.slow[gpu] / 1000.0 : 1;
}

void run_real(Run *r, const char *name, double value)
{
	input_copy(r, FRAME_REAL, name, &value, sizeof value);
}

void run_text(Run *r, const char *name, const char *value)
{
	if (!value)
		input_add(r, FRAME_TEXT, name, 0)->nothing = 1;
	else
		input_copy(r, FRAME_TEXT, name, value, strlen(value));
}

void run_ints(Run *r, const char *name, const int64_t *values, int64_t count)
{
	input_copy(r, FRAME_INTS, name, values, (size_t)count * sizeof *values);
}

void run_floats(Run *r, const char *name, const float *values, int64_t count)
{
	input_copy(r, FRAME_FLOATS, name, values, (size_t)count * sizeof *values);
}

void run_give(Run *r, const char *name, int times)
{
	Value *value = values_find(r->inputs, name);

	if (value && (value->type == FRAME_FLOATS || value->type == FRAME_INTS))
		value->given = times;
	else
		judge_leave(r->judge, VERDICT_ERROR, "run_give: no list is called %s", name);
}

void run_tensor(Run *r, const char *name, Shape shape, const float *values, Device device)
{
	FrameTensor head = {
		.rank = shape.rank,
		.dtype = DTYPE_FLOAT32,
		.device_kind = (int32_t)device.kind,
		.device_index = device.index,
	};

	for (int i = 0; i < shape.rank && i < TENSOR_MAX_RANK; i++)
		head.dim[i] = shape.dim[i];

	int64_t count = frame_tensor_count(&head);

	if (count < 0 || count > (int64_t)(FRAME_PAYLOAD_MAX / sizeof(float)))
		judge_leave(r->judge, VERDICT_ERROR, "the input %s has an impossible shape", name);

	size_t bytes = (size_t)count * sizeof *values;
	Value *value = input_add(r, FRAME_TENSOR, name, sizeof head + bytes);

	value->given = device.kind == DEVICE_GPU;

	memcpy(value->payload, &head, sizeof head);
	if (bytes > 0)
		memcpy(value->payload + sizeof head, values, bytes);
}

/* --- results ---------------------------------------------------------------------------------- */

static const char *const type_names[FRAME_TYPES] = {
	[FRAME_INT] = "a whole number", [FRAME_REAL] = "a number",  [FRAME_TEXT] = "a text",
	[FRAME_INTS] = "whole numbers", [FRAME_FLOATS] = "numbers", [FRAME_TENSOR] = "a tensor",
};

/* Whether the name, or a beginning of it with a "*", is among those that may come later. */
static bool is_later(const Run *r, const char *name)
{
	size_t length = 0;

	if (strcmp(name, "left.host") == 0 ||
	    strcmp(name, "held.after") == 0) /* told when all is given back */
		return true;
	for (const char *word = r->later; word && *word; word += length) {
		word += strspn(word, " ");
		length = strcspn(word, " ");
		if (length > 0 && word[length - 1] == '*'
			    ? strncmp(word, name, length - 1) == 0
			    : strlen(name) == length && memcmp(word, name, length) == 0)
			return true;
	}
	return false;
}

/* The drives always send what the judges ask for; when they do not, the process was tampered with,
 * or the kit itself is wrong, which its own tests find. */
static const Value *result_find(Run *r, FrameType type, const char *name)
{
	if (!r->gone)
		judge_leave(r->judge, VERDICT_ERROR, "the result %s is asked for before run_go",
			    name);

	const Value *value = values_find(r->answers.results, name);

	if (!value)
		judge_fail_for(r->judge, "damaged-results",
			       "the program's results are damaged: %s is missing", name);
	else if (value->type != type)
		judge_fail_for(r->judge, "damaged-results",
			       "the program's results are damaged: %s is %s, not %s", name,
			       type_names[value->type], type_names[type]);
	else if ((value->late || value->window > r->window + 1) && !is_later(r, name))
		judge_fail_for(r->judge, "damaged-results",
			       "the program's results are damaged: %s came after the call", name);
	return value;
}

int64_t run_get_int(Run *r, const char *name)
{
	int64_t number;

	memcpy(&number, result_find(r, FRAME_INT, name)->payload, sizeof number);
	return number;
}

double run_get_real(Run *r, const char *name)
{
	double number;

	memcpy(&number, result_find(r, FRAME_REAL, name)->payload, sizeof number);
	return number;
}

const char *run_get_text(Run *r, const char *name)
{
	const Value *value = result_find(r, FRAME_TEXT, name);

	return value->nothing ? NULL : (const char *)value->payload;
}

static const void *array_get(Run *r, FrameType type, const char *name, size_t size, int64_t *count)
{
	const Value *value = result_find(r, type, name);

	if (count)
		*count = (int64_t)(value->bytes / size);
	return value->nothing ? NULL : value->payload;
}

const int64_t *run_get_ints(Run *r, const char *name, int64_t *count)
{
	return array_get(r, FRAME_INTS, name, sizeof(int64_t), count);
}

const float *run_get_floats(Run *r, const char *name, int64_t *count)
{
	return array_get(r, FRAME_FLOATS, name, sizeof(float), count);
}

const float *run_get_floats_on(Run *r, const char *name, int64_t gpu, int64_t *count)
{
	const Value *value = result_find(r, FRAME_FLOATS, name);

	if (r->answers.linked && value->bytes > 0 && gpu >= 0 && value->gpu != gpu)
		judge_fail_for(r->judge, "damaged-results",
			       "the program's results are damaged: %s is not what GPU %d holds",
			       name, (int)gpu);
	return run_get_floats(r, name, count);
}

const int64_t *run_want_ints(Run *r, const char *name, int64_t count)
{
	int64_t came;
	const int64_t *numbers = run_get_ints(r, name, &came);

	if (!numbers || came != count)
		judge_fail_for(r->judge, "damaged-results", "the results are not complete");
	return numbers;
}

int64_t results_behind(const Judge *j, const void *at)
{
	uintptr_t from = (uintptr_t)at;

	for (const Run *r = j->runs; r; r = r->next) {
		for (const Value *v = r->answers.results; v; v = v->next) {
			uintptr_t begin = (uintptr_t)v->payload, end = begin + v->bytes;

			if (from >= begin && from <= end)
				return (int64_t)(end - from);
		}
	}
	return -1;
}

const RunTensor *run_get_tensor(Run *r, const char *name)
{
	const Value *value = result_find(r, FRAME_TENSOR, name);
	FrameTensor head;

	if (value->nothing)
		return NULL;
	memcpy(&head, value->payload, sizeof head);

	RunTensor *tensor = judge_memory(r->judge, sizeof *tensor);
	const void *elements = value->bytes > sizeof head ? value->payload + sizeof head : NULL;

	tensor->shape.rank = head.rank;
	memcpy(tensor->shape.dim, head.dim, sizeof tensor->shape.dim);
	tensor->dtype = (Dtype)head.dtype;
	tensor->device = (Device){(DeviceKind)head.device_kind, head.device_index};
	tensor->count = frame_tensor_count(&head);
	tensor->values = tensor->dtype == DTYPE_FLOAT32 ? elements : NULL;
	tensor->int_values = tensor->dtype == DTYPE_INT32 ? elements : NULL;
	return tensor;
}

/* What was counted from the window's begin on. */
static void count_from(const SimcudaCounters *go, SimcudaCounters *counts)
{
#define LESS(field) counts->field -= go->field
	LESS(copies_h2d), LESS(copies_d2h), LESS(copies_d2d), LESS(copies_p2p);
	LESS(bytes_h2d), LESS(bytes_d2h), LESS(bytes_d2d), LESS(bytes_p2p);
	LESS(pinned_bytes), LESS(linked_h2d), LESS(linked_d2h), LESS(linked_p2p);
	LESS(memsets), LESS(launches), LESS(flops), LESS(synchronizes), LESS(allocations);
	LESS(from_pool), LESS(frees), LESS(api_calls), LESS(asked_pointers), LESS(asked_times),
		LESS(host_ns);
#undef LESS
}

const SimcudaCounters *run_counts_of(Run *r, int number)
{
	const FrameWindow *window = &r->answers.window[number];
	SimcudaCounters *counts = judge_memory(r->judge, sizeof *counts);

	if (!r->gone)
		judge_leave(r->judge, VERDICT_ERROR, "run_counts before run_go");
	if (r->answers.ended <= number || !window->counted)
		judge_fail_for(r->judge, "damaged-results",
			       "the program's results are damaged: nothing was counted");
	*counts = window->end;
	count_from(&window->go, counts);
	return counts;
}

const SimcudaMark *run_marks(Run *r, int *count)
{
	const Answers *answers = &r->answers;
	const SimcudaCounters *go = &answers->window[r->window].go;

	*count = 0;
	run_counts_of(r, r->window); /* there is such a window */
	if (!answers->linked)
		return NULL;
	judge_that_for(r->judge, answers->marks[r->window].lost == 0, "damaged-results",
		       "the functions that the exercise is given were called too often");
	*count = answers->marks[r->window].count;
	SimcudaMark *marks = judge_memory(r->judge, ((size_t)*count + 1) * sizeof *marks);
	for (int i = 0; i < *count; i++) {
		marks[i] = answers->marks[r->window].mark[i];
		count_from(go, &marks[i].counters);
	}
	return marks;
}

const SimcudaCounters *run_counts(Run *r)
{
	return run_counts_of(r, r->window);
}

double run_us(Run *r)
{
	return (double)run_counts(r)->host_ns / 1e3;
}

bool run_is_linked(const Run *r)
{
	return r->answers.linked;
}

bool run_working(Run *r, int window, int gpu)
{
	return run_counts_of(r, window)->working >> gpu & 1;
}

/* Mapped alone are a thread's stack and a buffer that nobody has filled; resident alone is a static one that
 * somebody has. */
int64_t run_held(Run *r)
{
	const Value *before = result_find(r, FRAME_INTS, "held.before");
	const Value *after = result_find(r, FRAME_INTS, "held.after");
	int64_t from[2], to[2];

	judge_that_for(r->judge, before->seen && after->seen, "damaged-results",
		       "the program's results are damaged");
	if (before->nothing || after->nothing || options_have_flag(r->judge->options, "-fsanitize"))
		return 0; /* sanitizers keep what was given back */
	memcpy(from, before->payload, sizeof from);
	memcpy(to, after->payload, sizeof to);
	int64_t mapped = to[0] - from[0], resident = to[1] - from[1];
	return mapped < resident ? mapped : resident;
}

int run_finding_line(Run *r, const char *kind)
{
	unsigned bit = finding_bit(kind);
	int i = 0;

	if (!r->gone || (r->allowed & bit) == 0)
		judge_leave(r->judge, VERDICT_ERROR,
			    "run_finding_line: %s was not allowed before run_go", kind);
	while (bit >> i != 1)
		i++;
	return r->finding_lines[i];
}

const RunOp *run_ops(Run *r, int *count)
{
	if (!r->gone || !r->watched)
		judge_leave(r->judge, VERDICT_ERROR, "run_ops without run_watch and run_go");
	if (!r->timeline.read)
		judge_fail_for(r->judge, "damaged-results",
			       "the program's results are damaged: it has no timeline");
	*count = r->timeline.count;
	return r->timeline.ops;
}
