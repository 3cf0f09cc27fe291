/* if the parameters alone do not fit, the answer is not below 0 */
return (free_mib * 1024 * 1024 - 8 * parameters) / (4 * numbers_per_example);
