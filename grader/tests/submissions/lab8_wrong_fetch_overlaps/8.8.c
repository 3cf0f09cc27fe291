	double slower = queue_us > compute_us ? queue_us : compute_us;
	double every = (double)steps * (slower + fetch_us);
	double once = (double)steps * slower + fetch_us;
	return every / once;
