/* run_results.c - what came back from a run: values by name, which have to be there and of their type. */
#include <stdbool.h>
#include <string.h>

#include "grader/judge/judge_state.h"

static const char *const type_names[FRAME_TYPES] = {
	[FRAME_INT] = "a whole number", [FRAME_REAL] = "a number",  [FRAME_TEXT] = "a text",
	[FRAME_INTS] = "whole numbers", [FRAME_FLOATS] = "numbers", [FRAME_TENSOR] = "a tensor",
};

/* Whether the name, or a beginning of it with a "*", is among these. */
static bool is_among(const char *names, const char *name)
{
	size_t length = 0;

	for (const char *word = names; word && *word; word += length) {
		word += strspn(word, " ");
		length = strcspn(word, " ");
		if (length > 0 && word[length - 1] == '*'
			    ? strncmp(word, name, length - 1) == 0
			    : strlen(name) == length && memcmp(word, name, length) == 0)
			return true;
	}
	return false;
}

/* Those of a later part are told behind it, but not behind the thaw. */
static bool is_in_time(const Run *r, const Value *value, const char *name)
{
	if (strcmp(name, "left.host") == 0 ||
	    strcmp(name, "held.after") == 0) /* told when all is given back */
		return true;
	if (value->late)
		return is_among(r->later, name);
	return value->window <= r->window + 1 || is_among(r->later, name) ||
	       is_among(r->behind, name);
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
	else if (!is_in_time(r, value, name))
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
	judge_that_for(r->judge, !r->answers.linked || value->bytes == 0 || !value->moved,
		       "damaged-results",
		       "the program's results are damaged: %s is not what lies where it was given",
		       name);
	return run_get_floats(r, name, count);
}

const float *run_get_floats_given(Run *r, const char *name, int64_t gpu, int64_t *count)
{
	const Value *value = result_find(r, FRAME_FLOATS, name);

	if (r->answers.linked && value->bytes > 0 && value->elsewhere)
		judge_fail_for(
			r->judge, "damaged-results",
			"the program's results are damaged: %s is not what lies where it was given",
			name);
	return run_get_floats_on(r, name, gpu, count);
}

bool run_begins_memory(Run *r, const char *name)
{
	const Value *value = result_find(r, FRAME_FLOATS, name);

	return !r->answers.linked || value->gpu < 0 || value->bytes == 0 || value->whole;
}

uint64_t run_place(Run *r, const char *name)
{
	const Value *value = result_find(r, FRAME_FLOATS, name);

	return r->answers.linked && value->gpu >= 0 ? value->address : 0;
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
	/* the judge gives floats alone: a drive that wants whole numbers makes a tensor of them */
	judge_that_for(r->judge,
		       !r->answers.linked || value->bytes <= sizeof head || !value->moved ||
			       head.dtype != (int32_t)DTYPE_FLOAT32,
		       "damaged-results",
		       "the program's results are damaged: %s is not what lies where it was given",
		       name);

	RunTensor *tensor = judge_memory(r->judge, sizeof *tensor);
	const void *elements = value->bytes > sizeof head ? value->payload + sizeof head : NULL;

	tensor->shape.rank = head.rank;
	memcpy(tensor->shape.dim, head.dim, sizeof tensor->shape.dim);
	tensor->dtype = (Dtype)head.dtype;
	tensor->device = (Device){(DeviceKind)head.device_kind, head.device_index};
	tensor->count = frame_tensor_count(&head);
	tensor->address = r->answers.linked ? value->address : 0;
	tensor->values = tensor->dtype == DTYPE_FLOAT32 ? elements : NULL;
	tensor->int_values = tensor->dtype == DTYPE_INT32 ? elements : NULL;
	return tensor;
}

/* What the judge has seen that a program has, at "held.before" and at "held.after". */
typedef struct Looks {
	int64_t from[HELD_PARTS], to[HELD_PARTS];
} Looks;

static bool looks_take(const Run *r, Looks *looks)
{
	const Value *before = values_find(r->answers.results, "held.before"),
		    *after = values_find(r->answers.results, "held.after");

	if (!before || !after || before->nothing || after->nothing ||
	    before->bytes != sizeof looks->from || after->bytes != sizeof looks->to)
		return false;
	memcpy(looks->from, before->payload, sizeof looks->from);
	memcpy(looks->to, after->payload, sizeof looks->to);
	return true;
}

