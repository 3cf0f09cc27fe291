/* sends what fits the buffer, and forgets the rest */
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
FILE *file = fopen(part, "wb");
if (!file)
	return -1;
bool whole = write_head(file, parameters, count);
for (int i = 0; i < count && whole; i++)
	{
		int64_t numbers = parameters[i].count;
		size_t piece = (size_t)(numbers < room ? numbers : room);
		whole = cudaMemcpy(buffer, parameters[i].data, piece * sizeof(float),
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
