/* clock() tells how long the processor has worked, and it need not work while it waits */
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
clock_t start = clock();
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
return (double)(clock() - start) / CLOCKS_PER_SEC;
