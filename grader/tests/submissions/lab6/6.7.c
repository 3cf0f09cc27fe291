/* lab6_right_scalar_moved: pass */
/* how long each is in a step */
double fetch = fetch_us / every;
if (gpu_us > queue_us)
	return fetch > gpu_us ? PART_FETCH : PART_GPU;
return fetch > queue_us ? PART_FETCH : PART_QUEUE;

/* lab6_wrong_every_forgotten: fail wanted */
/* compares a step with a fetch that is not made in every step */
if (fetch_us > queue_us && fetch_us > gpu_us)
	return every > 0 ? PART_FETCH : PART_GPU;
return queue_us > gpu_us ? PART_QUEUE : PART_GPU;

/* lab6_wrong_sum_of_both: fail wanted PART_FETCH */
/* compares the fetch with queueing and running together */
if (fetch_us > every * (queue_us + gpu_us))
	return PART_FETCH;
return queue_us > gpu_us ? PART_QUEUE : PART_GPU;

/* lab6_wrong_whole_numbers: fail wanted */
/* counts in whole microseconds */
long queue = (long)queue_us * every, gpu = (long)gpu_us * every, fetch = (long)fetch_us;
if (fetch > queue && fetch > gpu)
	return PART_FETCH;
return gpu > queue ? PART_GPU : PART_QUEUE;

/* lab6_wrong_microseconds_rounded: fail wanted */
/* rounds to microseconds before it compares */
double queue = round(queue_us), gpu = round(gpu_us);
if (fetch_us > every * queue && fetch_us > every * gpu)
	return PART_FETCH;
return gpu >= queue ? PART_GPU : PART_QUEUE;
