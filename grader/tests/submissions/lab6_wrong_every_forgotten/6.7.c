/* compares a step with a fetch that is not made in every step */
if (fetch_us > queue_us && fetch_us > gpu_us)
	return every > 0 ? PART_FETCH : PART_GPU;
return queue_us > gpu_us ? PART_QUEUE : PART_GPU;
