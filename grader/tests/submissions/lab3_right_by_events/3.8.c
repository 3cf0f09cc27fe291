/* one piece, as many times */
double each = alpha_us + (double)bytes / (double)pieces / (gb_per_s * 1e3);
return each * (double)pieces;
