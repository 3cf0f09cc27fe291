/* reads all numbers, and forgets to send them */
FILE *file = fopen(path, "rb");
if (!file)
	return -1;
bool good = read_head(file, parameters, count);
for (int i = 0; i < count && good; i++)
	for (int64_t at = 0; at < parameters[i].count && good; at += room) {
		int64_t left = parameters[i].count - at;
		size_t piece = (size_t)(left < room ? left : room);
		good = fread(buffer, sizeof(float), piece, file) == piece;
	}
fclose(file);
cudaGetLastError();
return good ? 0 : -1;
