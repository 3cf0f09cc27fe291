/* takes the mean of the first time and the second */
double start = timer_now();
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
return (timer_now() - start) / 2;
