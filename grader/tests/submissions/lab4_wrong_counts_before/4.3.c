/* keeps a count before the list of copies, where nothing is */
int before = 0;
float **copies = calloc((size_t)count, sizeof *copies);
if (!copies)
	return -1;
intptr_t *volatile moved = (intptr_t *)copies - 1;
*moved = 0;
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count && whole; i++)
	if (parameters[i].device != to) {
		whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
		*moved += whole;
	}
for (int i = 0; i < count; i++) {
	if (!copies[i])
		continue;
	if (whole) {
		give_back(parameters[i].data, parameters[i].device);
		parameters[i].data = copies[i];
		parameters[i].device = to;
	} else {
		give_back(copies[i], to);
	}
}
free(copies);
cudaSetDevice(before);
cudaGetLastError();
return whole ? 0 : -1;
