/* writes over the older file at once */
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
bool whole = write_head(file, parameters, count);
for (int i = 0; i < count && whole; i++)
	whole = pass_numbers(file, &parameters[i], buffer, room, true);
if (fclose(file) != 0)
	whole = false;
cudaGetLastError();
return whole ? 0 : -1;
