/* a copy that failed leaves its error */
FILE *file = fopen(path, "rb");
if (!file)
	return -1;
bool good = read_head(file, parameters, count);
for (int i = 0; i < count && good; i++)
	good = pass_numbers(file, &parameters[i], buffer, room, false);
fclose(file);
return good ? 0 : -1;
