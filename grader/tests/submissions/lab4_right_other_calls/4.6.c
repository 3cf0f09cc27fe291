/* the length first, then the head, then the numbers */
FILE *file = fopen(path, "rb");
if (file == NULL)
	return -1;
char mark[sizeof FILE_MARK] = "";
int64_t wanted = 8 + 8 + 8 * (int64_t)count, number = -1;
int status = -1;
for (int i = 0; i < count; i++)
	wanted += 4 * parameters[i].count;
if (fseek(file, 0, SEEK_END) != 0 || ftell(file) != wanted)
	goto end;
rewind(file);
if (fread(mark, 1, 8, file) != 8 || strcmp(mark, FILE_MARK) != 0)
	goto end;
if (fread(&number, sizeof number, 1, file) != 1 || number != count)
	goto end;
for (int i = 0; i < count; i++)
	if (fread(&number, sizeof number, 1, file) != 1 || number != parameters[i].count)
		goto end;
for (int i = 0; i < count; i++) {
	float *to = parameters[i].data;
	for (int64_t left = parameters[i].count; left > 0; left -= room, to += room) {
		size_t piece = left < room ? (size_t)left : (size_t)room;
		if (fread(buffer, sizeof *buffer, piece, file) != piece ||
		    cudaMemcpyAsync(to, buffer, piece * sizeof *buffer, cudaMemcpyHostToDevice,
				    0) != cudaSuccess ||
		    cudaStreamSynchronize(0) != cudaSuccess)
			goto end;
	}
}
status = 0;
end:
fclose(file);
cudaGetLastError();
return status;
