/* one copy for each layer */
*bytes = 0;
for (int i = 0; i < layers; i++)
	*bytes += ((int64_t)sizes[i] + 1) * sizes[i + 1] * (int64_t)sizeof(float);
return layers * alpha_us + (double)*bytes / (1000 * gb_per_s);
