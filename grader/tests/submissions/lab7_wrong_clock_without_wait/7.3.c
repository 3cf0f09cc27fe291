/* times how long queueing takes */
int before = 0, failed = 0;
cudaGetDevice(&before);
wait_for_all(alone, count);
wait_for_all(apart, count);
double start = timer_now();
failed |= queue_all(alone, count);
double middle = timer_now();
failed |= queue_all(apart, count);
double end = timer_now();
wait_for_all(alone, count);
wait_for_all(apart, count);
cudaSetDevice(before);
return failed ? -1 : (middle - start) / (end - middle);
