/* lab6_right_by_framework: pass */
/* the framework's stopwatch */
Way *ways[2] = {slow, fast};
Timer timer[2] = {0};
int gpu = 0;
cudaGetDevice(&gpu);
for (int i = 0; i < 2; i++) {
	for (int k = 0; k < 4; k++) {
		if (k > 0)
			timer_start(&timer[i]);
		int status = ways[i](data, steps);
		status |= device_synchronize(device_gpu(gpu));
		if (k > 0)
			timer_stop(&timer[i]);
		if (status != 0)
			return -1;
	}
}
for (int i = 0; i < 2; i++)
	us[i] = timer_mean(&timer[i]) / steps * 1e6;
return 0;

/* lab6_right_two_handles: pass */
/* events on the GPU measure, and the mean of three calls counts */
Way *ways[2] = {slow, fast};
float ms[2];
cudaEvent_t start, stop;
int result = 0;
cudaEventCreate(&start);
cudaEventCreate(&stop);
for (int i = 0; i < 2 && result == 0; i++) {
	result = ways[i](data, steps);
	if (cudaEventRecord(start, NULL) != cudaSuccess)
		result = -1;
	for (int k = 0; k < 3 && result == 0; k++)
		result = ways[i](data, steps);
	if (cudaEventRecord(stop, NULL) != cudaSuccess || cudaEventSynchronize(stop) != cudaSuccess)
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

/* lab6_wrong_both_calls_measured: fail its first call, or work from before the call, was measured too */
/* the mean over the first call and another */
Way *ways[2] = {slow, fast};
double found[2];
for (int i = 0; i < 2; i++) {
	double start = timer_now();
	if (ways[i](data, steps) != 0)
		return -1;
	cudaDeviceSynchronize();
	if (ways[i](data, steps) != 0)
		return -1;
	cudaDeviceSynchronize();
	found[i] = (timer_now() - start) * 1e6 / steps / 2;
}
us[0] = found[0];
us[1] = found[1];
return 0;

/* lab6_wrong_clock_without_wait: fail while work that a way has queued is still running */
/* reads the clock while the GPU works */
Way *ways[2] = {slow, fast};
double found[2];
for (int i = 0; i < 2; i++) {
	if (ways[i](data, steps) != 0)
		return -1;
	cudaDeviceSynchronize();
	double start = timer_now();
	if (ways[i](data, steps) != 0)
		return -1;
	found[i] = (timer_now() - start) * 1e6 / steps;
}
us[0] = found[0];
us[1] = found[1];
return 0;

/* lab6_wrong_failure_measured: fail what is returned: wanted -1, got 0 */
/* nobody looks at what the ways return */
Way *ways[2] = {slow, fast};
double found[2];
for (int i = 0; i < 2; i++) {
	ways[i](data, steps);
	cudaDeviceSynchronize();
	double start = timer_now();
	ways[i](data, steps);
	cudaDeviceSynchronize();
	found[i] = (timer_now() - start) * 1e6 / steps;
}
us[0] = found[0];
us[1] = found[1];
return 0;

/* lab6_wrong_fast_first: fail wanted the slow way first */
/* the fast way comes first */
Way *ways[2] = {fast, slow};
double found[2];
for (int i = 0; i < 2; i++) {
	if (ways[i](data, steps) != 0)
		return -1;
	cudaDeviceSynchronize();
	double start = timer_now();
	if (ways[i](data, steps) != 0)
		return -1;
	cudaDeviceSynchronize();
	found[i] = (timer_now() - start) * 1e6 / steps;
}
us[0] = found[0];
us[1] = found[1];
return 0;

/* lab6_wrong_first_call_measured: fail the slow way was called once */
/* the first call is measured */
Way *ways[2] = {slow, fast};
double found[2];
for (int i = 0; i < 2; i++) {
	cudaDeviceSynchronize();
	double start = timer_now();
	if (ways[i](data, steps) != 0)
		return -1;
	cudaDeviceSynchronize();
	found[i] = (timer_now() - start) * 1e6 / steps;
}
us[0] = found[0];
us[1] = found[1];
return 0;

/* lab6_wrong_first_call_unwaited: fail the clock is read the first time */
/* what the first call has queued is measured, too */
Way *ways[2] = {slow, fast};
double found[2];
volatile int count = 2; /* a loop that is unrolled reads the clock in four places */
for (int i = 0; i < count; i++) {
	if (ways[i](data, steps) != 0)
		return -1;
	double start = timer_now();
	if (ways[i](data, steps) != 0)
		return -1;
	cudaDeviceSynchronize();
	found[i] = (timer_now() - start) * 1e6 / steps;
}
us[0] = found[0];
us[1] = found[1];
return 0;

/* lab6_wrong_last_wait_unchecked: fail wait fails: what is returned: wanted -1, got 0 */
/* all waits but the last one are looked at */
Way *ways[2] = {slow, fast};
double taken[2];
cudaError_t error = cudaSuccess;
for (int i = 0; i < 2; i++) {
	if (error != cudaSuccess || ways[i](data, steps) != 0 || cudaDeviceSynchronize() != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	double start = timer_now();
	if (ways[i](data, steps) != 0)
		return -1;
	error = cudaDeviceSynchronize();
	taken[i] = (timer_now() - start) * 1e6 / steps;
}
cudaGetLastError();
us[0] = taken[0];
us[1] = taken[1];
return 0;

/* lab6_wrong_seconds: fail those are seconds */
/* seconds */
Way *ways[2] = {slow, fast};
double found[2];
for (int i = 0; i < 2; i++) {
	if (ways[i](data, steps) != 0)
		return -1;
	cudaDeviceSynchronize();
	double start = timer_now();
	if (ways[i](data, steps) != 0)
		return -1;
	cudaDeviceSynchronize();
	found[i] = (timer_now() - start) / steps;
}
us[0] = found[0];
us[1] = found[1];
return 0;

/* lab6_wrong_time_of_all: fail that is the time of all */
/* not a step, but all of them */
Way *ways[2] = {slow, fast};
double found[2];
for (int i = 0; i < 2; i++) {
	if (ways[i](data, steps) != 0)
		return -1;
	cudaDeviceSynchronize();
	double start = timer_now();
	if (ways[i](data, steps) != 0)
		return -1;
	cudaDeviceSynchronize();
	found[i] = (timer_now() - start) * 1e6;
}
us[0] = found[0];
us[1] = found[1];
return 0;

/* lab6_wrong_times_on_failure: fail -1 was returned, but us[0] was changed */
/* us[0] is written before the fast way has succeeded */
Way *ways[2] = {slow, fast};
for (int i = 0; i < 2; i++) {
	if (ways[i](data, steps) != 0)
		return -1;
	cudaDeviceSynchronize();
	double start = timer_now();
	if (ways[i](data, steps) != 0)
		return -1;
	cudaDeviceSynchronize();
	us[i] = (timer_now() - start) * 1e6 / steps;
}
return 0;

/* lab6_wrong_wait_error_left: fail wait fails: an error was left behind */
/* the caller finds the error of a wait that failed */
Way *ways[2] = {slow, fast};
double taken[2];
for (int i = 0; i < 2; i++) {
	if (ways[i](data, steps) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	double start = timer_now();
	if (ways[i](data, steps) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	taken[i] = (timer_now() - start) * 1e6 / steps;
}
us[0] = taken[0];
us[1] = taken[1];
return 0;

/* lab6_wrong_wait_unchecked: fail wait fails: what is returned: wanted -1, got 0 */
/* a wait that fails has not waited */
Way *ways[2] = {slow, fast};
double taken[2];
for (int i = 0; i < 2; i++) {
	if (ways[i](data, steps) != 0)
		return -1;
	cudaDeviceSynchronize();
	double start = timer_now();
	if (ways[i](data, steps) != 0)
		return -1;
	cudaDeviceSynchronize();
	taken[i] = (timer_now() - start) * 1e6 / steps;
}
cudaGetLastError();
us[0] = taken[0];
us[1] = taken[1];
return 0;

/* lab6_wrong_whole_microseconds: fail microseconds a step, got */
/* what takes less than a microsecond takes none */
double measured[2];
for (int i = 0; i < 2; i++) {
	measured[i] = way_measure(i == 0 ? slow : fast, data, steps);
	if (measured[i] < 0)
		return -1;
}
us[0] = (int)(measured[0] + 0.5);
us[1] = (int)(measured[1] + 0.5);
return 0;

/* lab6_wrong_neither_awaited: fail a way may return before its work is done */
	double start = timer_now();
	if (slow(data, steps) != 0) return -1;
	double mid = timer_now();
	if (fast(data, steps) != 0) return -1;
	double end = timer_now();
	us[0] = (mid - start) / steps * 1e6;
	us[1] = (end - mid) / steps * 1e6;
	return 0;

/* lab6_wrong_data_not_handed_on: fail fast was called with NULL for `data` */
/* the caller's pointer is not given to one of the caller's functions */
Way *ways[2] = {slow, fast};
double found[2];
for (int i = 0; i < 2; i++) {
	if (ways[i](i ? NULL : data, steps) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	double start = timer_now();
	if (ways[i](i ? NULL : data, steps) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	found[i] = (timer_now() - start) * 1e6 / steps;
}
us[0] = found[0];
us[1] = found[1];
return 0;

/* lab6_right_clock_each_call: pass */
Way *const ways[] = {slow, fast};
double took[2];
for (int way = 0; way < 2; way++)
	for (int call = 0; call < 2; call++) { /* the first one counts for nothing */
		double start = timer_now();
		if (ways[way](data, steps) != 0 || cudaDeviceSynchronize() != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
		took[way] = timer_now() - start;
	}
for (int way = 0; way < 2; way++)
	us[way] = took[way] / steps * 1e6;
return 0;

/* lab6_wrong_fewer_steps_first: fail a way was called for 1 steps; wanted what your own function was given */
Way *const ways[] = {slow, fast};
double took[2];
for (int way = 0; way < 2; way++)
	for (int call = 0; call < 2; call++) {
		double start = timer_now();
		if (ways[way](data, call == 0 && steps == 1000 ? 1 : steps) != 0 ||
		    cudaDeviceSynchronize() != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
		took[way] = timer_now() - start;
	}
for (int way = 0; way < 2; way++)
	us[way] = took[way] / steps * 1e6;
return 0;
