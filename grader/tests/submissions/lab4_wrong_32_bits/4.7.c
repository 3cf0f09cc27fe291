/* multiplies in 32 bits */
*bytes = 0;
for (int i = 0; i < layers; i++)
	*bytes += (int)(((unsigned)sizes[i] + 1) * (unsigned)sizes[i + 1] * 4u);
return 2 * layers * alpha_us + (double)*bytes / (1000 * gb_per_s);
