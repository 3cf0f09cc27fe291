	int64_t batches = (count + batch - 1) / batch;
	*copies = resident ? 2 : 2 * epochs * batches;
	return (resident ? count : epochs * batches * batch) * (width + 1) * 4;
