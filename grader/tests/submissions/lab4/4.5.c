/* lab4_right_other_calls: pass */
/* by the system's own calls, in one loop over all numbers */
extern int fileno(FILE *);
extern int fsync(int);
FILE *file = fopen(path, "w");
if (file == NULL)
	return -1;
int bad = 0;
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
(void)cudaGetLastError();
return bad ? -1 : 0;

/* lab4_right_two_halves: pass */
/* two halves of the buffer take turns: one is filled while the other is written */
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
bool whole = true;
int64_t half = room > 1 ? room / 2 : 1;
for (int i = 0; i < count && whole; i++) {
	int before = 0;
	cudaStream_t stream = NULL;
	cudaGetDevice(&before);
	cudaSetDevice(parameters[i].device);
	whole = cudaStreamCreate(&stream) == cudaSuccess;
	int64_t waiting = 0;
	for (int64_t at = 0, turn = 0; whole && (at < parameters[i].count || waiting); turn++) {
		int64_t left = parameters[i].count - at, now = left < half ? left : half;
		float *into = buffer + (room > 1 ? turn % 2 * half : 0);
		const float *full = buffer + (room > 1 ? (turn + 1) % 2 * half : 0);
		if (room == 1 && waiting) { /* one half only: first empty it */
			whole = fwrite(buffer, sizeof(float), 1, file) == 1;
			waiting = 0;
		}
		if (whole && now > 0)
			whole = cudaMemcpyAsync(into, parameters[i].data + at,
						(size_t)now * sizeof(float),
						cudaMemcpyDeviceToHost, stream) == cudaSuccess;
		if (whole && waiting)
			whole = fwrite(full, sizeof(float), (size_t)waiting, file) ==
				(size_t)waiting;
		whole = cudaStreamSynchronize(stream) == cudaSuccess && whole;
		waiting = now;
		at += now;
	}
	if (stream)
		cudaStreamDestroy(stream);
	cudaSetDevice(before);
}
if (fflush(file) != 0)
	whole = false;
fclose(file);
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_copy_unchecked: fail copy number 1 to the host fails: wanted -1, got 0 */
/* does not look at what cudaMemcpy says */
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
bool whole = true;
for (int i = 0; i < count && whole; i++)
	for (int64_t at = 0; at < parameters[i].count && whole; at += room) {
		int64_t left = parameters[i].count - at;
		size_t piece = (size_t)(left < room ? left : room);
		cudaMemcpy(buffer, parameters[i].data + at, piece * sizeof(float),
			   cudaMemcpyDeviceToHost);
		whole = fwrite(buffer, sizeof(float), piece, file) == piece;
	}
if (fclose(file) != 0)
	whole = false;
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_first_piece: fail the bytes of the file */
/* sends what fits the buffer, and forgets the rest */
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
bool whole = true;
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
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_fits_the_buffer: fail of pinned host memory */
/* believes that every parameter fits the buffer */
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
bool whole = true;
for (int i = 0; i < count && whole; i++)
	whole = cudaMemcpy(buffer, parameters[i].data,
				   (size_t)parameters[i].count * sizeof(float),
				   cudaMemcpyDeviceToHost) == cudaSuccess &&
			fwrite(buffer, sizeof(float), (size_t)parameters[i].count, file) ==
				(size_t)parameters[i].count;
if (fclose(file) != 0)
	whole = false;
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_fwrite_device_memory: fail device memory can only be reached through CUDA calls */
/* hands memory of the GPU to fwrite */
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
bool whole = true;
for (int i = 0; i < count && whole; i++)
	whole = fwrite(parameters[i].data, sizeof(float), (size_t)parameters[i].count,
			       file) == (size_t)parameters[i].count;
if (fclose(file) != 0)
	whole = false;
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_goes_twice: fail some went twice */
/* a first pass to see whether every copy works */
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
bool whole = true;
for (int i = 0; i < count && whole; i++)
	whole = cudaMemcpy(buffer, parameters[i].data, sizeof(float),
				   cudaMemcpyDeviceToHost) == cudaSuccess &&
			pass_numbers(file, &parameters[i], buffer, room, true);
if (fclose(file) != 0)
	whole = false;
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_last_piece_full: fail save_parameters: cudaMemcpy reads */
/* copies a whole buffer also at the end */
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
bool whole = true;
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
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_later_copy_hides_failure: fail copy number 1 to the host fails: wanted -1, got 0 */
/* only what became of the last parameter counts */
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
bool whole = true;
for (int i = 0; i < count; i++)
	whole = pass_numbers(file, &parameters[i], buffer, room, true);
