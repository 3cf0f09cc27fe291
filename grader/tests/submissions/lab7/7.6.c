/* lab7_right_by_events: pass */
/* overlap by the later start and the earlier end */
double begin = a.start > b.start ? a.start : b.start;
double end = a.end < b.end ? a.end : b.end;
if (begin < end)
	return AT_THE_SAME_TIME;
double queued = a.start > b.start ? a.queued : b.queued;
return queued < end ? SAME_QUEUE : PROGRAM_WAITED;

/* lab7_wrong_a_is_first: fail got AT_THE_SAME_TIME */
if (b.start < a.end)
	return AT_THE_SAME_TIME;
return b.queued >= a.end ? PROGRAM_WAITED : SAME_QUEUE;

/* lab7_wrong_every_gap_is_a_wait: fail wanted SAME_QUEUE, got PROGRAM_WAITED */
return a.start < b.end && b.start < a.end ? AT_THE_SAME_TIME : PROGRAM_WAITED;

/* lab7_wrong_queued_at_the_end: fail wanted PROGRAM_WAITED, got SAME_QUEUE */
/* one that is queued when the other ends is taken for one that was queued before */
Times first = a.start <= b.start ? a : b, second = a.start <= b.start ? b : a;
if (second.start < first.end)
	return AT_THE_SAME_TIME;
return second.queued > first.end ? PROGRAM_WAITED : SAME_QUEUE;

/* lab7_wrong_queued_is_running: fail wanted SAME_QUEUE, got AT_THE_SAME_TIME */
/* from the moment of queueing on a product counts as running */
if (a.queued < b.end && b.queued < a.end)
	return AT_THE_SAME_TIME;
return PROGRAM_WAITED;

/* lab7_wrong_starts_differ: fail wanted AT_THE_SAME_TIME, got SAME_QUEUE */
/* two that start together have neither begun first nor second */
if ((a.start < b.start && b.start < a.end) || (b.start < a.start && a.start < b.end))
	return AT_THE_SAME_TIME;
if (a.start < b.start)
	return b.queued >= a.end ? PROGRAM_WAITED : SAME_QUEUE;
return a.queued >= b.end ? PROGRAM_WAITED : SAME_QUEUE;

/* lab7_wrong_touching_is_shared: fail got AT_THE_SAME_TIME */
/* one that begins when the other ends is taken for one that runs beside it */
Times first = a.start <= b.start ? a : b, second = a.start <= b.start ? b : a;
if (second.start <= first.end)
	return AT_THE_SAME_TIME;
return second.queued >= first.end ? PROGRAM_WAITED : SAME_QUEUE;
