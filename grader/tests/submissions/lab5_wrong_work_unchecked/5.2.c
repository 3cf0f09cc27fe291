/* does not look at what the work returns */
work(data);
cudaDeviceSynchronize();
double start = timer_now();
work(data);
cudaDeviceSynchronize();
return timer_now() - start;
