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
