/* takes an equal time for a win */
int first = count;
while (first > 0 && gpu[first - 1] <= cpu[first - 1])
	first--;
return first;
