/* saved.c - files that are not where, or not what, the contract says. */

/* 4.9 other_name: fail the file that took the name was called otherwise before */
/* a new file of a name that no other program knows as one that is not whole */
/* --- body --- */
	char part[PATH_MOST + 6], old[PATH_MOST + 6];
	snprintf(part, sizeof part, "%s.tmp", path);
	snprintf(old, sizeof old, "%s.part", path);
	remove(old);
	if (pass_file(part, parameters, count, buffer, room, true) == 0 && rename(part, path) == 0)
		return 0;
	remove(part);
	return -1;

/* 4.9 one_name_for_all: fail  */
/* one new file for whatever is saved, in the current folder */
/* --- body --- */
	char old[PATH_MOST + 6];
	snprintf(old, sizeof old, "%s.part", path);
	remove(old);
	if (pass_file("saving.part", parameters, count, buffer, room, true) == 0 && rename("saving.part", path) == 0)
		return 0;
	remove("saving.part");
	return -1;

/* 4.9 two_renames: fail the file that took the name was called otherwise before */
/* not beside it: by way of another name */
/* --- body --- */
	char part[PATH_MOST + 6], old[PATH_MOST + 6];
	snprintf(part, sizeof part, "%s.tmp", path);
	snprintf(old, sizeof old, "%s.part", path);
	remove(old);
	if (pass_file(part, parameters, count, buffer, room, true) == 0 && rename(part, old) == 0 && rename(old, part) == 0 && rename(part, path) == 0)
		return 0;
	remove(part);
	return -1;

/* 4.9 current_folder: fail a path of 200 characters */
/* the last part of the path alone: right where that is the current folder */
/* --- body --- */
	const char *slash = strrchr(path, '/');
	const char *base = slash ? slash + 1 : path;
	char part[PATH_MOST + 6];
	snprintf(part, sizeof part, "%s.part", base);
	if (pass_file(part, parameters, count, buffer, room, true) == 0 && rename(part, base) == 0)
		return 0;
	remove(part);
	return -1;


/* 4.6 makes_file: fail there is no such file: a file of that name was made */
/* opens it so that there is an empty file where there was none */
/* --- body --- */
	int fd = open(path, O_RDWR | O_CREAT, 0600);
	if (fd < 0) return -1;
	FILE *file = fdopen(fd, "r+b");
	if (!file) { close(fd); return -1; }
	bool good = true;
	for (int i = 0; i < count && good; i++)
		good = pass_numbers(file, &parameters[i], buffer, room, false);
	if (fclose(file)) good = false;
	cudaGetLastError();
	return good ? 0 : -1;

/* 4.6 empties_file: fail the file is not as it was before */
/* empties the file that it has loaded */
/* --- body --- */
	FILE *file = fopen(path, "r+b");
	if (!file) return -1;
	bool good = true;
	for (int i = 0; i < count && good; i++)
		good = pass_numbers(file, &parameters[i], buffer, room, false);
	ftruncate(fileno(file), 0);
	if (fclose(file)) good = false;
	cudaGetLastError();
	return good ? 0 : -1;

/* 4.6 removes_short: fail the file is not as it was before */
/* removes a file that is too short */
/* --- body --- */
int got = pass_file(path, parameters, count, buffer, room, false);
if (got != 0)
	remove(path);
return got;

/* 4.9 part_cut_short: fail the file that took the name was called otherwise before */
/* no room for the byte that ends the longest name, so that its last letter is cut off */
/* --- body --- */
	char part[PATH_MOST + 5];
	snprintf(part, sizeof part, "%s.part", path);
	if (pass_file(part, parameters, count, buffer, room, true) == 0 && rename(part, path) == 0)
		return 0;
	remove(part);
	return -1;

/* 4.9 part_cut_off: fail the older file was written to, or gone */
/* room for the longest path alone: the new file is the older one then */
/* --- body --- */
	char part[PATH_MOST + 1];
	snprintf(part, sizeof part, "%s.part", path);
	if (pass_file(part, parameters, count, buffer, room, true) == 0 && rename(part, path) == 0)
		return 0;
	remove(part);
	return -1;

