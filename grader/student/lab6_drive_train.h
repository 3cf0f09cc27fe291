/* lab6_drive_train.h - a training whose losses somebody wants to see, for 6.5: its steps, and what its user is shown. */
#ifndef GRADER_STUDENT_LAB6_DRIVE_TRAIN_H
#define GRADER_STUDENT_LAB6_DRIVE_TRAIN_H

#include <stdbool.h>
#include <threads.h>

#include "grader/drive/caller.h"
#include "grader/drive/mark.h"
#include "grader/student/lab6_drive_work.h"

typedef struct Training {
	Load load;
	const float *numbers;     /* on the GPU, one a step: its loss is the square */
	int steps, queued, wrong; /* wrong: the first step that came out of order, or -1 */
	int fails;                /* the step that fails, or -1 */
	int64_t settle;           /* whether show waits for the whole GPU, where it may */
	thrd_t own;               /* that the exercise is called in */
	int64_t changed;          /* the first loss that changed meanwhile, or -1 */
	int64_t show_us;          /* how long the user looks */
	int64_t shows;            /* and for the first `room` of them: */
	int64_t room;
	int64_t *first, *count, *then; /* `then`: how many steps were queued */
	float *seen;                   /* one a step */
} Training;

static Training *training;

static inline int train_step(void *data, int step, float *loss)
{
	Training *t = training;
	ticket_see(data, "step");
	drive_mark(MARK_STEP, step, 0, 0);
	if (step != t->queued && t->wrong < 0)
		t->wrong = step;
	t->queued++;
	if (step < 0 || step >= t->steps || step == t->fails || load_queue(&t->load) != 0)
		return -1;
	const float one = 1, zero = 0, *number = t->numbers + step;
	return cublasSgemm(t->load.cublas, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, number, 1,
			   number, 1, &zero, loss, 1) == CUBLAS_STATUS_SUCCESS
		       ? 0
		       : -1;
}

/* Show may be called from a host function, where CUDA forbids its calls: the simulator knows, and
 * real GPUs' host functions run in a thread of the driver's. */
static inline bool may_call(const Training *t)
{
	return thrd_equal(thrd_current(), t->own) &&
	       !(simcuda_in_host_function && simcuda_in_host_function());
}

static inline void show_note(void *data, const float *losses, int first, int count)
{
	Training *t = training;
	bool known = losses && first >= 0 && count > 0 && count <= t->steps - first;
	size_t bytes = known ? (size_t)count * sizeof *losses : 0;
	ticket_see(data, "show");
	drive_mark(MARK_SHOW, first, count, drive_mark_digest(losses, bytes));
	if (t->shows < t->room) {
		t->first[t->shows] = first;
		t->count[t->shows] = count;
		t->then[t->shows] = t->queued;
	}
	t->shows++;
	if (known)
		memcpy(t->seen + first, losses, bytes);
	host_busy(t->show_us);
	bool settles = t->settle && may_call(t);
	if (settles)
		cudaDeviceSynchronize();
	for (int i = 0; known && settles && i < count && t->changed < 0; i++)
		if (losses[i] != t->seen[first + i])
			t->changed = first + i;
	drive_mark(MARK_SHOWN, first, count, drive_mark_digest(losses, bytes));
}

static inline Training training_make(Drive *d)
{
	int64_t steps = drive_count(d, "numbers");
	size_t room = (size_t)steps + 1;
	Training t = {.load = load_make((int)drive_int(d, "size")),
		      .numbers = gpu_given(d, "numbers"),
		      .steps = (int)steps,
		      .wrong = -1,
		      .fails = (int)drive_int(d, "fails"),
		      .settle = drive_int(d, "settle"),
		      .own = thrd_current(),
		      .changed = -1,
		      .show_us = drive_int(d, "show_us"),
		      .room = (int64_t)room,
		      .first = allocate(room * sizeof *t.first),
		      .count = allocate(room * sizeof *t.count),
		      .then = allocate(room * sizeof *t.then),
		      .seen = allocate(room * sizeof *t.seen)};
	cudaDeviceSynchronize();
	return t;
}

static inline void training_free(Training *t)
{
	finish_all();
	load_free(&t->load);
	cudaFree((void *)t->numbers);
	free(t->first);
	free(t->count);
	free(t->then);
	free(t->seen);
}

#endif
