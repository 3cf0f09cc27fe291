/* divides by the longer of the two */
double start = a_start > b_start ? a_start : b_start, end = a_end < b_end ? a_end : b_end;
double a = a_end - a_start, b = b_end - b_start;
return end > start ? (end - start) / (a > b ? a : b) : 0;