if (fclose(file) != 0)
	whole = false;
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_model_on_host: fail uses malloc */
/* a second copy of the model on the host */
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
bool whole = true;
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
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_number_by_number: fail copies: wanted at most */
/* one copy for each number */
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
bool whole = true;
for (int i = 0; i < count && whole; i++)
	for (int64_t at = 0; at < parameters[i].count && whole; at++)
		whole = cudaMemcpy(buffer, parameters[i].data + at, sizeof(float),
				   cudaMemcpyDeviceToHost) == cudaSuccess &&
			fwrite(buffer, sizeof(float), 1, file) == 1;
if (fclose(file) != 0)
	whole = false;
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_ordinary_memory: fail ordinary memory of the host; wanted the pinned buffer */
/* an array of its own instead of the pinned buffer */
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
bool whole = true;
for (int i = 0; i < count && whole; i++)
	for (int64_t at = 0; at < parameters[i].count && whole; at += room) {
		float own[65536];
		int64_t left = parameters[i].count - at;
		size_t piece = (size_t)(left < room ? left : room);
		whole = cudaMemcpy(own, parameters[i].data + at, piece * sizeof(float),
				   cudaMemcpyDeviceToHost) == cudaSuccess &&
			fwrite(own, sizeof(float), piece, file) == piece;
		buffer[0] = own[0];
	}
if (fclose(file) != 0)
	whole = false;
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_save_does_not_wait: fail a piece was written when its copy had not come yet */
/* writes before the numbers have come */
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
bool whole = true;
for (int i = 0; i < count && whole; i++)
	for (int64_t at = 0; at < parameters[i].count && whole; at += room) {
		int64_t left = parameters[i].count - at;
		size_t piece = (size_t)(left < room ? left : room);
		whole = cudaMemcpyAsync(buffer, parameters[i].data + at, piece * sizeof(float),
					cudaMemcpyDeviceToHost, 0) == cudaSuccess &&
			fwrite(buffer, sizeof(float), piece, file) == piece;
	}
if (fclose(file) != 0)
	whole = false;
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_full_disk: fail the disk is full */
/* looks at what CUDA says, and not at what the disk says */
bool good = true;
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
for (int i = 0; i < count && good; i++)
	for (int64_t at = 0; at < parameters[i].count && good; at += room) {
		int64_t left = parameters[i].count - at, piece = left < room ? left : room;
		good = cudaMemcpy(buffer, parameters[i].data + at, (size_t)piece * sizeof(float), cudaMemcpyDeviceToHost) ==
		       cudaSuccess;
		fwrite(buffer, sizeof(float), (size_t)piece, file);
	}
fclose(file);
cudaGetLastError();
return good ? 0 : -1;

/* lab4_wrong_close_unchecked: fail the disk is full */
/* the last bytes are written by fclose(), which may fail */
bool good = true;
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
for (int i = 0; i < count && good; i++)
	for (int64_t at = 0; at < parameters[i].count && good; at += room) {
		int64_t left = parameters[i].count - at, piece = left < room ? left : room;
		good = cudaMemcpy(buffer, parameters[i].data + at, (size_t)piece * sizeof(float), cudaMemcpyDeviceToHost) ==
			       cudaSuccess &&
		       fwrite(buffer, sizeof(float), (size_t)piece, file) == (size_t)piece;
	}
fclose(file);
cudaGetLastError();
return good ? 0 : -1;

/* lab4_wrong_not_closed: fail bytes, and was not closed */
/* nobody closes the file */
FILE *file = fopen(path, "wb");
bool good = file != NULL;
for (int i = 0; i < count && good; i++)
	for (int64_t done = 0; done < parameters[i].count && good; done += room) {
		int64_t left = parameters[i].count - done;
		size_t n = (size_t)(left < room ? left : room);
		good = cudaMemcpy(buffer, parameters[i].data + done, n * sizeof *buffer,
				  cudaMemcpyDeviceToHost) == cudaSuccess &&
		       fwrite(buffer, sizeof *buffer, n, file) == n;
	}
cudaGetLastError();
return good ? 0 : -1;

/* lab4_wrong_pairs: fail the bytes of the file */
/* takes parameters for pairs of a weight and a bias */
return pass_file(path, parameters, count - count % 2, buffer, room, true);
