/* does not wait for the time before */
if (work(data) != 0)
	return -1;
double start = timer_now();
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
return timer_now() - start;
