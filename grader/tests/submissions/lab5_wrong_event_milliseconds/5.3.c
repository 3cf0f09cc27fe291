/* milliseconds, as cudaEventElapsedTime gives them */
float milliseconds = 0;
cudaEvent_t start, stop;
if (work(data) != 0)
	return -1;
cudaEventCreate(&start);
cudaEventCreate(&stop);
cudaEventRecord(start, stream);
int status = work(data);
cudaEventRecord(stop, stream);
cudaEventSynchronize(stop);
cudaEventElapsedTime(&milliseconds, start, stop);
cudaEventDestroy(start);
cudaEventDestroy(stop);
return status == 0 ? milliseconds : -1;
