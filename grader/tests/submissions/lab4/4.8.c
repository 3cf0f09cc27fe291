/* lab4_right_other_calls: pass */
/* follows the result from device to device */
int here = x;
for (int done = 0; done < count; done++) {
	if (devices[done] != here)
		return done;
	here = devices[done];
}
return count;

/* lab4_wrong_biases_anywhere: fail wanted */
/* believes that only products need one device */
for (int i = 0; i < count; i += 2)
	if (devices[i] != x)
		return i;
return count;

/* lab4_wrong_counts_all: fail wanted */
/* goes on behind what is refused */
int done = 0;
for (int i = 0; i < count; i++)
	done += devices[i] == x;
return done;

/* lab4_wrong_weight_decides: fail wanted 0 */
/* compares with the first weight and forgets x */
int done = 0;
while (done < count && devices[done] == devices[0])
	done++;
return done;
