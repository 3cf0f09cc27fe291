/* measures all times in one */
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
double start = timer_now();
for (int i = 0; i < repeats; i++)
	if (work(data) != 0)
		return -1;
cudaDeviceSynchronize();
return (timer_now() - start) / repeats;
