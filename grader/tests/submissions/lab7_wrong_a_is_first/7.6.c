if (b.start < a.end)
	return AT_THE_SAME_TIME;
return b.queued >= a.end ? PROGRAM_WAITED : SAME_QUEUE;
