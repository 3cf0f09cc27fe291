/* lab9_right_by_events: pass */
/* as one over one plus what is lost */
if (gpus == 1)
	return 1;
double lost = gpus * 2.0 * (gpus - 1) * (alpha_us + bytes / (gb_per_s * 1e3) / gpus);
return 1 / (1 + lost / compute_us);

/* lab9_wrong_alpha_once: fail scaling_efficiency( */
/* alpha only once */
double bytes_us = 2 * (gpus - 1) * (bytes / gpus / (1000 * gb_per_s));
return compute_us / (gpus * (compute_us / gpus + alpha_us + bytes_us));

/* lab9_wrong_speedup: fail scaling_efficiency( */
/* the speed-up */
double round_us = alpha_us + bytes / gpus / (1000 * gb_per_s);
return compute_us / (compute_us / gpus + 2 * (gpus - 1) * round_us);
