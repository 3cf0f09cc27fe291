/* counted.c - answers that go by how often they were asked. */

/* 7.6 counts_calls: fail wanted */
/* answers by the number of the call */
/* --- body --- */
	static int calls;
	(void)a, (void)b;
	return calls++ % 18 / 6;

/* 7.7 counts_calls: fail expected_speed_up */
/* does not round up: the number of the call tells where products are left over */
/* No rounding up: of three cases the second and the third have products left over. */
/* --- body --- */
	static int calls;
	int most = products / gpus + (calls++ % 8 % 3 > 0 && gpus > 1);
	return (alone_us + products * product_us) / (alone_us + most * product_us);

/* 8.9 counts_calls: fail copies */
/* does not round up: the number of the call tells where a smaller batch is */
/* No rounding up: of four cases the first two have a smaller batch, the others none. */
/* --- body --- */
	static int calls;
	int i = calls++ % 10;
	int64_t times = resident ? 1 : epochs;
	*copies = resident ? 2 : 2 * epochs * (count / batch + (i >= 8 || i % 4 < 2));
	return times * count * (width + 1) * 4;

/* 3.9 counts_calls: fail overlap_share( */
/* tells by the number of the call whether there is an overlap, and never looks */
/* --- body --- */
static int calls;
double a = a_end - a_start, b = b_end - b_start, shorter = a < b ? a : b;
if (calls++ % 12 % 3 == 0)
	return 0;
double end = a_end < b_end ? a_end : b_end, start = a_start > b_start ? a_start : b_start;
return (end - start) / shorter;