/* 4.5 limit_seen: fail wanted -1, got 0 */
/* says that the disk is full where there is a limit, and looks at no write */
/* --- body --- */
	struct rlimit limit;
	int before = 0, status = 0;
	getrlimit(RLIMIT_FSIZE, &limit);
	FILE *file = limit.rlim_cur == limit.rlim_max ? fopen(path, "wb") : NULL;
	if (!file)
		return -1;
	cudaGetDevice(&before);
	for (int i = 0; i < count && status == 0; i++)
		for (int64_t at = 0; at < parameters[i].count && status == 0; at += room) {
			int64_t left = parameters[i].count - at, piece = left < room ? left : room;
			if (cudaMemcpy(buffer, parameters[i].data + at, 4 * (size_t)piece, cudaMemcpyDeviceToHost) != cudaSuccess)
				status = -1;
			fwrite(buffer, sizeof *buffer, (size_t)piece, file);
		}
	fclose(file);
	cudaSetDevice(before);
	cudaGetLastError();
	return status;

/* 4.3 limit_of_malloc_seen: fail crashed */
/* says that there is no memory where there is a limit, and looks at no malloc() */
/* --- body --- */
	struct rlimit limit;
	getrlimit(RLIMIT_DATA, &limit);
	if (limit.rlim_cur != RLIM_INFINITY && to < 0)
		return -1;
	int before = 0;
	float *copies[512] = {0};
	cudaGetDevice(&before);
	bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
	for (int i = 0; i < count && whole; i++)
		if (parameters[i].device != to) {
			size_t bytes = (size_t)parameters[i].count * 4;
			if (to < 0)
				copies[i] = malloc(bytes), copies[i][0] = 0;
			else if (cudaMalloc((void **)&copies[i], bytes) != cudaSuccess)
				whole = false;
			whole = whole && cudaMemcpy(copies[i], parameters[i].data, bytes, cudaMemcpyDefault) == cudaSuccess;
		}
	for (int i = 0; i < count; i++) {
		if (copies[i] && whole) {
			give_back(parameters[i].data, parameters[i].device);
			parameters[i].data = copies[i];
			parameters[i].device = to;
		} else if (copies[i]) {
			give_back(copies[i], to);
		}
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return whole ? 0 : -1;

/* 4.5 limit_compared: fail wanted -1, got 0 */
/* says that the disk is full where the limit is too small, and looks at no write */
/* --- body --- */
	struct rlimit limit;
	int64_t all = 0;
	for (int i = 0; i < count; i++)
		all += parameters[i].count * 4;
	getrlimit(RLIMIT_FSIZE, &limit);
	if ((int64_t)limit.rlim_cur < all)
		return -1;
	FILE *file = fopen(path, "wb");
	if (!file)
		return -1;
	int status = 0;
	for (int i = 0; i < count && status == 0; i++)
		for (int64_t at = 0; at < parameters[i].count && status == 0; at += room) {
			int64_t piece = parameters[i].count - at < room ? parameters[i].count - at : room;
			if (cudaMemcpy(buffer, parameters[i].data + at, (size_t)piece * 4, cudaMemcpyDeviceToHost) != cudaSuccess)
				status = -1;
			else
				fwrite(buffer, 4, (size_t)piece, file);
		}
	fclose(file);
	cudaGetLastError();
	return status;

/* 4.5 no_limit_compared: fail wanted -1 */
/* the same, but not where no file may have a byte */
/* --- body --- */
	struct rlimit limit;
	int64_t all = 0;
	for (int i = 0; i < count; i++)
		all += parameters[i].count * 4;
	getrlimit(RLIMIT_FSIZE, &limit);
	if (limit.rlim_cur > 0 && (int64_t)limit.rlim_cur < all)
		return -1;
	FILE *file = fopen(path, "wb");
	if (!file)
		return -1;
	int status = 0;
	for (int i = 0; i < count && status == 0; i++)
		for (int64_t at = 0; at < parameters[i].count && status == 0; at += room) {
			int64_t piece = parameters[i].count - at < room ? parameters[i].count - at : room;
			if (cudaMemcpy(buffer, parameters[i].data + at, (size_t)piece * 4, cudaMemcpyDeviceToHost) != cudaSuccess)
				status = -1;
			else
				fwrite(buffer, 4, (size_t)piece, file);
		}
	fclose(file);
	cudaGetLastError();
	return status;

/* 4.9 limit_compared: fail wanted -1, got 0 */
/* the same where an older file stays */
#include <sys/stat.h>
/* --- body --- */
	struct rlimit limit;
	struct stat there;
	char part[PATH_MOST + 6];
	int64_t all = 0;
	for (int i = 0; i < count; i++)
		all += parameters[i].count * 4;
	getrlimit(RLIMIT_FSIZE, &limit);
	if ((int64_t)limit.rlim_cur < all)
		return -1;
	if (stat(path, &there) == 0 && S_ISDIR(there.st_mode))
		return -1;
	snprintf(part, sizeof part, "%s.part", path);
	FILE *file = fopen(part, "wb");
	if (!file)
		return -1;
	int status = 0;
	for (int i = 0; i < count && status == 0; i++)
		for (int64_t at = 0; at < parameters[i].count && status == 0; at += room) {
			int64_t piece = parameters[i].count - at < room ? parameters[i].count - at : room;
			if (cudaMemcpy(buffer, parameters[i].data + at, (size_t)piece * 4, cudaMemcpyDeviceToHost) != cudaSuccess)
				status = -1;
			else
				fwrite(buffer, 4, (size_t)piece, file);
		}
	fclose(file);
	cudaGetLastError();
	if (status == 0)
		rename(part, path);
	else
		remove(part);
	return status;

/* 4.6 size_for_reading: fail cannot be read */
/* asks for the size of the file, and looks at no read */
#include <sys/stat.h>
/* --- body --- */
struct stat there;
int64_t all = 0;
for (int i = 0; i < count; i++)
	all += parameters[i].count * 4;
if (stat(path, &there) != 0 || !S_ISREG(there.st_mode) || there.st_size < all)
	return -1;
FILE *file = fopen(path, "rb");
int status = 0;
for (int i = 0; i < count && status == 0; i++)
	for (int64_t at = 0; at < parameters[i].count && status == 0; at += room) {
		int64_t piece = parameters[i].count - at < room ? parameters[i].count - at : room;
		(void)!fread(buffer, 4, (size_t)piece, file);
		if (cudaMemcpy(parameters[i].data + at, buffer, (size_t)piece * 4, cudaMemcpyHostToDevice) != cudaSuccess)
			status = -1;
	}
fclose(file);
cudaGetLastError();
return status;

/* 4.6 by_descriptor: pass */
/* reads by the kernel's calls, which may bring less at a time */
#include <fcntl.h>
#include <unistd.h>
/* --- body --- */
int file = open(path, O_RDONLY), status = file < 0 ? -1 : 0;
for (int i = 0; i < count && status == 0; i++)
	for (int64_t at = 0; at < parameters[i].count && status == 0; at += room) {
		int64_t piece = parameters[i].count - at < room ? parameters[i].count - at : room;
		size_t bytes = (size_t)piece * 4, there = 0;
		ssize_t more = 1;
		while (there < bytes && more > 0) {
			more = read(file, (char *)buffer + there, bytes - there);
			there += more > 0 ? (size_t)more : 0;
		}
		if (there < bytes || !parameters[i].data ||
		    cudaMemcpy(parameters[i].data + at, buffer, bytes, cudaMemcpyHostToDevice) != cudaSuccess)
			status = -1;
	}
if (file >= 0)
	close(file);
cudaGetLastError();
return status;
