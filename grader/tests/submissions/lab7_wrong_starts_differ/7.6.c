/* two that start together have neither begun first nor second */
if ((a.start < b.start && b.start < a.end) || (b.start < a.start && a.start < b.end))
	return AT_THE_SAME_TIME;
if (a.start < b.start)
	return b.queued >= a.end ? PROGRAM_WAITED : SAME_QUEUE;
return a.queued >= b.end ? PROGRAM_WAITED : SAME_QUEUE;
