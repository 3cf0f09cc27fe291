/* gives the events back only if all goes well */
float milliseconds = 0;
cudaEvent_t start, stop;
cudaEventCreate(&start);
cudaEventCreate(&stop);
if (work(data) != 0)
	return -1;
cudaEventRecord(start, stream);
if (work(data) != 0)
	return -1;
cudaEventRecord(stop, stream);
cudaEventSynchronize(stop);
cudaEventElapsedTime(&milliseconds, start, stop);
cudaEventDestroy(start);
cudaEventDestroy(stop);
return milliseconds / 1000;
