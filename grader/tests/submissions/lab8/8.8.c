/* lab8_wrong_fetch_overlaps: fail log_slowdown( */
	double slower = queue_us > compute_us ? queue_us : compute_us;
	double every = (double)steps * (slower + fetch_us);
	double once = (double)steps * slower + fetch_us;
	return every / once;

/* lab8_wrong_nothing_overlaps: fail log_slowdown( */
	double every = (double)steps * (queue_us + compute_us + fetch_us);
	double once = (double)steps * (queue_us + compute_us) + fetch_us;
	return every / once;
