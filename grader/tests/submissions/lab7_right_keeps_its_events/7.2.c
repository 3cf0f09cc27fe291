/* an event of each GPU is made once, and used again in each call */
static cudaEvent_t done[64];
int before = 0, status = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	const int gpu = products[i].gpu;
	cudaSetDevice(gpu);
	if (!done[gpu])
		cudaEventCreateWithFlags(&done[gpu], cudaEventDisableTiming);
	if (queue_product(&products[i]) != 0)
		status = -1;
	cudaEventRecord(done[gpu], 0);
}
for (int i = 0; i < count; i++)
	if (cudaEventSynchronize(done[products[i].gpu]) != cudaSuccess)
		status = -1;
cudaSetDevice(before);
return status;
