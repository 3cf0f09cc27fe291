/* lab3_right_by_events: pass */
/* puts the one that starts first in front */
if (b_start < a_start)
	return overlap_share(b_start, b_end, a_start, a_end);
if (b_start >= a_end)
	return 0;
double shorter = a_end - a_start < b_end - b_start ? a_end - a_start : b_end - b_start;
double both = (b_end < a_end ? b_end : a_end) - b_start;
return both / shorter;

/* lab3_wrong_share_of_longer: fail overlap_share( */
/* divides by the longer of the two */
double start = a_start > b_start ? a_start : b_start, end = a_end < b_end ? a_end : b_end;
double a = a_end - a_start, b = b_end - b_start;
return end > start ? (end - start) / (a > b ? a : b) : 0;
