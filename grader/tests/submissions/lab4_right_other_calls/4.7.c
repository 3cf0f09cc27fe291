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
