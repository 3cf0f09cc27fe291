/* judge.h - what the judges of lab 8 share. */
#ifndef GRADER_LABS_LAB8_JUDGE_H
#define GRADER_LABS_LAB8_JUDGE_H

#include <stdbool.h>
#include <string.h>

#include "grader/include/judge.h"
#include "grader/labs/common/left.h"
#include "grader/labs/common/mlp.h"

enum { CPU = -1 }; /* a device as a number: -1, or a GPU's */

/* More than 32 bits count, and all that these keep of such a number is what it has besides. */
#define FAR_ROWS ((int64_t)1 << 32)

static inline Device device_of(int number)
{
	return number < 0 ? (Device){DEVICE_CPU, 0} : (Device){DEVICE_GPU, number};
}

static inline const char *say_device(Judge *j, int number)
{
	return number < 0 ? "cpu" : judge_text(j, "gpu:%d", number);
}

/* Why a function gave up that should not have, by what the framework said. */
static inline const char *refused_cause(Judge *j, Run *r)
{
	const char *reason = say_reason(j, r);
	return *reason == '\0'                      ? "failure-without-reason"
	       : strstr(reason, "gradient is NULL") ? "gradient-missing"
	       : strstr(reason, "int32")            ? "batch-type"
	       : strstr(reason, " is on ")          ? "call-refused-place"
						    : "call-refused";
}

/* Images that are where the model is, and its parameters: on a GPU the judge puts them there, and the program never has
 * them. */
static inline void run_placed(Run *r, const Digits *data, int device)
{
	run_digits(r, data);
	if (device < 0)
		return;
	run_give(r, "x", 1);
	run_give(r, "classes", 1);
}

static inline void run_net(Run *r, Judge *j, const Mlp *mlp, int device)
{
	run_mlp(r, j, mlp, device);
	if (device >= 0)
		run_give(r, "parameters", 1);
}

/* The images as run_digits() sends them; a crash outside of one of their arrays names it. */
static inline void run_images(Run *r, Judge *j, const Digits *data)
{
	run_digits(r, data);
	run_block(r, data->count * data->width * 4,
		  judge_text(j, "data->x, %lld rows of %lld numbers", (long long)data->count,
			     (long long)data->width));
	run_block(r, data->count * 4,
		  judge_text(j, "data->classes, %lld of them", (long long)data->count));
}

/* Each step's loss is one number, which the step took on the GPU. */
static inline void run_losses(Run *r, Judge *j, int64_t steps)
{
	const char *left = steps == 1 ? "1 allocation of 4 bytes"
				      : judge_text(j, "%lld allocations, %lld bytes in all,",
						   (long long)steps, 4 * (long long)steps);
	run_given_instead(r, left, left, ": what `step` returned is yours to give back",
			  "loss-kept");
}

/* --- the judges ------------------------------------------------------------------------------- */

/* Whether the host waited in code that the student was given: the step, or feed->send, whose calls stand at
 * the line where the student calls it, as the copies do. */
bool is_given(const RunOp *ops, int count, const RunOp *op);

/* How the host waited in a run of 8.7, which was watched. */
typedef struct Waits {
	int own;              /* in calls of the student's own */
	const RunOp *longest; /* of these */
	double own_us, given_us;
} Waits;

Waits waits_of(const RunOp *ops, int count);

/* An event of the feed: the drive makes `sent` and `used` of slot 0, then those of slot 1, and none behind them. */
typedef enum FeedEvent { SENT, USED } FeedEvent;

RunEvent event_of(Run *r, int64_t slot, FeedEvent which);

/* Fails a training that has not recorded `used` behind each slot's last step, in which nobody has waited for it. */
void judge_used_behind(Judge *j, Run *r, int steps, double step_flops);

/* Fails a training of so many steps that lets the GPU run dry in all of them, or all but one. */
void judge_no_pause(Judge *j, const RunOp *ops, int count, int steps, double step_flops);

/* Fails a training whose batches cannot have gone through two slots, each before its step; of the last one there may be
 * a part. */
void judge_slots(Judge *j, const RunOp *ops, int count, double batches, double batch_bytes);

/* Fails another number of calls of `step` than that of the batches, the last one of which has `rest` rows; 0:
 * as many as the others. */
void judge_times(Judge *j, const char *at, int64_t made, int64_t wanted, int64_t rest);

/* Fails a step that read a slot in which another batch was, as the drive noted ("reads"). */
void judge_reads(Judge *j, Run *r, const char *at, int64_t batch);

/* --- sending ahead: 8.6 and 8.7 */

/* Whether an operation is a copy from the host to a GPU; `data` is not looked at. */
int is_sent(const RunOp *op, const void *data);

/* When the last copy to the GPU began; 0: there was none. */
double last_sent(Run *r);

/* Times are sums, so two that are the same may differ by a rounding. */
#define SENT_ROUNDING 0.1

/* Whether the host has waited, or asked whether work is over more often than once in each of so many calls, in a run that was watched. A wait for what
 * is over is none. */
bool has_waited(Run *r, int calls);

/* Fails a send that put copies elsewhere than into feed->stream, or that has waited (for that cause) where no copies of
 * its slot are under way. */
void judge_aside(Judge *j, Run *r, int calls, const char *cause, const char *at);

/* Fails a run that sends from other memory than pinned. */
void judge_ways(Judge *j, Run *r, const char *at);

/* Fails where tensor "x", the images, is not what it was. */
void judge_kept(Judge *j, Run *r, const Digits *data, const char *at);

/* Fails who wrote to the images or the classes that are the caller's. */
void judge_images_kept(Judge *j, Run *r, const Digits *data, const char *at);

/* How many rows the batch that begins at row `first` has: 0 behind the end. */
int64_t rows_of(const Digits *data, int64_t first, int64_t batch);

void judge_8_2(Judge *j);
void judge_8_3(Judge *j);
void judge_8_4(Judge *j);
void judge_8_5(Judge *j);
void judge_8_6(Judge *j);
void judge_8_7(Judge *j);

#endif
