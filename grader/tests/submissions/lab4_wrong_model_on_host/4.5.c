/* a second copy of the model on the host */
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
FILE *file = fopen(part, "wb");
if (!file)
	return -1;
bool whole = write_head(file, parameters, count);
for (int i = 0; i < count && whole; i++)
	{
		size_t numbers = (size_t)parameters[i].count;
		float *host = malloc(numbers * sizeof *host);
		whole = host &&
			cudaMemcpy(host, parameters[i].data, numbers * sizeof *host,
				   cudaMemcpyDeviceToHost) == cudaSuccess &&
			fwrite(host, sizeof *host, numbers, file) == numbers;
		free(host);
		(void)buffer, (void)room;
	}
if (fclose(file) != 0)
	whole = false;
if (!whole || rename(part, path) != 0) {
	remove(part);
	whole = false;
}
cudaGetLastError();
return whole ? 0 : -1;
