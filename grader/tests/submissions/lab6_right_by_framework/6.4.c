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
