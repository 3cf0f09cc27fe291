/* how long each is in a step */
double fetch = fetch_us / every;
if (gpu_us > queue_us)
	return fetch > gpu_us ? PART_FETCH : PART_GPU;
return fetch > queue_us ? PART_FETCH : PART_QUEUE;
