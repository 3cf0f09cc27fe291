/* believes that every parameter fits the buffer */
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
FILE *file = fopen(part, "wb");
if (!file)
	return -1;
bool whole = write_head(file, parameters, count);
for (int i = 0; i < count && whole; i++)
	whole = cudaMemcpy(buffer, parameters[i].data,
				   (size_t)parameters[i].count * sizeof(float),
				   cudaMemcpyDeviceToHost) == cudaSuccess &&
			fwrite(buffer, sizeof(float), (size_t)parameters[i].count, file) ==
				(size_t)parameters[i].count;
if (fclose(file) != 0)
	whole = false;
if (!whole || rename(part, path) != 0) {
	remove(part);
	whole = false;
}
cudaGetLastError();
return whole ? 0 : -1;
