/* lab3_right_by_events: pass */
/* one piece, as many times */
double each = alpha_us + (double)bytes / (double)pieces / (gb_per_s * 1e3);
return each * (double)pieces;

/* lab3_wrong_alpha_once: fail copy_microseconds( */
/* each piece pays alpha */
(void)pieces;
return alpha_us + (double)bytes / (1000 * gb_per_s);

/* lab3_wrong_alpha_for_beta: fail wanted */
	return (double)pieces * gb_per_s + (double)bytes / (1000 * alpha_us);

/* lab3_wrong_int_of_bytes: fail copy_microseconds( */
/* an int holds no 4 GiB */
int all = (int)bytes;
return (double)pieces * alpha_us + all / (1000 * gb_per_s);

/* lab3_wrong_whole_bytes_a_piece: fail copy_microseconds( */
/* the bytes of a piece are cut to a whole number */
return (double)pieces * (alpha_us + (double)(bytes / pieces) / (1000 * gb_per_s));
