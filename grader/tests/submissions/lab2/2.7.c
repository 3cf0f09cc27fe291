/* lab2_right_by_doubling: pass */
/* subtracts example by example would take long; divides what is left, in floats */
int64_t floats = free_mib * 262144;
floats -= parameters;
floats -= parameters;
return floats < numbers_per_example ? 0 : floats / numbers_per_example;

/* lab2_wrong_below_zero: fail wanted 0 */
/* if the parameters alone do not fit, the answer is not below 0 */
return (free_mib * 1024 * 1024 - 8 * parameters) / (4 * numbers_per_example);

/* lab2_wrong_gradient_forgotten: fail largest_batch( */
/* the gradients need room too */
int64_t left = free_mib * 1024 * 1024 - 4 * parameters;
return left > 0 ? left / (4 * numbers_per_example) : 0;
