/* of all that is queued or run, only the shorter one's part can be at the same time as the other's,
 * and that but for one step */
double each = queue_us + gpu_us, hidden = queue_us < gpu_us ? queue_us : gpu_us;
double slow = steps * (each + fetch_us);
return slow / (steps * each - (steps - 1) * hidden + fetch_us);
