/* lab7_right_by_events: pass */
/* by the exercise before; one run of each that is not timed comes first */
double at[3];
int gpus = 0, before = 0, failed = 0;
if (multiply_at_once(alone, count) != 0 || multiply_at_once(apart, count) != 0)
	return -1;
cudaGetDevice(&before);
cudaGetDeviceCount(&gpus);
for (int gpu = 0; gpu < gpus; gpu++) {
	cudaSetDevice(gpu);
	failed |= cudaDeviceSynchronize() != cudaSuccess;
}
cudaSetDevice(before);
at[0] = timer_now();
failed |= multiply_at_once(alone, count);
at[1] = timer_now();
failed |= multiply_at_once(apart, count);
at[2] = timer_now();
return failed ? -1 : (at[1] - at[0]) / (at[2] - at[1]);

/* lab7_right_by_rounds: pass */
/* the framework's timer; the mean of three rounds */
Timer timers[2];
int before = 0;
memset(timers, 0, sizeof timers);
cudaGetDevice(&before);
int failed = wait_for_all(alone, count) | wait_for_all(apart, count);
for (int round = 0; round < 3 && !failed; round++)
	for (int side = 0; side < 2; side++) {
		timer_start(&timers[side]);
		failed |= queue_all(side ? apart : alone, count);
		failed |= wait_for_all(side ? apart : alone, count);
		timer_stop(&timers[side]);
	}
cudaSetDevice(before);
return failed ? -1 : timer_mean(&timers[0]) / timer_mean(&timers[1]);

/* lab7_wrong_awaits_first_and_last: fail was still at work */
/* behind each side it waits for the GPUs of the first and the last product */
double start[2], end[2];
int before = 0, failed = 0;
cudaGetDevice(&before);
wait_for_all(alone, count);
wait_for_all(apart, count);
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	start[side] = timer_now();
	failed |= queue_all(products, count) != 0;
	for (int i = 0; i < count; i += count > 1 ? count - 1 : 1) {
		cudaSetDevice(products[i].gpu);
		cudaDeviceSynchronize();
	}
	end[side] = timer_now();
}
cudaSetDevice(before);
return failed ? -1 : (end[0] - start[0]) / (end[1] - start[1]);

/* lab7_wrong_awaits_last_product: fail was still at work: wait for  */
/* behind each side it waits for the GPU of the last product, which may have the least to do */
double start[2], end[2];
int before = 0, failed = 0;
cudaGetDevice(&before);
wait_for_all(alone, count);
wait_for_all(apart, count);
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	start[side] = timer_now();
	failed |= queue_all(products, count) != 0;
	cudaSetDevice(products[count - 1].gpu);
	cudaDeviceSynchronize();
	end[side] = timer_now();
}
cudaSetDevice(before);
return failed ? -1 : (end[0] - start[0]) / (end[1] - start[1]);

/* lab7_wrong_awaits_one_gpu: fail four products on two GPUs that are still busy: wanted about */
/* waits for what runs on the GPU of the first side only */
int before = 0, failed = 0;
double seconds[2];
cudaGetDevice(&before);
wait_for_all(alone, count);
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	double start = timer_now();
	failed |= queue_all(products, count) != 0;
	failed |= wait_for_all(products, count) != 0;
	seconds[side] = timer_now() - start;
}
cudaSetDevice(before);
return failed ? -1 : seconds[0] / seconds[1];

/* lab7_wrong_awaits_second_side: fail three products on GPU 2 against GPU 0 and GPU 1, all of them still busy: wanted about */
/* the GPU of the first side may have none of the other products */
int before = 0, failed = 0;
double seconds[2];
cudaGetDevice(&before);
wait_for_all(apart, count);
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	double start = timer_now();
	failed |= queue_all(products, count) != 0;
	failed |= wait_for_all(products, count) != 0;
	seconds[side] = timer_now() - start;
}
cudaSetDevice(before);
return failed ? -1 : seconds[0] / seconds[1];

