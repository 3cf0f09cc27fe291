/* the mean of four, and a poll of the last event */
cudaEvent_t start, stop;
float ms = 0;
int status = work(data);
cudaEventCreate(&start);
cudaEventCreate(&stop);
cudaEventRecord(start, stream);
for (int i = 0; i < 4 && status == 0; i++)
	status = work(data);
cudaEventRecord(stop, stream);
while (cudaEventQuery(stop) == cudaErrorNotReady)
	;
cudaGetLastError();
cudaEventElapsedTime(&ms, start, stop);
cudaEventDestroy(stop);
cudaEventDestroy(start);
return status == 0 ? ms / 4e3 : -1;
