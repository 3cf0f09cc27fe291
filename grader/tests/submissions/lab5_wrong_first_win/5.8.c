/* the first win, though it does not last */
for (int i = 0; i < count; i++)
	if (gpu[i] < cpu[i])
		return i;
return count;
