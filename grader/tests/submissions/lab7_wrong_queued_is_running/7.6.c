/* from the moment of queueing on a product counts as running */
if (a.queued < b.end && b.queued < a.end)
	return AT_THE_SAME_TIME;
return PROGRAM_WAITED;
