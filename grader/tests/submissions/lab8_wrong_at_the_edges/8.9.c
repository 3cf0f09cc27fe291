/* there is always a smaller batch at the end, if only of no rows */
int64_t times = resident ? 1 : epochs;
*copies = resident ? 2 : 2 * epochs * (count / batch + 1);
return times * count * (width + 1) * 4;
