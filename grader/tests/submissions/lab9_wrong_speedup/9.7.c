/* the speed-up */
double round_us = alpha_us + bytes / gpus / (1000 * gb_per_s);
return compute_us / (compute_us / gpus + 2 * (gpus - 1) * round_us);
