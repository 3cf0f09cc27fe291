/* as if the GPU were always the slower one */
if (wait_each)
	return count * (queue_us + product_us + wait_us);
return queue_us + count * product_us + wait_us;
