/* as one over one plus what is lost */
if (gpus == 1)
	return 1;
double lost = gpus * 2.0 * (gpus - 1) * (alpha_us + bytes / (gb_per_s * 1e3) / gpus);
return 1 / (1 + lost / compute_us);
