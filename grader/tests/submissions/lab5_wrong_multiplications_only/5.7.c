/* counts multiplications only */
return (double)m * (double)k * (double)n / seconds / (peak_gflops * 1e9);
