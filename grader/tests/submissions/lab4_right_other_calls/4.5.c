/* by the system's own calls, in one loop over all numbers */
extern int fileno(FILE *);
extern int fsync(int);
char part[PATH_MOST + 8] = "";
strcat(strcat(part, path), ".part");
FILE *file = fopen(part, "w");
if (file == NULL)
	return -1;
int bad = 0;
int64_t head = count;
bad |= fputs(FILE_MARK, file) < 0;
bad |= fwrite(&head, sizeof head, 1, file) != 1;
for (int i = 0; i < count; i++)
	bad |= fwrite(&parameters[i].count, sizeof(int64_t), 1, file) != 1;
for (int i = 0; i < count; i++) {
	int64_t at = 0;
	while (at < parameters[i].count && !bad) {
		int64_t piece = parameters[i].count - at;
		if (piece > room)
			piece = room;
		bad |= cudaMemcpy(buffer, &parameters[i].data[at], (size_t)piece * 4,
				  cudaMemcpyDefault) != cudaSuccess;
		bad |= !bad && fwrite(buffer, 4, (size_t)piece, file) != (size_t)piece;
		at += piece;
	}
}
bad |= fflush(file) != 0 || fsync(fileno(file)) != 0;
bad |= fclose(file) != 0;
if (!bad)
	bad = rename(part, path) != 0;
if (bad)
	remove(part);
(void)cudaGetLastError();
return bad ? -1 : 0;
