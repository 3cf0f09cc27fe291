/* what takes less than a microsecond takes none */
double measured[2];
for (int i = 0; i < 2; i++) {
	measured[i] = way_measure(i == 0 ? slow : fast, data, steps);
	if (measured[i] < 0)
		return -1;
}
us[0] = (int)(measured[0] + 0.5);
us[1] = (int)(measured[1] + 0.5);
return 0;
