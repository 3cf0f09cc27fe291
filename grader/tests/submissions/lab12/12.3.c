/* lab12_wrong_always_strong: fail efficiency */
/* divides by the GPUs with weak scaling too */
(void)is_weak;
return one_us / many_us / gpus;

/* lab12_wrong_upside_down: fail efficiency */
/* the time that there is over the one that there should be */
return many_us / one_us * (is_weak ? 1 : gpus);

/* lab12_right_ideal_first: pass */
/* the time that there should be, over the time that there is */
double ideal = is_weak ? one_us : one_us / gpus;
return ideal / many_us;
