/* queueing and running side by side do not add up */
return steps * (queue_us + gpu_us + fetch_us) / (steps * (queue_us + gpu_us) + fetch_us);
