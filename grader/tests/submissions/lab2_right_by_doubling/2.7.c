/* subtracts example by example would take long; divides what is left, in floats */
int64_t floats = free_mib * 262144;
floats -= parameters;
floats -= parameters;
return floats < numbers_per_example ? 0 : floats / numbers_per_example;
