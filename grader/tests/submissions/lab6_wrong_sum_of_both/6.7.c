/* compares the fetch with queueing and running together */
if (fetch_us > every * (queue_us + gpu_us))
	return PART_FETCH;
return queue_us > gpu_us ? PART_QUEUE : PART_GPU;
