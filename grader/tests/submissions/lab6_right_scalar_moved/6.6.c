/* times for a step, with the last fetch shared by all steps */
double slow = queue_us + gpu_us + fetch_us;
double fast = (queue_us < gpu_us ? gpu_us : queue_us) + fetch_us / steps;
return slow / fast;