/* lab7_wrong_awaits_two_gpus: fail the clock was read while a GPU was still at work */
/* behind each side it waits for GPU 0 and GPU 1, as if no machine had more */
double start[2], end[2];
int before = 0, failed = 0, there = 0;
cudaGetDevice(&before);
wait_for_all(alone, count);
wait_for_all(apart, count);
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	start[side] = timer_now();
	failed |= queue_all(products, count) != 0;
	cudaGetDeviceCount(&there);
	for (int gpu = 0; gpu < there && gpu < 2; gpu++) {
		cudaSetDevice(gpu);
		cudaDeviceSynchronize();
	}
	end[side] = timer_now();
}
cudaSetDevice(before);
return failed ? -1 : (end[0] - start[0]) / (end[1] - start[1]);

/* lab7_wrong_clock_without_wait: fail the clock was read while a GPU was still at work */
/* times how long queueing takes */
int before = 0, failed = 0;
cudaGetDevice(&before);
wait_for_all(alone, count);
wait_for_all(apart, count);
double start = timer_now();
failed |= queue_all(alone, count);
double middle = timer_now();
failed |= queue_all(apart, count);
double end = timer_now();
wait_for_all(alone, count);
wait_for_all(apart, count);
cudaSetDevice(before);
return failed ? -1 : (middle - start) / (end - middle);

/* lab7_wrong_counts_earlier_work: fail four products on two GPUs that are still busy: wanted about */
/* the GPUs may be busy when it begins */
int before = 0, failed = 0;
double seconds[2];
cudaGetDevice(&before);
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	double start = timer_now();
	failed |= queue_all(products, count);
	failed |= wait_for_all(products, count);
	seconds[side] = timer_now() - start;
}
cudaSetDevice(before);
return failed ? -1 : seconds[0] / seconds[1];

/* lab7_wrong_ratio_of_nothing: fail GPU */
/* knows the answer without asking */
(void)alone;
for (int i = 0; i < count; i++)
	if (!apart[i].handle)
		return -1;
return 2;

/* lab7_wrong_starts_after_first_and_last: fail still busy: wanted about */
/* before it begins it waits for the GPUs of the first and the last product */
double start[2], end[2];
int before = 0, failed = 0;
cudaGetDevice(&before);
wait_for_all(alone, count);
for (int i = 0; i < count; i += count > 1 ? count - 1 : 1) {
	cudaSetDevice(apart[i].gpu);
	cudaDeviceSynchronize();
}
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	start[side] = timer_now();
	failed |= queue_all(products, count) != 0;
	failed |= wait_for_all(products, count) != 0;
	end[side] = timer_now();
}
cudaSetDevice(before);
return failed ? -1 : (end[0] - start[0]) / (end[1] - start[1]);

/* lab7_wrong_starts_after_last_product: fail still busy: wanted about */
/* before it begins it waits for the GPU of the last product, which may have the least to do */
double start[2], end[2];
int before = 0, failed = 0;
cudaGetDevice(&before);
wait_for_all(alone, count);
cudaSetDevice(apart[count - 1].gpu);
cudaDeviceSynchronize();
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	start[side] = timer_now();
	failed |= queue_all(products, count) != 0;
	failed |= wait_for_all(products, count) != 0;
	end[side] = timer_now();
}
cudaSetDevice(before);
return failed ? -1 : (end[0] - start[0]) / (end[1] - start[1]);

/* lab7_wrong_starts_after_two_gpus: fail all still busy: */
/* before it begins it waits for GPU 0 and GPU 1, as if no machine had more */
double start[2], end[2];
int before = 0, failed = 0, there = 0;
cudaGetDevice(&before);
wait_for_all(alone, count);
cudaGetDeviceCount(&there);
for (int gpu = 0; gpu < there && gpu < 2; gpu++) {
	cudaSetDevice(gpu);
	cudaDeviceSynchronize();
}
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	start[side] = timer_now();
	failed |= queue_all(products, count) != 0;
	failed |= wait_for_all(products, count) != 0;
	end[side] = timer_now();
}
cudaSetDevice(before);
return failed ? -1 : (end[0] - start[0]) / (end[1] - start[1]);

