	int64_t times = resident ? 1 : epochs;
	*copies = resident ? 2 : 2 * epochs * ((count + batch - 1) / batch);
	return times * count * width * 4;
