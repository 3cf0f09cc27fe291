/* counts weights alone */
*bytes = 0;
for (int i = 0; i < layers; i++)
	*bytes += (int64_t)sizes[i] * sizes[i + 1] * (int64_t)sizeof(float);
return 2 * layers * alpha_us + (double)*bytes / (1000 * gb_per_s);
