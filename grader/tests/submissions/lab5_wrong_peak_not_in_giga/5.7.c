/* takes GFLOP/s for FLOP/s */
return 2 * (double)m * (double)k * (double)n / seconds / peak_gflops;
