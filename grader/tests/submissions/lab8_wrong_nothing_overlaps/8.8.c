	double every = (double)steps * (queue_us + compute_us + fetch_us);
	double once = (double)steps * (queue_us + compute_us) + fetch_us;
	return every / once;
