/* alpha only once */
double bytes_us = 2 * (gpus - 1) * (bytes / gpus / (1000 * gb_per_s));
return compute_us / (gpus * (compute_us / gpus + alpha_us + bytes_us));
