/* copies a whole buffer also at the end */
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
FILE *file = fopen(part, "wb");
if (!file)
	return -1;
bool whole = write_head(file, parameters, count);
for (int i = 0; i < count && whole; i++)
	for (int64_t at = 0; at < parameters[i].count && whole; at += room) {
		int64_t left = parameters[i].count - at;
		size_t piece = (size_t)(left < room ? left : room);
		whole = cudaMemcpy(buffer, parameters[i].data + at, (size_t)room * sizeof(float),
				   cudaMemcpyDeviceToHost) == cudaSuccess &&
			fwrite(buffer, sizeof(float), piece, file) == piece;
	}
if (fclose(file) != 0)
	whole = false;
if (!whole || rename(part, path) != 0) {
	remove(part);
	whole = false;
}
cudaGetLastError();
return whole ? 0 : -1;
