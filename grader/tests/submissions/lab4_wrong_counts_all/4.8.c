/* goes on behind what is refused */
int done = 0;
for (int i = 0; i < count; i++)
	done += devices[i] == x;
return done;
