/* asks the struct instead of CUDA */
int found = 0;
for (int i = 0; i < count; i++)
	if (parameters[i].device != device)
		names[found++] = parameters[i].name;
return found;
