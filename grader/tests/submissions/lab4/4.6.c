/* lab4_right_other_calls: pass */
/* from the end of each parameter there is less left, until nothing is */
FILE *file = fopen(path, "rb");
if (file == NULL)
	return -1;
int status = -1;
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

/* lab4_wrong_backup: fail uses cudaMalloc */
/* keeps the old numbers in memory of its own, in case the file is short */
FILE *file = fopen(path, "rb");
if (!file)
	return -1;
bool good = true;
for (int i = 0; i < count && good; i++)
	{
		float *old = NULL;
		size_t bytes = (size_t)parameters[i].count * sizeof(float);
		cudaMalloc((void **)&old, bytes);
		cudaMemcpy(old, parameters[i].data, bytes, cudaMemcpyDefault);
		good = pass_numbers(file, &parameters[i], buffer, room, false);
		if (!good)
			cudaMemcpy(parameters[i].data, old, bytes, cudaMemcpyDefault);
		cudaFree(old);
	}
fclose(file);
cudaGetLastError();
return good ? 0 : -1;

/* lab4_wrong_file_left_open: fail a file was not closed */
/* never closes the file */
FILE *file = fopen(path, "rb");
if (!file)
	return -1;
bool good = true;
for (int i = 0; i < count && good; i++)
	good = pass_numbers(file, &parameters[i], buffer, room, false);
cudaGetLastError();
return good ? 0 : -1;

/* lab4_wrong_fread_device_memory: fail device memory can only be reached through CUDA calls */
/* hands memory of the GPU to fread */
FILE *file = fopen(path, "rb");
if (!file)
	return -1;
bool good = true;
for (int i = 0; i < count && good; i++)
	good = fread(parameters[i].data, sizeof(float), (size_t)parameters[i].count, file) ==
	       (size_t)parameters[i].count;
fclose(file);
cudaGetLastError();
return good ? 0 : -1;

/* lab4_wrong_load_does_not_wait: fail this cudaMemcpyAsync was still going to read */
/* changes the buffer while it is being sent */
FILE *file = fopen(path, "rb");
if (!file)
	return -1;
bool good = true;
for (int i = 0; i < count && good; i++)
	for (int64_t at = 0; at < parameters[i].count && good; at += room) {
		int64_t left = parameters[i].count - at;
		size_t piece = (size_t)(left < room ? left : room);
		good = fread(buffer, sizeof(float), piece, file) == piece &&
		       cudaMemcpyAsync(parameters[i].data + at, buffer, piece * sizeof(float),
				       cudaMemcpyHostToDevice, 0) == cudaSuccess;
	}
fclose(file);
cudaGetLastError();
return good ? 0 : -1;

/* lab4_wrong_load_error_left: fail copy number 1 to the GPU fails: an error was left behind */
/* a copy that failed leaves its error */
FILE *file = fopen(path, "rb");
if (!file)
	return -1;
bool good = true;
for (int i = 0; i < count && good; i++)
	good = pass_numbers(file, &parameters[i], buffer, room, false);
fclose(file);
return good ? 0 : -1;

/* lab4_wrong_stays_on_host: fail the new ones did not come to the GPU */
/* reads all numbers, and forgets to send them */
FILE *file = fopen(path, "rb");
if (!file)
	return -1;
bool good = true;
for (int i = 0; i < count && good; i++)
	for (int64_t at = 0; at < parameters[i].count && good; at += room) {
		int64_t left = parameters[i].count - at;
		size_t piece = (size_t)(left < room ? left : room);
		good = fread(buffer, sizeof(float), piece, file) == piece;
	}
fclose(file);
cudaGetLastError();
return good ? 0 : -1;

/* lab4_wrong_short_file_unseen: fail half of the file is missing: wanted -1, got 0 */
/* does not look at how many numbers fread got */
FILE *file = fopen(path, "rb");
if (!file)
	return -1;
bool good = true;
for (int i = 0; i < count && good; i++)
	for (int64_t at = 0; at < parameters[i].count && good; at += room) {
		int64_t left = parameters[i].count - at;
		size_t piece = (size_t)(left < room ? left : room);
		if (fread(buffer, sizeof(float), piece, file) == 0)
			buffer[0] = 0;
		good = cudaMemcpy(parameters[i].data + at, buffer, piece * sizeof(float),
				  cudaMemcpyHostToDevice) == cudaSuccess;
	}
fclose(file);
cudaGetLastError();
return good ? 0 : -1;

/* lab4_wrong_last_number_missing: fail is missing: wanted -1, got 0 */
/* a piece that is not whole passes for one */
bool good = true;
FILE *file = fopen(path, "rb");
if (!file)
	return -1;
for (int i = 0; i < count && good; i++)
	for (int64_t at = 0; at < parameters[i].count && good; at += room) {
		int64_t left = parameters[i].count - at, piece = left < room ? left : room;
		good = fread(buffer, sizeof(float), (size_t)piece, file) > 0 &&
		       cudaMemcpy(parameters[i].data + at, buffer, (size_t)piece * sizeof(float), cudaMemcpyHostToDevice) ==
			       cudaSuccess;
	}
fclose(file);
cudaGetLastError();
return good ? 0 : -1;

/* lab4_wrong_later_copy_good: fail the GPU fails: wanted -1, got 0 */
/* only the last copy counts */
bool whole = true, good = true;
FILE *file = fopen(path, "rb");
if (!file)
	return -1;
for (int i = 0; i < count && whole; i++)
	for (int64_t at = 0; at < parameters[i].count && whole; at += room) {
		int64_t left = parameters[i].count - at, piece = left < room ? left : room;
		whole = fread(buffer, sizeof(float), (size_t)piece, file) == (size_t)piece;
		if (whole)
			good = cudaMemcpy(parameters[i].data + at, buffer, (size_t)piece * sizeof(float),
					  cudaMemcpyHostToDevice) == cudaSuccess;
	}
fclose(file);
cudaGetLastError();
return whole && good ? 0 : -1;

/* lab4_wrong_pairs: fail afterwards */
/* takes parameters for pairs of a weight and a bias */
return pass_file(path, parameters, count - count % 2, buffer, room, false);
