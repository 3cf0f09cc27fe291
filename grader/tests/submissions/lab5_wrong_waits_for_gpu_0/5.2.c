/* waits for GPU 0, not for the current one */
if (work(data) != 0)
	return -1;
device_synchronize(device_gpu(0));
double start = timer_now();
if (work(data) != 0)
	return -1;
device_synchronize(device_gpu(0));
return timer_now() - start;
