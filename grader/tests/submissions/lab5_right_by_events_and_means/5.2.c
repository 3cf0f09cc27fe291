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
