/* forgets that the GPU has nothing to do while the first step is queued, and the host nothing to
 * queue while the last one runs */
double pace = queue_us > gpu_us ? queue_us : gpu_us;
return steps * (queue_us + gpu_us + fetch_us) / (steps * pace + fetch_us);
