/* lab5_right_by_events_and_means: pass */
double host = 0, gpu = 0;
for (int i = 0; i < count; i++) {
	host += queue_us;
	gpu = (host > gpu ? host : gpu) + product_us;
	if (wait_each)
		host = gpu + wait_us;
}
return gpu + wait_us;

/* lab5_wrong_gpu_sets_the_pace: fail cannot start a product that is not queued yet */
/* as if the GPU were always the slower one */
if (wait_each)
	return count * (queue_us + product_us + wait_us);
return queue_us + count * product_us + wait_us;

/* lab5_wrong_no_queue: fail may queue the next product while the GPU computes */
/* as if the host queued only when the GPU is done */
if (wait_each)
	return count * (queue_us + product_us + wait_us);
return count * (queue_us + product_us) + wait_us;

/* lab5_wrong_one_wait: fail that is the loop that waits only once */
/* the waits for each product are forgotten */
double slower = queue_us > product_us ? queue_us : product_us;
return queue_us + (count - 1) * slower + product_us + wait_us + 0 * wait_each;
