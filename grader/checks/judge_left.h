/* judge_left.h - judges in what state an exercise left the CUDA runtime. Its drive calls left_put()
 * of drive_left.h. */
#ifndef JUDGE_LEFT_H
#define JUDGE_LEFT_H

#include <string.h>

#include "judge.h"

static inline void judge_no_error_left(Judge *j, Run *r)
{
	const char *error = run_get_text(r, "left.error");
	judge_that(j, error && strcmp(error, "cudaSuccess") == 0,
		   "an error was left behind: the next cudaGetLastError() would return %s",
		   error ? error : "nothing");
}

static inline void judge_device_kept(Judge *j, Run *r, int64_t before)
{
	int64_t after = run_get_int(r, "left.device");
	judge_that(j, after == before,
		   "the current device was not put back: it was %d before the call and is %d after",
		   (int)before, (int)after);
}

#endif
