/* lab4_right_by_save_parameters, calls 4.5: pass */
/* the new file is written by 4.5 */
char part[256] = "";
strcat(strcat(part, path), ".part");
int status = save_parameters(part, parameters, count, buffer, room);
if (status == 0)
	status = rename(part, path);
if (status != 0)
	remove(part);
return status != 0 ? -1 : 0;

/* lab4_wrong_close_unchecked: fail the disk is full */
/* does not look at what fclose says */
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
FILE *file = fopen(part, "wb");
if (!file)
	return -1;
bool whole = true;
for (int i = 0; i < count && whole; i++)
	whole = pass_numbers(file, &parameters[i], buffer, room, true);
fclose(file);
if (!whole || rename(part, path) != 0) {
	remove(part);
	whole = false;
}
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_over_the_old_file: fail the older file was written to, or gone, before */
/* writes over the older file at once */
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
bool whole = true;
for (int i = 0; i < count && whole; i++)
	whole = pass_numbers(file, &parameters[i], buffer, room, true);
if (fclose(file) != 0)
	whole = false;
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_part_appended: fail a .part of an earlier run */
/* writes behind what an earlier run left */
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
FILE *file = fopen(part, "ab");
if (!file)
	return -1;
bool whole = true;
for (int i = 0; i < count && whole; i++)
	whole = pass_numbers(file, &parameters[i], buffer, room, true);
if (fclose(file) != 0)
	whole = false;
if (!whole || rename(part, path) != 0) {
	remove(part);
	whole = false;
}
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_part_left: fail a part of a file was left behind */
/* leaves the half file */
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
FILE *file = fopen(part, "wb");
if (!file)
	return -1;
bool whole = true;
for (int i = 0; i < count && whole; i++)
	whole = pass_numbers(file, &parameters[i], buffer, room, true);
if (fclose(file) != 0)
	whole = false;
if (!whole || rename(part, path) != 0) {
	whole = false;
}
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_rename_unchecked: fail there is a folder of that name: wanted -1, got 0 */
/* does not look at what rename says */
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
FILE *file = fopen(part, "wb");
if (!file)
	return -1;
bool whole = true;
for (int i = 0; i < count && whole; i++)
	whole = pass_numbers(file, &parameters[i], buffer, room, true);
if (fclose(file) != 0)
	whole = false;
if (whole)
	rename(part, path);
else
	remove(part);
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_write_unchecked: fail the disk is full before the last number, and then has room again: wanted -1, got 0 */
/* does not look at what fwrite says */
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
FILE *file = fopen(part, "wb");
if (!file)
	return -1;
bool whole = true;
for (int i = 0; i < count && whole; i++)
	for (int64_t at = 0; at < parameters[i].count && whole; at += room) {
		int64_t left = parameters[i].count - at;
		size_t piece = (size_t)(left < room ? left : room);
		whole = cudaMemcpy(buffer, parameters[i].data + at, piece * sizeof(float),
				   cudaMemcpyDeviceToHost) == cudaSuccess;
		fwrite(buffer, sizeof(float), piece, file);
	}
fclose(file);
if (!whole || rename(part, path) != 0) {
	remove(part);
	whole = false;
}
cudaGetLastError();
return whole ? 0 : -1;

/* lab4_wrong_short_name: fail a path of 200 characters */
/* believes that a path is short */
char part[64];
snprintf(part, sizeof part, "%s.part", path);
if (pass_file(part, parameters, count, buffer, room, true) == 0 && rename(part, path) == 0)
	return 0;
remove(part);
return -1;

/* lab4_wrong_pairs: fail the bytes of the file */
/* takes parameters for pairs of a weight and a bias */
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
if (pass_file(part, parameters, count - count % 2, buffer, room, true) == 0 && rename(part, path) == 0)
	return 0;
remove(part);
return -1;
