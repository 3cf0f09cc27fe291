/* overlap by the later start and the earlier end */
double begin = a.start > b.start ? a.start : b.start;
double end = a.end < b.end ? a.end : b.end;
if (begin < end)
	return AT_THE_SAME_TIME;
double queued = a.start > b.start ? a.queued : b.queued;
return queued < end ? SAME_QUEUE : PROGRAM_WAITED;
