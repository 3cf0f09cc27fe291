/* nobody destroys the event */
size_t bytes = (size_t)steps * sizeof(float);
Log log = {NULL, NULL, NULL};
int result = -1;
if (cudaMalloc((void **)&log.gpu, bytes) == cudaSuccess &&
    cudaMallocHost((void **)&log.host, bytes) == cudaSuccess &&
    cudaEventCreate(&log.copied) == cudaSuccess)
	result = blocks_run(&log, step, show, data, steps, block);
cudaFreeHost(log.host);
cudaFree(log.gpu);
cudaGetLastError();
return result;
