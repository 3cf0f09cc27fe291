/* judge.h - what the files that judge lab 3 share. */
#ifndef GRADER_LABS_LAB3_JUDGE_H
#define GRADER_LABS_LAB3_JUDGE_H

#include <stdbool.h>

#include "grader/include/judge.h"
#include "grader/labs/common/left.h"

enum { CPU = -1 }; /* a device as a number: -1, or a GPU's */

/* So many numbers do not fit a GPU that the drive has filled, and show in the memory of the host.
 */
#define LARGE 600000

static inline Device device_of(int number)
{
	return number < 0 ? (Device){DEVICE_CPU, 0} : (Device){DEVICE_GPU, number};
}

static inline const char *say_device(Judge *j, int number)
{
	return number < 0 ? "cpu" : judge_text(j, "gpu:%d", number);
}

static inline int64_t shape_count(Shape shape)
{
	int64_t count = 1;
	for (int i = 0; i < shape.rank; i++)
		count *= shape.dim[i];
	return count;
}

/* Numbers of which no two neighbours are alike, so that a shift by one shows. */
static inline float *draw_values(Judge *j, int64_t count)
{
	return judge_uniform(j, count, -1000, 1000);
}

/* So many numbers are more than a process can address. */
#define BEYOND ((int64_t)1 << 46)

/* Of a tensor of the caller's that is left: it was returned itself, or retained once too often. */
static inline void run_told_of_inputs(Run *r)
{
	run_given(r, "1 allocation of ",
		  "; it is the caller's tensor: was it returned itself, or retained once too "
		  "often?",
		  "input-kept");
}

/* At most `most` copies, and none by way of the host between two GPUs. */
static inline void judge_copies(Judge *j, Run *r, const char *at, int from, int to, double most)
{
	Traffic went = run_traffic(r);
	judge_not_carried(j, &went, "a copy");
	if (from >= 0 && to >= 0)
		judge_that_for(
			j, went.d2h.copies == 0 && went.h2d.copies == 0, "bounced",
			"bounced through the host: %d %s to the host and %d back, wanted %d copy "
			"between the GPUs",
			(int)went.d2h.copies, went.d2h.copies == 1 ? "copy" : "copies",
			(int)went.h2d.copies, (int)most);
	judge_because(j, "too-many-copies");
	judge_at_most(j, judge_text(j, "%s: copies", at), went.all.copies, most);
}

/* What one copy between two GPUs takes when peer access is on where it is possible. */
static inline double between_us(Run *r, double bytes)
{
	bool possible = run_figure(r, "peer_possible") > 0;
	return run_copy_us(r, possible ? "peer" : "peer_through_host", bytes);
}

/* A way that went well in `like`, with as many numbers: no size tells. */
typedef struct Way {
	int from, to;
	Run *like;
} Way;

/* The tensor that a call gave: its device, shape and numbers. */
void judge_same(Judge *j, const char *what, const RunTensor *got, const float *wanted, Shape shape,
		int device);

/* The exercise has not given the tensor of that name back. */
void judge_input_there(Judge *j, Run *r, const char *at, const char *name);

void judge_3_1(Judge *j);
void judge_3_2(Judge *j);
void judge_3_3(Judge *j);
void judge_3_4(Judge *j);
void judge_3_5(Judge *j);
void judge_3_6(Judge *j);
void judge_3_7(Judge *j);
void judge_3_8(Judge *j);
void judge_3_9(Judge *j);

#endif
