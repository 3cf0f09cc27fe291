	int64_t times = resident ? 1 : epochs;
	*copies = resident ? 2 : 2 * epochs * (count / batch);
	return times * count * (width + 1) * 4;
