/* lab6_right_scalar_moved: pass */
/* of all that is queued or run, only the shorter one's part can be at the same time as the other's,
 * and that but for one step */
double each = queue_us + gpu_us, hidden = queue_us < gpu_us ? queue_us : gpu_us;
double slow = steps * (each + fetch_us);
return slow / (steps * each - (steps - 1) * hidden + fetch_us);

/* lab6_wrong_everything_adds_up: fail log_speedup( */
/* queueing and running side by side do not add up */
return steps * (queue_us + gpu_us + fetch_us) / (steps * (queue_us + gpu_us) + fetch_us);

/* lab6_wrong_first_step_free: fail log_speedup( */
/* forgets that the GPU has nothing to do while the first step is queued, and the host nothing to
 * queue while the last one runs */
double pace = queue_us > gpu_us ? queue_us : gpu_us;
return steps * (queue_us + gpu_us + fetch_us) / (steps * pace + fetch_us);

/* lab6_wrong_gpu_alone: fail log_speedup( */
/* forgets that queueing may be the slower of the two */
return steps * (queue_us + gpu_us + fetch_us) / (steps * gpu_us + fetch_us);

/* lab6_wrong_upside_down: fail log_speedup( */
/* the share that is left, not how much faster */
double pace = queue_us > gpu_us ? queue_us : gpu_us;
return (steps * pace + fetch_us) / (steps * (queue_us + gpu_us + fetch_us));

/* lab6_wrong_ends_forgotten: fail log_speedup( */
/* as if the first step were queued, and the last one run, at the same time as another */
double longer = queue_us > gpu_us ? queue_us : gpu_us;
return (queue_us + gpu_us + fetch_us) * steps / (longer * steps + fetch_us);
