int from = 0;
for (int i = 0; i < count; i++)
	if (!(gpu[i] < cpu[i]))
		from = i + 1;
return from;
