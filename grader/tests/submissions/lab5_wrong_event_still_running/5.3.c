/* asks for the difference at once, and says so when there is none */
cudaEvent_t start = NULL, stop = NULL;
float ms;
if (work(data) != 0)
	return -1;
cudaEventCreate(&start);
cudaEventCreate(&stop);
cudaEventRecord(start, stream);
int result = work(data);
cudaEventRecord(stop, stream);
bool known = cudaEventElapsedTime(&ms, start, stop) == cudaSuccess;
cudaEventDestroy(start);
cudaEventDestroy(stop);
return result == 0 && known ? ms / 1000 : -1;
