double host = 0, gpu = 0;
for (int i = 0; i < count; i++) {
	host += queue_us;
	gpu = (host > gpu ? host : gpu) + product_us;
	if (wait_each)
		host = gpu + wait_us;
}
return gpu + wait_us;
