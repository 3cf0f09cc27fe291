/* puts the one that starts first in front */
if (b_start < a_start)
	return overlap_share(b_start, b_end, a_start, a_end);
if (b_start >= a_end)
	return 0;
double shorter = a_end - a_start < b_end - b_start ? a_end - a_start : b_end - b_start;
double both = (b_end < a_end ? b_end : a_end) - b_start;
return both / shorter;
