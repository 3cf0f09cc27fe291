/* lab8_wrong_at_the_edges: fail *copies: wanted */
/* there is always a smaller batch at the end, if only of no rows */
int64_t times = resident ? 1 : epochs;
*copies = resident ? 2 : 2 * epochs * (count / batch + 1);
return times * count * (width + 1) * 4;

/* lab8_wrong_classes_forgotten: fail bytes_to_gpu( */
	int64_t times = resident ? 1 : epochs;
	*copies = resident ? 2 : 2 * epochs * ((count + batch - 1) / batch);
	return times * count * width * 4;

/* lab8_wrong_full_last_batch: fail bytes_to_gpu( */
	int64_t batches = (count + batch - 1) / batch;
	*copies = resident ? 2 : 2 * epochs * batches;
	return (resident ? count : epochs * batches * batch) * (width + 1) * 4;

/* lab8_wrong_rounds_batches_down: fail *copies: wanted */
	int64_t times = resident ? 1 : epochs;
	*copies = resident ? 2 : 2 * epochs * (count / batch);
	return times * count * (width + 1) * 4;

/* lab8_wrong_bytes_in_int: fail bytes_to_gpu( */
	int64_t times = resident ? 1 : epochs;
	*copies = resident ? 2 : 2 * epochs * ((count + batch - 1) / batch);
	return (int)(times * count * (width + 1) * 4);