/* lab7_wrong_timed_one_by_one: fail two equal products on two GPUs: wanted about 2, got 1 */
/* waits for each product, on several GPUs too */
int before = 0, failed = 0;
double seconds[2];
cudaGetDevice(&before);
wait_for_all(alone, count);
wait_for_all(apart, count);
for (int side = 0; side < 2; side++) {
	const Product *products = side ? apart : alone;
	double start = timer_now();
	for (int i = 0; i < count; i++) {
		failed |= queue_all(&products[i], 1);
		failed |= wait_for_all(&products[i], 1);
	}
	seconds[side] = timer_now() - start;
}
cudaSetDevice(before);
return failed ? -1 : seconds[0] / seconds[1];

/* lab7_wrong_upside_down: fail the ratio is upside down */
int before = 0, failed = 0;
double seconds[2];
cudaGetDevice(&before);
wait_for_all(alone, count);
wait_for_all(apart, count);
for (int side = 0; side < 2; side++) {
	double start = timer_now();
	failed |= queue_all(side ? apart : alone, count);
	failed |= wait_for_all(side ? apart : alone, count);
	seconds[side] = timer_now() - start;
}
cudaSetDevice(before);
return failed ? -1 : seconds[1] / seconds[0];

/* lab7_wrong_wait_after_clock: fail the clock was read while a GPU was still at work */
/* waits, but only when the time has been taken */
int before = 0, failed = 0;
double seconds[2];
cudaGetDevice(&before);
wait_for_all(alone, count);
wait_for_all(apart, count);
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	Timer timer = {0};
	timer_start(&timer);
	failed |= queue_all(products, count);
	seconds[side] = timer_stop(&timer);
	wait_for_all(products, count);
}
cudaSetDevice(before);
return failed ? -1 : seconds[0] / seconds[1];

/* lab7_wrong_whole_seconds: fail two equal products on two GPUs: wanted about 2 */
/* seconds without their fractions */
int before = 0, failed = 0, seconds[2];
cudaGetDevice(&before);
wait_for_all(alone, count);
wait_for_all(apart, count);
for (int side = 0; side < 2; side++) {
	int start = (int)timer_now();
	failed |= queue_all(side ? apart : alone, count);
	failed |= wait_for_all(side ? apart : alone, count);
	seconds[side] = (int)timer_now() - start;
}
cudaSetDevice(before);
return failed ? -1 : (double)seconds[0] / seconds[1];

/* lab7_wrong_ratio_in_percent: fail wanted about 2, got 199 */
	int before = 0, failed = 0;
	double seconds[2];
	cudaGetDevice(&before);
	wait_for_all(alone, count);
	wait_for_all(apart, count);
	for (int side = 0; side < 2; side++) {
		const Product *products = side == 0 ? alone : apart;
		double start = timer_now();
		failed |= queue_all(products, count) != 0;
		failed |= wait_for_all(products, count) != 0;
		seconds[side] = timer_now() - start;
	}
	cudaSetDevice(before);
	return failed ? -1 : 100 * seconds[0] / seconds[1];

/* lab7_wrong_difference_of_times: fail which is no ratio of times that are nearly alike */
	int before = 0, failed = 0;
	double seconds[2];
	cudaGetDevice(&before);
	wait_for_all(alone, count);
	wait_for_all(apart, count);
	for (int side = 0; side < 2; side++) {
		const Product *products = side == 0 ? alone : apart;
		double start = timer_now();
		failed |= queue_all(products, count) != 0;
		failed |= wait_for_all(products, count) != 0;
		seconds[side] = timer_now() - start;
	}
	cudaSetDevice(before);
	return failed ? -1 : seconds[0] - seconds[1];

