/* measures the first time */
double start = timer_now();
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
double seconds = timer_now() - start;
return work(data) == 0 ? seconds : -1;
