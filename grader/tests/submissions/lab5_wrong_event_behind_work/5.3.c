/* both events are behind the work */
float milliseconds = 0;
cudaEvent_t start, stop;
if (work(data) != 0)
	return -1;
cudaEventCreate(&start);
cudaEventCreate(&stop);
int status = work(data);
cudaEventRecord(start, stream);
cudaEventRecord(stop, stream);
cudaEventSynchronize(stop);
cudaEventElapsedTime(&milliseconds, start, stop);
cudaEventDestroy(start);
cudaEventDestroy(stop);
return status == 0 ? milliseconds / 1000 : -1;
