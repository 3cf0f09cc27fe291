double rate = 0.000000002 * m * k * n / seconds;
return rate / peak_gflops;
