/* lab4_right_other_calls: pass */
/* layer by layer, parameter by parameter */
double time = 0;
int64_t all = 0;
for (int k = 0; k < 2 * layers; k++) {
	int64_t numbers = sizes[k / 2 + 1];
	if (k % 2 == 0)
		numbers *= sizes[k / 2];
	all += 4 * numbers;
	time += alpha_us + 4.0 * (double)numbers / (gb_per_s * 1e3);
}
*bytes = all;
return time;

/* lab4_wrong_32_bits: fail bytes */
/* multiplies in 32 bits */
*bytes = 0;
for (int i = 0; i < layers; i++)
	*bytes += (int)(((unsigned)sizes[i] + 1) * (unsigned)sizes[i + 1] * 4u);
return 2 * layers * alpha_us + (double)*bytes / (1000 * gb_per_s);

/* lab4_wrong_alpha_per_layer: fail alpha */
/* one copy for each layer */
*bytes = 0;
for (int i = 0; i < layers; i++)
	*bytes += ((int64_t)sizes[i] + 1) * sizes[i + 1] * (int64_t)sizeof(float);
return layers * alpha_us + (double)*bytes / (1000 * gb_per_s);

/* lab4_wrong_no_biases_counted: fail bytes */
/* counts weights alone */
*bytes = 0;
for (int i = 0; i < layers; i++)
	*bytes += (int64_t)sizes[i] * sizes[i + 1] * (int64_t)sizeof(float);
return 2 * layers * alpha_us + (double)*bytes / (1000 * gb_per_s);
