/* one that is queued when the other ends is taken for one that was queued before */
Times first = a.start <= b.start ? a : b, second = a.start <= b.start ? b : a;
if (second.start < first.end)
	return AT_THE_SAME_TIME;
return second.queued > first.end ? PROGRAM_WAITED : SAME_QUEUE;
