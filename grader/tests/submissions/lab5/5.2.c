/* lab5_right_by_events_and_means: pass */
/* the mean of many, which are all alike */
Timer timer = {0};
for (int i = 0; i < 3; i++)
	if (work(data) != 0)
		return -1;
cudaStreamSynchronize(0);
for (int i = 0; i < 10; i++) {
	timer_start(&timer);
	if (work(data) != 0)
		return -1;
	cudaStreamSynchronize(0);
	timer_stop(&timer);
}
return timer_mean(&timer);

/* lab5_right_in_one_pass: pass */
/* the best of three; waits by an event */
double best = 1e9;
cudaEvent_t done;
cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
int status = work(data);
cudaEventRecord(done, 0);
cudaEventSynchronize(done);
for (int i = 0; i < 3 && status == 0; i++) {
	double start = timer_now();
	status = work(data);
	cudaEventRecord(done, 0);
	while (cudaEventQuery(done) == cudaErrorNotReady)
		;
	double seconds = timer_now() - start;
	best = seconds < best ? seconds : best;
}
cudaEventDestroy(done);
return status == 0 ? best : -1;

/* lab5_wrong_both_runs_halved: fail what else lies between the readings? */
/* takes the mean of the first time and the second */
double start = timer_now();
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
return (timer_now() - start) / 2;

/* lab5_wrong_milliseconds: fail those are milliseconds, wanted seconds */
/* milliseconds */
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
double start = timer_now();
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
return 1000 * (timer_now() - start);

/* lab5_wrong_no_synchronise: fail PFLOP/s; this GPU's peak is 19.49 TFLOP/s: the product was still running when the clock was read (line */
/* times how long queueing takes */
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
double start = timer_now();
if (work(data) != 0)
	return -1;
double seconds = timer_now() - start;
cudaDeviceSynchronize();
return seconds;

/* lab5_wrong_no_wait_at_all: fail the product was still running when the clock was read */
/* never waits */
if (work(data) != 0)
	return -1;
double start = timer_now();
if (work(data) != 0)
	return -1;
return timer_now() - start;

/* lab5_wrong_no_warm_up: fail the first time, which makes memory besides, is part of what you measured */
/* measures the first time */
double start = timer_now();
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
double seconds = timer_now() - start;
return work(data) == 0 ? seconds : -1;

/* lab5_wrong_once_only: fail you measured the first time */
/* does the work once only */
double start = timer_now();
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
return timer_now() - start;

/* lab5_wrong_processor_clock: fail gpu_seconds uses clock, which this exercise forbids */
/* clock() tells how long the processor has worked, and it need not work while it waits */
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
clock_t start = clock();
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
return (double)(clock() - start) / CLOCKS_PER_SEC;

/* lab5_wrong_waits_for_gpu_0: fail ended before the product on GPU 1 did */
/* waits for GPU 0, not for the current one */
if (work(data) != 0)
	return -1;
device_synchronize(device_gpu(0));
double start = timer_now();
if (work(data) != 0)
	return -1;
device_synchronize(device_gpu(0));
return timer_now() - start;

/* lab5_wrong_warm_up_still_running: fail the time before was still running */
/* does not wait for the time before */
if (work(data) != 0)
	return -1;
double start = timer_now();
if (work(data) != 0)
	return -1;
cudaDeviceSynchronize();
return timer_now() - start;

/* lab5_wrong_work_unchecked: fail work(data) returns -1: wanted -1 to be returned */
/* does not look at what the work returns */
work(data);
cudaDeviceSynchronize();
double start = timer_now();
work(data);
cudaDeviceSynchronize();
return timer_now() - start;

/* lab5_wrong_first_minus_second: fail was returned: which of the two readings is the later one? */
	if (work(data) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	double start = timer_now();
	if (work(data) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	return start - timer_now();

/* lab5_wrong_clock_in_float: fail though nothing was running when the clock was read */
	if (work(data) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	float start = (float)timer_now();
	if (work(data) != 0 || cudaDeviceSynchronize() != cudaSuccess)
		return -1;
	return timer_now() - start;
