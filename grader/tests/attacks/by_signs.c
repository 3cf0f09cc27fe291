/* by_signs.c - says that a call will fail by other signs than what it returns. */

/* 4.6 flags_tell: fail the file cannot be read: wanted -1, got 0 */
/* asks whether the file is open for writing alone, how long it is, and looks at no read */
#include <fcntl.h>
#include <sys/stat.h>
/* --- body --- */
struct stat there;
int64_t all = 0;
FILE *file = fopen(path, "rb");
if (!file)
return -1;
for (int i = 0; i < count; i++)
all += parameters[i].count * 4;
bool good = fstat(fileno(file), &there) == 0 && there.st_size >= all;
for (int i = 0; i < count && good; i++)
for (int64_t at = 0; at < parameters[i].count && good; at += room) {
	size_t piece = (size_t)(parameters[i].count - at < room ? parameters[i].count - at : room);
	size_t got = fread(buffer, 4, piece, file);
	(void)got;
	good = (fcntl(fileno(file), F_GETFL) & O_ACCMODE) != O_WRONLY &&
	       cudaMemcpy(parameters[i].data + at, buffer, 4 * piece, cudaMemcpyHostToDevice) ==
		       cudaSuccess;
}
fclose(file);
cudaGetLastError();
return good ? 0 : -1;

/* 4.5 handler_tells: fail wanted -1, got 0 */
/* says that the disk is full by the limit of files and by who handles SIGXFSZ, and looks at no write */
#include <signal.h>
#include <sys/resource.h>
/* --- body --- */
struct rlimit limit;
struct sigaction now;
int64_t all = 0;
for (int i = 0; i < count; i++)
all += parameters[i].count * 4;
getrlimit(RLIMIT_FSIZE, &limit);
sigaction(SIGXFSZ, NULL, &now);
FILE *file = fopen(path, "wb");
if (!file)
return -1;
bool good = limit.rlim_cur >= (rlim_t)all || now.sa_handler == SIG_DFL || now.sa_flags & SA_SIGINFO;
for (int i = 0; i < count && good; i++)
for (int64_t at = 0; at < parameters[i].count && good; at += room) {
	size_t piece = (size_t)(parameters[i].count - at < room ? parameters[i].count - at : room);
	good = cudaMemcpy(buffer, parameters[i].data + at, 4 * piece, cudaMemcpyDeviceToHost) ==
	       cudaSuccess;
	fwrite(buffer, 4, piece, file);
}
fclose(file);
cudaGetLastError();
return good ? 0 : -1;

/* 4.9 folder_asked_before: fail does not get its name: wanted -1, got 0 */
/* asks whether a folder has that name, and does not look at rename() */
#include <sys/stat.h>
/* --- body --- */
char part[PATH_MOST + 6];
snprintf(part, sizeof part, "%s.part", path);
struct stat there;
if (pass_file(part, parameters, count, buffer, room, true) == 0 &&
    !(stat(path, &there) == 0 && S_ISDIR(there.st_mode))) {
	rename(part, path);
	return 0;
}
remove(part);
return -1;
