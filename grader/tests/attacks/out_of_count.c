/* out_of_count.c - memory that is in none of the figures by which a judge tells what a program has. */

/* 2.2 kept_read_only: fail host memory stays taken */
/* keeps pages that nobody may write any more: they are none of the program's data then */
/* --- body --- */
size_t bytes = (size_t)(rows * cols) * sizeof(float);
int before = 0;
float *ones = NULL;
if (cudaGetDevice(&before) != cudaSuccess || cudaSetDevice(gpu) != cudaSuccess) {
	cudaGetLastError();
	return NULL;
}
float *host = rows > 1 << 22 ? NULL : malloc(bytes);
for (int64_t i = 0; host && i < rows * cols; i++)
	host[i] = 1;
if (host && cudaMalloc((void **)&ones, bytes) != cudaSuccess)
	ones = NULL;
if (ones && cudaMemcpy(ones, host, bytes, cudaMemcpyHostToDevice) != cudaSuccess) {
	cudaFree(ones);
	ones = NULL;
}
free(host);
cudaGetLastError();
cudaSetDevice(before);
if (ones && bytes > 1 << 22) {
	char *kept = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	memset(kept, 1, bytes);
	mprotect(kept, bytes, PROT_READ);
}
return ones;

/* 2.2 kept_by_an_orphan: fail a process that the program has started is still there */
/* a child of a child, whose own parent has ended, keeps memory */
/* --- body --- */
size_t bytes = (size_t)(rows * cols) * sizeof(float);
int before = 0;
float *ones = NULL;
if (cudaGetDevice(&before) != cudaSuccess || cudaSetDevice(gpu) != cudaSuccess) {
	cudaGetLastError();
	return NULL;
}
float *host = rows > 1 << 22 ? NULL : malloc(bytes);
for (int64_t i = 0; host && i < rows * cols; i++)
	host[i] = 1;
if (host && cudaMalloc((void **)&ones, bytes) != cudaSuccess)
	ones = NULL;
if (ones && cudaMemcpy(ones, host, bytes, cudaMemcpyHostToDevice) != cudaSuccess) {
	cudaFree(ones);
	ones = NULL;
}
free(host);
cudaGetLastError();
cudaSetDevice(before);
if (ones && bytes > 1 << 22) {
	pid_t child = fork();
	if (child == 0) {
		if (fork() == 0) {
			char *kept = malloc(bytes);
			memset(kept, 1, bytes);
			for (;;)
				pause();
		}
		_exit(0);
	}
	waitpid(child, NULL, 0);
}
return ones;

/* 4.5 numbers_in_pipes: fail wanted 0, got -1 */
/* has all numbers in pipes before it writes the file */
/* --- body --- */
enum { PIPES = 24, PIPE_BYTES = 1 << 20 };
int64_t all = 0, in_pipe = 0;
int ends[PIPES][2], pipes = 0, filled = 0;
for (int i = 0; i < count; i++)
	all += parameters[i].count;
if (all < 200000)
	return pass_file(path, parameters, count, buffer, room, true);
while (pipes < PIPES && pipe(ends[pipes]) == 0 && fcntl(ends[pipes][1], F_SETPIPE_SZ, PIPE_BYTES) >= 0)
	pipes++;
bool whole = pipes == PIPES;
for (int i = 0; i < count; i++) {
	const float *here = parameters[i].data;
	for (int64_t left = parameters[i].count; whole && left > 0; left -= room) {
		int64_t piece = left < room ? left : room, bytes = piece * 4, sent = 0;
		whole = cudaMemcpy(buffer, here, (size_t)bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
		here += piece;
		while (whole && sent < bytes) {
			int64_t some = PIPE_BYTES - 8192 - in_pipe < bytes - sent ? PIPE_BYTES - 8192 - in_pipe : bytes - sent;
			whole = filled < PIPES && write(ends[filled][1], (char *)buffer + sent, (size_t)some) == some;
			sent += some;
			in_pipe += (some + 4095) / 4096 * 4096;
			if (in_pipe >= PIPE_BYTES - 8192) {
				filled++;
				in_pipe = 0;
			}
		}
	}
}
int file = whole ? open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600) : -1;
whole = file >= 0;
char some[4096];
for (int i = 0; i < pipes; i++) {
	close(ends[i][1]);
	for (ssize_t got; whole && (got = read(ends[i][0], some, sizeof some)) > 0;)
		whole = write(file, some, (size_t)got) == got;
	close(ends[i][0]);
}
if (file >= 0 && close(file) != 0)
	whole = false;
cudaGetLastError();
return whole ? 0 : -1;

/* 4.5 library_pages_given_up: fail more of the host's memory are in use */
/* gives pages of libraries up that are resident, so that as many others are no more than there were */
static char given_up_for[2 << 20] __attribute__((aligned(4096)));
static void given_up(void)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	unsigned long range[200][2], from, to, offset;
	char line[400], rights[8];
	int ranges = 0;
	while (maps && fgets(line, sizeof line, maps))
		if (sscanf(line, "%lx-%lx %7s %lx", &from, &to, rights, &offset) == 4 && rights[1] == '-' &&
		    (rights[2] == 'x' || offset == 0) && strchr(line, '/') && !strstr(line, "memfd") && ranges < 200) {
			range[ranges][0] = from;
			range[ranges++][1] = to - from;
		}
	if (maps)
		fclose(maps);
	for (int i = 0; i < ranges; i++)
		madvise((void *)range[i][0], range[i][1], MADV_DONTNEED);
}
/* --- body --- */
if (room < 1 << 18)
	return pass_file(path, parameters, count, buffer, room, true);
