/* each piece pays alpha */
(void)pieces;
return alpha_us + (double)bytes / (1000 * gb_per_s);