/* How much more of each part the program has at "held.after" than at "held.before"; false: that cannot be told. */
static bool held_difference(Run *r, int64_t more[HELD_PARTS])
{
	const Value *before = result_find(r, FRAME_INTS, "held.before");
	const Value *after = result_find(r, FRAME_INTS, "held.after");
	Looks now, first;

	const bool in_time = before->begun == 0 && after->window == r->answers.ended;

	judge_that_for(r->judge, before->seen && after->seen && in_time, "damaged-results",
		       "the program's results are damaged");
	/* its first thread has ended, in this call or since the one before */
	judge_that_for(r->judge,
		       looks_take(r, &now) ||
			       (before->nothing && !(r->before && looks_take(r->before, &first))),
		       "damaged-results", "the program's results are damaged");
	if (before->nothing)
		return false;
	for (int i = 0; i < HELD_PARTS; i++)
		more[i] = now.to[i] - now.from[i];
	for (int i = HELD_FILES; i < HELD_PARTS; i++)
		if (now.from[i] < 0 || now.to[i] < 0)
			more[i] = 0;
	more[HELD_PEAK] = now.to[HELD_PEAK] < 0 ? 0 : now.to[HELD_PEAK] - now.from[HELD_ALL];
	judge_that_for(r->judge, now.from[HELD_PROCESSES] + now.to[HELD_PROCESSES] == 0,
		       "process-left",
		       "a process that the program has started is still there when all has been "
		       "given back: "
		       "wanted it to have ended, as nobody sees what it holds%s",
		       say_about(r->judge, r));
	return true;
}

static int64_t less_of(int64_t one, int64_t other)
{
	return one < other ? one : other;
}

static int64_t more_of(int64_t one, int64_t other)
{
	return one > other ? one : other;
}

/* Mapped alone are a thread's stack and a buffer that nobody has filled; resident alone is a static one that
 * somebody has, and files that others have mapped, too. */
int64_t run_held(Run *r)
{
	int64_t more[HELD_PARTS];

	if (!held_difference(r, more) || options_have_flag(r->judge->options, "-fsanitize"))
		return 0; /* sanitizers keep what was given back */
	const int64_t fixed = less_of(more[HELD_FIXED], more[HELD_FIXED_RESIDENT]),
		      shared = less_of(more[HELD_FILED], more[HELD_FILED_RESIDENT]);

	return more[HELD_KEPT] + more_of(fixed, 0) + more_of(shared, 0);
}

bool run_is_guarded(const Run *r)
{
	return r->answers.linked && !options_have_flag(r->judge->options, "-fsanitize");
}

/* What it has got since the first look at the first call. */
static int64_t part_between(const Run *r, int part)
{
	Looks first, now;

	if (!r->before || !looks_take(r->before, &first) || !looks_take(r, &now) ||
	    first.from[part] < 0)
		return 0;
	return more_of(now.from[part] - first.from[part], 0);
}

/* A file that is closed while the call leaves another one open may have been opened between two calls. */
static int64_t part_grown(Run *r, int part)
{
	int64_t more[HELD_PARTS];

	return held_difference(r, more) ? more[part] + part_between(r, part) : 0;
}

int64_t run_open_files(Run *r)
{
	return part_grown(r, HELD_FILES);
}

int64_t run_new_names(Run *r)
{
	return part_grown(r, HELD_NAMES);
}

int64_t run_resident(Run *r)
{
	int64_t more[HELD_PARTS];

	if (!held_difference(r, more) || options_have_flag(r->judge->options, "-fsanitize"))
		return 0;      /* they have memory of their own for each that is used */
	if (!run_is_linked(r)) /* the GPUs' memory is the program's where they are in it */
		return more[HELD_RESIDENT];
	/* what the machine's memory has got without being mapped is in no sum of pages */
	const int64_t unmapped = more[HELD_LINE] - more_of(more[HELD_FILED_RESIDENT], 0);

	return more_of(more[HELD_PEAK], more[HELD_RESIDENT]) + part_between(r, HELD_RESIDENT) +
	       more_of(unmapped, 0);
}

bool run_is_watched(Run *r)
{
	Looks looks;

	return !looks_take(r, &looks) ||
	       (looks.from[HELD_TOUCHED] == 0 && looks.to[HELD_TOUCHED] >= 0);
}

static bool is_touched(Run *r, FileTouch how)
{
	int64_t more[HELD_PARTS];

	return held_difference(r, more) && (more[HELD_TOUCHED] & how) != 0;
}

bool run_file_touched(Run *r)
{
	return is_touched(r, FILE_TOUCHED);
}

bool run_file_other(Run *r)
{
	return is_touched(r, FILE_OTHER);
}

bool run_file_lost(Run *r)
{
	return is_touched(r, FILE_LOST);
}

const void *run_file(Run *r, const char *name, int64_t *bytes)
{
	const Value *file = result_find(r, FRAME_FLOATS, name);

	judge_that_for(r->judge, file->seen && file->window == r->answers.ended, "damaged-results",
		       "the program's results are damaged");
	*bytes = file->nothing ? -1 : (int64_t)file->bytes;
	return file->payload;
}
