/* lab5_right_by_events_and_means: pass */
/* waits for all of the GPU, before and behind, and makes its events first */
cudaEvent_t event[2];
float milliseconds = -1000;
cudaEventCreateWithFlags(&event[0], cudaEventDefault);
cudaEventCreateWithFlags(&event[1], cudaEventBlockingSync);
if (work(data) == 0 && cudaDeviceSynchronize() == cudaSuccess) {
	cudaEventRecord(event[0], stream);
	if (work(data) == 0) {
		cudaEventRecord(event[1], stream);
		cudaDeviceSynchronize();
		cudaEventElapsedTime(&milliseconds, event[0], event[1]);
	}
}
cudaEventDestroy(event[0]);
cudaEventDestroy(event[1]);
return milliseconds * 1e-3;

/* lab5_right_in_one_pass: pass */
/* the mean of four, and a poll of the last event */
cudaEvent_t start, stop;
float ms = 0;
int status = work(data);
cudaEventCreate(&start);
cudaEventCreate(&stop);
cudaEventRecord(start, stream);
for (int i = 0; i < 4 && status == 0; i++)
	status = work(data);
cudaEventRecord(stop, stream);
while (cudaEventQuery(stop) == cudaErrorNotReady)
	;
cudaGetLastError();
cudaEventElapsedTime(&ms, start, stop);
cudaEventDestroy(stop);
cudaEventDestroy(start);
return status == 0 ? ms / 4e3 : -1;

/* lab5_wrong_event_behind_work: fail before and behind it? */
/* both events are behind the work */
float milliseconds = 0;
cudaEvent_t start, stop;
if (work(data) != 0)
	return -1;
cudaEventCreate(&start);
cudaEventCreate(&stop);
int status = work(data);
cudaEventRecord(start, stream);
cudaEventRecord(stop, stream);
cudaEventSynchronize(stop);
cudaEventElapsedTime(&milliseconds, start, stop);
cudaEventDestroy(start);
cudaEventDestroy(stop);
return status == 0 ? milliseconds / 1000 : -1;

/* lab5_wrong_event_milliseconds: fail those are milliseconds */
/* milliseconds, as cudaEventElapsedTime gives them */
float milliseconds = 0;
cudaEvent_t start, stop;
if (work(data) != 0)
	return -1;
cudaEventCreate(&start);
cudaEventCreate(&stop);
cudaEventRecord(start, stream);
int status = work(data);
cudaEventRecord(stop, stream);
cudaEventSynchronize(stop);
cudaEventElapsedTime(&milliseconds, start, stop);
cudaEventDestroy(start);
cudaEventDestroy(stop);
return status == 0 ? milliseconds : -1;

/* lab5_wrong_event_not_reached: fail the second event was not reached yet */
/* asks before the second event has been reached */
float milliseconds = 0;
cudaEvent_t start, stop;
if (work(data) != 0)
	return -1;
cudaEventCreate(&start);
cudaEventCreate(&stop);
cudaEventRecord(start, stream);
int status = work(data);
cudaEventRecord(stop, stream);
cudaEventElapsedTime(&milliseconds, start, stop);
cudaEventDestroy(start);
cudaEventDestroy(stop);
return status == 0 ? milliseconds / 1000 : -1;

/* lab5_wrong_event_still_running: fail an event was not reached yet (cudaErrorNotReady) */
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

/* lab5_wrong_events_around_both: fail the first time is between your events too */
/* both times are between the events */
float milliseconds = 0;
cudaEvent_t start, stop;

cudaEventCreate(&start);
cudaEventCreate(&stop);
cudaEventRecord(start, stream);
int status = work(data) == 0 ? work(data) : -1;
cudaEventRecord(stop, stream);
cudaEventSynchronize(stop);
cudaEventElapsedTime(&milliseconds, start, stop);
cudaEventDestroy(start);
cudaEventDestroy(stop);
return status == 0 ? milliseconds / 1000 : -1;

/* lab5_wrong_events_first_time: fail you measured the first time */
/* the first time is between the events */
float milliseconds = 0;
cudaEvent_t start, stop;

cudaEventCreate(&start);
cudaEventCreate(&stop);
cudaEventRecord(start, stream);
int status = work(data);
cudaEventRecord(stop, stream);
cudaEventSynchronize(stop);
cudaEventElapsedTime(&milliseconds, start, stop);
cudaEventDestroy(start);
cudaEventDestroy(stop);
return status == 0 ? milliseconds / 1000 : -1;

/* lab5_wrong_events_in_default_stream: fail are both in its stream */
/* the events are in another queue than the work */
float milliseconds = 0;
cudaEvent_t start, stop;
if (work(data) != 0)
	return -1;
cudaEventCreate(&start);
cudaEventCreate(&stop);
cudaEventRecord(start, 0);
int status = work(data);
cudaEventRecord(stop, 0);
cudaEventSynchronize(stop);
cudaEventElapsedTime(&milliseconds, start, stop);
(void)stream;
cudaEventDestroy(start);
cudaEventDestroy(stop);
return status == 0 ? milliseconds / 1000 : -1;

/* lab5_wrong_events_kept: fail 2 events were made, but only 0 given back */
/* gives the events back only if all goes well */
float milliseconds = 0;
cudaEvent_t start, stop;
cudaEventCreate(&start);
cudaEventCreate(&stop);
if (work(data) != 0)
	return -1;
cudaEventRecord(start, stream);
if (work(data) != 0)
	return -1;
cudaEventRecord(stop, stream);
cudaEventSynchronize(stop);
cudaEventElapsedTime(&milliseconds, start, stop);
cudaEventDestroy(start);
cudaEventDestroy(stop);
return milliseconds / 1000;

/* lab5_wrong_events_without_times: fail events failed: cudaErrorInvalidResourceHandle, from lab5_matmul_timing.c: */
	float milliseconds = 0;
	cudaEvent_t start, stop;
	if (work(data) != 0)
		return -1;
	cudaEventCreateWithFlags(&start, cudaEventDisableTiming);
	cudaEventCreate(&stop);
	cudaEventRecord(start, stream);
	int status = work(data);
	cudaEventRecord(stop, stream);
	cudaEventSynchronize(stop);
	cudaEventElapsedTime(&milliseconds, start, stop);
	cudaEventDestroy(start);
	cudaEventDestroy(stop);
	return status == 0 ? milliseconds / 1000 : -1;
