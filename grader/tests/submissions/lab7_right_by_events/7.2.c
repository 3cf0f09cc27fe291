/* an event behind each product, and the events are waited for in the reverse order */
cudaEvent_t *done = calloc((size_t)count, sizeof(cudaEvent_t));
int before = 0, status = done ? 0 : -1;
cudaGetDevice(&before);
for (int i = 0; i < count && status == 0; i++) {
	cudaSetDevice(products[i].gpu);
	cudaEventCreateWithFlags(&done[i], cudaEventDisableTiming);
	status = queue_product(&products[i]);
	cudaEventRecord(done[i], 0);
}
for (int i = count - 1; i >= 0; i--)
	if (done && done[i]) {
		cudaEventSynchronize(done[i]);
		cudaEventDestroy(done[i]);
	}
cudaSetDevice(before);
free(done);
return status;
