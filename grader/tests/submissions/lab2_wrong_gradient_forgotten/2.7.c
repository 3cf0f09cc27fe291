/* the gradients need room too */
int64_t left = free_mib * 1024 * 1024 - 4 * parameters;
return left > 0 ? left / (4 * numbers_per_example) : 0;
