/* milliseconds */
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
double start = timer_now();
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
return 1000 * (timer_now() - start);
