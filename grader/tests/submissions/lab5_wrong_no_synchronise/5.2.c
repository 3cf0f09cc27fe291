/* times how long queueing takes */
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
double start = timer_now();
if (work(data) != 0)
	return -1;
double seconds = timer_now() - start;
cudaDeviceSynchronize();
return seconds;