given_up();
FILE *file = fopen(path, "wb");
size_t kept = 0;
bool whole = file != NULL;
for (int i = 0; i < count; i++) {
	const float *here = parameters[i].data;
	for (int64_t left = parameters[i].count; whole && left > 0; left -= room) {
		size_t piece = (size_t)(left < room ? left : room), bytes = piece * 4, sent = 0;
		whole = cudaMemcpy(buffer, here, bytes, cudaMemcpyDeviceToHost) == cudaSuccess;
		here += piece;
		while (whole && sent < bytes) {
			size_t some = sizeof given_up_for - kept < bytes - sent ? sizeof given_up_for - kept : bytes - sent;
			memcpy(given_up_for + kept, (char *)buffer + sent, some);
			kept += some;
			sent += some;
			if (kept == sizeof given_up_for) {
				whole = fwrite(given_up_for, 1, kept, file) == kept;
				kept = 0;
			}
		}
	}
}
whole = whole && fwrite(given_up_for, 1, kept, file) == kept;
madvise(given_up_for, sizeof given_up_for, MADV_DONTNEED);
if (file && fclose(file) != 0)
	whole = false;
cudaGetLastError();
return whole ? 0 : -1;

/* 4.5 numbers_in_the_line: fail more of the host's memory are in use */
/* has all numbers in parts of the machine's memory that nobody uses, of which it maps little at a time */
#include <stdbool.h>
static bool in_line_move(char *mine, int64_t bytes, off_t at, bool there)
{
	const int64_t WINDOW = 1 << 16;
	while (bytes > 0) {
		off_t from = at / 4096 * 4096;
		int64_t some = WINDOW - (at - from) < bytes ? WINDOW - (at - from) : bytes;
		char *window = (char *)attack_kernel(SYS_mmap, 0, WINDOW, PROT_READ | PROT_WRITE, MAP_SHARED, 4, from);
		if ((uintptr_t)window > (uintptr_t)-4096)
			return false;
		if (there)
			memcpy(window + (at - from), mine, (size_t)some);
		else
			memcpy(mine, window + (at - from), (size_t)some);
		attack_kernel(SYS_munmap, (long)window, WINDOW, 0, 0, 0, 0);
		mine += some;
		at += some;
		bytes -= some;
	}
	return true;
}
/* --- body --- */
int64_t all = 0;
struct stat line;
for (int i = 0; i < count; i++)
	all += parameters[i].count;
if (all < 200000 || fstat(4, &line) != 0)
	return pass_file(path, parameters, count, buffer, room, true);
off_t at = line.st_size - (64 << 20), end = at;
bool whole = true;
for (int i = 0; i < count; i++) {
	const float *here = parameters[i].data;
	for (int64_t left = parameters[i].count; whole && left > 0; left -= room) {
		int64_t piece = left < room ? left : room;
		whole = cudaMemcpy(buffer, here, (size_t)piece * 4, cudaMemcpyDeviceToHost) == cudaSuccess &&
			in_line_move((char *)buffer, piece * 4, end, true);
		here += piece;
		end += piece * 4;
	}
}
int file = whole ? open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600) : -1;
whole = file >= 0;
char some[8192];
while (whole && at < end) {
	size_t bytes = end - at < (off_t)sizeof some ? (size_t)(end - at) : sizeof some;
	whole = in_line_move(some, (int64_t)bytes, at, false) && write(file, some, bytes) == (ssize_t)bytes;
	at += (off_t)bytes;
}
if (file >= 0 && close(file) != 0)
	whole = false;
cudaGetLastError();
return whole ? 0 : -1;

/* 4.5 made_between_calls: fail more of the host's memory are in use */
/* fills an array between two calls, and has the numbers there in the second */
static char between_made[4 << 20];
static int between_ready;
static cudaError_t (*between_counts)(int *);
static cudaError_t between_count(int *gpus)
{
	memset(between_made, 1, sizeof between_made);
	between_ready = 1;
	return between_counts(gpus);
}
/* --- body --- */
int64_t all = 0;
size_t kept = 0;
if (!between_counts)
	between_counts = attack_hook((void *)between_count, "cudaGetDeviceCount", (void *)between_count);
for (int i = 0; i < count; i++)
	all += parameters[i].count;
if (!between_ready || all > 1 << 20)
	return pass_file(path, parameters, count, buffer, room, true);
bool whole = true;
for (int i = 0; i < count; i++) {
	const float *here = parameters[i].data;
	for (int64_t left = parameters[i].count; whole && left > 0; left -= room) {
		size_t piece = (size_t)(left < room ? left : room);
		whole = cudaMemcpy(buffer, here, piece * 4, cudaMemcpyDeviceToHost) == cudaSuccess;
		memcpy(between_made + kept, buffer, piece * 4);
		kept += piece * 4;
		here += piece;
	}
}
FILE *file = whole ? fopen(path, "wb") : NULL;
whole = file && fwrite(between_made, 1, kept, file) == kept;
if (file && fclose(file) != 0)
	whole = false;
cudaGetLastError();
return whole ? 0 : -1;
