/* lab5_right_by_events_and_means: pass */
int from = 0;
for (int i = 0; i < count; i++)
	if (!(gpu[i] < cpu[i]))
		from = i + 1;
return from;

/* lab5_wrong_as_fast_is_faster: fail the index: wanted */
/* takes an equal time for a win */
int first = count;
while (first > 0 && gpu[first - 1] <= cpu[first - 1])
	first--;
return first;

/* lab5_wrong_first_win: fail but not at every size from there on */
/* the first win, though it does not last */
for (int i = 0; i < count; i++)
	if (gpu[i] < cpu[i])
		return i;
return count;

/* lab5_wrong_last_loss: fail the index: wanted */
/* the last size at which the GPU loses */
int last = count - 1;
while (last >= 0 && gpu[last] < cpu[last])
	last--;
return last;
