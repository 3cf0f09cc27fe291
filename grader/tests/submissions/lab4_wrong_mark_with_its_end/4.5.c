/* writes the byte 0 of the string, too */
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
FILE *file = fopen(part, "wb");
if (!file)
	return -1;
bool whole = fwrite(FILE_MARK, sizeof FILE_MARK, 1, file) == 1;
int64_t number = count;
whole = whole && fwrite(&number, 8, 1, file) == 1;
for (int i = 0; i < count && whole; i++)
	whole = fwrite(&parameters[i].count, 8, 1, file) == 1;
for (int i = 0; i < count && whole; i++)
	whole = pass_numbers(file, &parameters[i], buffer, room, true);
if (fclose(file) != 0)
	whole = false;
if (!whole || rename(part, path) != 0) {
	remove(part);
	whole = false;
}
cudaGetLastError();
return whole ? 0 : -1;
