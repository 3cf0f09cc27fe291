/* never waits */
if (work(data) != 0)
	return -1;
double start = timer_now();
if (work(data) != 0)
	return -1;
return timer_now() - start;
