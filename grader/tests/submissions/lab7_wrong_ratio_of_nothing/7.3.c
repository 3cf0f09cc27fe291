/* knows the answer without asking */
(void)alone;
for (int i = 0; i < count; i++)
	if (!apart[i].handle)
		return -1;
return 2;
