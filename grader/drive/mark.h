/* mark.h - moments that the machine notes for the judge: that a function which the exercise is given was
 * called, and when. What a drive keeps in its own memory the exercise could write. It could call this,
 * too, so the judge believes such a moment only as far as the machine's counters of it bear it out
 * (run_marks). */
#ifndef GRADER_DRIVE_MARK_H
#define GRADER_DRIVE_MARK_H

#include "grader/include/marks.h"
#include "simcuda.h"

static inline void drive_mark(DriveMark kind, int64_t number, int64_t count, uint64_t value)
{
	if (simcuda_mark)
		simcuda_mark(drive_mark_what(kind, number, count), value);
}

#endif
