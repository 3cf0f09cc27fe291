/* compares with the first weight and forgets x */
int done = 0;
while (done < count && devices[done] == devices[0])
	done++;
return done;
