/* a file may be too long */
char mark[8];
int64_t number, numbers = 0;
FILE *file = fopen(path, "rb");
if (!file)
	return -1;
bool good = fread(mark, 8, 1, file) == 1 && memcmp(mark, FILE_MARK, 8) == 0 &&
	    fread(&number, 8, 1, file) == 1 && number == count;
for (int i = 0; i < count && good; i++) {
	good = fread(&number, 8, 1, file) == 1 && number == parameters[i].count;
	numbers += number;
}
long at = ftell(file);
good = good && fseek(file, 0, SEEK_END) == 0 &&
       ftell(file) >= at + numbers * (long)sizeof(float) && fseek(file, at, SEEK_SET) == 0;
for (int i = 0; i < count && good; i++)
	good = pass_numbers(file, &parameters[i], buffer, room, false);
fclose(file);
cudaGetLastError();
return good ? 0 : -1;