/* lab7_wrong_one_side_told: fail a product of `alone` has no handle */
/* forgets what became of the first side */
int before = 0, failed = 0;
double seconds[2];
cudaGetDevice(&before);
wait_for_all(alone, count);
wait_for_all(apart, count);
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	double start = timer_now();
	failed = queue_all(products, count) != 0;
	failed |= wait_for_all(products, count) != 0;
	seconds[side] = timer_now() - start;
}
cudaSetDevice(before);
return failed ? -1 : seconds[0] / seconds[1];

/* lab7_wrong_waits_unchecked: fail wait fails: what is returned: wanted -1, got */
int before = 0, failed = 0;
double seconds[2];
cudaGetDevice(&before);
wait_for_all(alone, count);
wait_for_all(apart, count);
for (int side = 0; side < 2; side++) {
	double start = timer_now();
	failed |= queue_all(side ? apart : alone, count);
	wait_for_all(side ? apart : alone, count);
	seconds[side] = timer_now() - start;
}
cudaSetDevice(before);
return failed ? -1 : seconds[0] / seconds[1];

/* lab7_wrong_device_on_failure: fail the current device was not put back: it was */
int before = 0, failed = 0;
double seconds[2];
cudaGetDevice(&before);
for (int side = 0; side < 4; side++) { /* first both are waited for */
	const Product *products = side % 2 == 0 ? alone : apart;
	double start = timer_now();
	for (int i = 0; i < count && side > 1; i++) {
		cudaSetDevice(products[i].gpu);
		failed |= queue_product(&products[i]) != 0;
	}
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		failed |= cudaDeviceSynchronize() != cudaSuccess;
	}
	seconds[side % 2] = timer_now() - start;
}
if (failed)
	return -1;
cudaSetDevice(before);
return seconds[0] / seconds[1];

/* lab7_wrong_stream_on_failure: fail works in another stream afterwards */
int before = 0, failed = 0;
double seconds[2];
cudaGetDevice(&before);
for (int side = 0; side < 4; side++) { /* first both are waited for */
	const Product *products = side % 2 == 0 ? alone : apart;
	double start = timer_now();
	for (int i = 0; i < count && side > 1; i++) {
		cudaSetDevice(products[i].gpu);
		failed |= queue_product(&products[i]) != 0;
	}
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		failed |= cudaDeviceSynchronize() != cudaSuccess;
	}
	seconds[side % 2] = timer_now() - start;
}
if (failed)
	for (int i = 0; i < count; i++)
		if (apart[i].handle)
			cublasSetStream(apart[i].handle, cudaStreamPerThread);
cudaSetDevice(before);
if (failed)
	return -1;
cudaSetDevice(before);
return seconds[0] / seconds[1];

/* lab7_right_clock_around_waits: pass */
/* both sides are waited for as they are measured; those times are not used */
int before = 0, failed = 0;
double seconds[2];
cudaGetDevice(&before);
for (int side = 0; side < 4; side++) { /* first both are waited for */
	const Product *products = side % 2 == 0 ? alone : apart;
	double start = timer_now();
	for (int i = 0; i < count && side > 1; i++) {
		cudaSetDevice(products[i].gpu);
		failed |= queue_product(&products[i]) != 0;
	}
	for (int i = 0; i < count; i++) {
		cudaSetDevice(products[i].gpu);
		failed |= cudaDeviceSynchronize() != cudaSuccess;
	}
	seconds[side % 2] = timer_now() - start;
}
cudaSetDevice(before);
if (failed)
	return -1;
return seconds[0] / seconds[1];

/* lab7_wrong_pairs: fail the machine counted */
/* takes products for pairs */
const int pairs = count - count % 2;
int before = 0, failed = 0;
double seconds[2];
cudaGetDevice(&before);
failed |= wait_for_all(alone, count);
failed |= wait_for_all(apart, count);
for (int side = 0; side < 2; side++) {
	const Product *products = side == 0 ? alone : apart;
	double start = timer_now();
	failed |= queue_all(products, pairs) != 0;
	failed |= wait_for_all(products, pairs) != 0;
	seconds[side] = timer_now() - start;
}
cudaSetDevice(before);
return failed ? -1 : seconds[0] / seconds[1];
