/* as if the host queued only when the GPU is done */
if (wait_each)
	return count * (queue_us + product_us + wait_us);
return count * (queue_us + product_us) + wait_us;
