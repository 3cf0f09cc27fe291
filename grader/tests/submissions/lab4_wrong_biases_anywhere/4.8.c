/* believes that only products need one device */
for (int i = 0; i < count; i += 2)
	if (devices[i] != x)
		return i;
return count;
