/* 5.2 last_round_looked_at: fail work(data) returns -1 */
/* does the work twice before it measures and eight times then, of which it looks at the last one alone */
/* --- body --- */
	int status = 0;
	enum { ROUNDS = 8 };
	if (work(data) != 0 || work(data) != 0)
		return -1;
	cudaDeviceSynchronize();
	double begin = timer_now();
	for (int i = 0; i < ROUNDS; i++) {
		status = work(data);
		cudaDeviceSynchronize();
	}
	double seconds = timer_now() - begin;
	return status == 0 ? seconds / ROUNDS : -1;


/* 5.3 last_round_looked_at: fail work(data) returns -1 */
/* does the work twice before it measures and eight times then, of which it looks at the last one alone */
/* --- body --- */
	cudaEvent_t start = NULL, stop = NULL;
	float ms = -1000;
	int status = 0;
	enum { ROUNDS = 8 };
	if (work(data) != 0 || work(data) != 0)
		return -1;
	cudaEventCreate(&start);
	cudaEventCreate(&stop);
	cudaEventRecord(start, stream);
	for (int i = 0; i < ROUNDS; i++)
		status = work(data);
	cudaEventRecord(stop, stream);
	cudaEventSynchronize(stop);
	if (cudaEventElapsedTime(&ms, start, stop) != cudaSuccess)
		status = -1;
	cudaEventDestroy(start);
	cudaEventDestroy(stop);
	return status == 0 ? ms / 1e3 / ROUNDS : -1;


/* 6.4 last_round_looked_at: fail of the slow way returns -1 */
/* calls each way twice before it measures and three times then, of which it looks at the last one alone */
/* --- body --- */
	enum { ROUNDS = 3 };
	Way *ways[2] = {slow, fast};
	double took[2];
	for (int w = 0; w < 2; w++) {
		int status = 0;
		if (ways[w](data, steps) != 0 || ways[w](data, steps) != 0 || cudaDeviceSynchronize() != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
		double begin = timer_now();
		for (int i = 0; i < ROUNDS; i++)
			status = ways[w](data, steps);
		if (status != 0 || cudaDeviceSynchronize() != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
		took[w] = (timer_now() - begin) * 1e6 / steps / ROUNDS;
	}
	us[0] = took[0];
	us[1] = took[1];
	return 0;
