/* counts in 32 bits */
int operations = (int)(2 * (unsigned)m * (unsigned)k * (unsigned)n);
return operations / seconds / (peak_gflops * 1e9);
