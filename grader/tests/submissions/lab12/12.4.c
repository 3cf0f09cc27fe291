/* lab12_wrong_climbs_from_zero: fail rate_for */
/* the rate begins at 0 */
double full = rate * (double)larger / (double)batch;
return step >= warm_up ? full : full * (double)step / (double)warm_up;

/* lab12_wrong_square_root: fail rate_for */
/* the rule of the square root, which is another one */
double k = (double)larger / (double)batch, root = k;
for (int i = 0; i < 60; i++)
	root = (root + k / root) / 2;
double full = rate * root;
return step >= warm_up ? full : rate + (full - rate) * (double)step / (double)warm_up;

/* lab12_wrong_whole_numbers: fail rate_for */
/* the division of whole numbers */
double full = rate * (double)(larger / batch);
return step >= warm_up ? full : rate + (full - rate) * (double)(step / warm_up);

/* lab12_right_mixed: pass */
/* both rates, weighted */
double at = step >= warm_up ? 1 : (double)step / (double)warm_up;
return rate * (1 - at) + rate * (double)larger / (double)batch * at;
