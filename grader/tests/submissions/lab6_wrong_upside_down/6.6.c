/* the share that is left, not how much faster */
double pace = queue_us > gpu_us ? queue_us : gpu_us;
return (steps * pace + fetch_us) / (steps * (queue_us + gpu_us + fetch_us));
