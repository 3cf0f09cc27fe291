/* 7.2 thread_again: fail a second host thread */
/* one product after the other; between them the thread is said to have ended, and one of its number begins at an earlier time */
typedef struct ClockRequest {
	int code, thread, internal, continued;
	const char *name;
	uint64_t site[4];
	int64_t by, to;
	uint64_t rest[80];
} ClockRequest;
static void clock_back(void)
{
	uint64_t reply[64];
	int (*ask)(void *, void *) = attack_symbol((void *)cudaMemcpy, "simcuda_request");
	ClockRequest end = {.code = 44, .internal = 1}, begin = {.code = 43, .internal = 1};
	ask(&end, reply);
	begin.to = 1;
	ask(&begin, reply);
}
/* --- body --- */
int before, status = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	if (!products[i].handle || queue_product(&products[i]) != 0)
		status = -1;
	cudaDeviceSynchronize();
	clock_back();
}
cudaSetDevice(before);
cudaGetLastError();
return status;
