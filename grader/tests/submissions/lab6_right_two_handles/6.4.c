/* events on the GPU measure, and the mean of three calls counts */
Way *ways[2] = {slow, fast};
float ms[2];
cudaEvent_t start, stop;
int result = 0;
cudaEventCreate(&start);
cudaEventCreate(&stop);
for (int i = 0; i < 2 && result == 0; i++) {
	result = ways[i](data, steps);
	cudaEventRecord(start, NULL);
	for (int k = 0; k < 3 && result == 0; k++)
		result = ways[i](data, steps);
	cudaEventRecord(stop, NULL);
	if (cudaEventSynchronize(stop) != cudaSuccess)
		result = -1;
	cudaEventElapsedTime(&ms[i], start, stop);
}
cudaEventDestroy(start);
cudaEventDestroy(stop);
cudaGetLastError();
if (result != 0)
	return -1;
us[0] = (double)ms[0] * 1e3 / 3 / steps;
us[1] = (double)ms[1] * 1e3 / 3 / steps;
return 0;
