/* the events are in another queue than the work */
float milliseconds = 0;
cudaEvent_t start, stop;
if (work(data) != 0)
	return -1;
cudaEventCreate(&start);
cudaEventCreate(&stop);
cudaEventRecord(start, 0);
int status = work(data);
cudaEventRecord(stop, 0);
cudaEventSynchronize(stop);
cudaEventElapsedTime(&milliseconds, start, stop);
(void)stream;
cudaEventDestroy(start);
cudaEventDestroy(stop);
return status == 0 ? milliseconds / 1000 : -1;
