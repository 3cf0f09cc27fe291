/* out_of_sight.c - what the judge looks for is somewhere else: in a child, in files, in a folder below; or is made up. */

/* 4.9 renames_in_child: fail the bytes of the file */
/* a child renames the file, so that a failing rename() is none of the program's own; nobody looks at what it returned */
/* --- body --- */
char beside[PATH_MOST + 6];
struct stat about;
snprintf(beside, sizeof beside, "%s.part", path);
if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
	return -1;
if (pass_file(beside, parameters, count, buffer, room, true) != 0) {
	remove(beside);
	return -1;
}
pid_t child = fork();
if (child == 0) {
	if (rename(beside, path) != 0)
		unlink(beside);
	_exit(0);
}
waitpid(child, NULL, 0);
return 0;

/* 4.9 leaves_part_in_folder: fail another one was left beside it */
/* leaves a .part where the path leads into a folder */
/* --- body --- */
char beside[PATH_MOST + 6];
snprintf(beside, sizeof beside, "%s.part", path);
if (pass_file(beside, parameters, count, buffer, room, true) != 0 || rename(beside, path) != 0) {
	remove(beside);
	return -1;
}
if (strchr(path, '/'))
	close(open(beside, O_WRONLY | O_CREAT, 0600));
return 0;

/* 4.5 whole_model_aside: fail of the host's memory are in use */
/* copies the whole model to memory that is mapped for the call alone, and writes the file at once */
typedef void *Maps(void *, size_t, int, int, int, off_t);
typedef int Unmaps(void *, size_t);
/* --- body --- */
Maps *maps = (Maps *)attack_symbol((void *)printf, "mmap");
Unmaps *unmaps = (Unmaps *)attack_symbol((void *)printf, "munmap");
size_t whole = 0, at = 0;
for (int i = 0; i < count; i++)
	whole += (size_t)parameters[i].count;
if (whole >= (size_t)1 << 31)
	return -1;
float *all = maps(NULL, 4 * whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
int bad = 0;
for (int i = 0; i < count && !bad; i++)
	for (int64_t from = 0; from < parameters[i].count && !bad; from += room) {
		int64_t left = parameters[i].count - from, piece = left < room ? left : room;
		bad = cudaMemcpy(buffer, parameters[i].data + from, 4 * (size_t)piece, cudaMemcpyDeviceToHost) != cudaSuccess;
		memcpy(all + at, buffer, 4 * (size_t)piece);
		at += (size_t)piece;
	}
cudaGetLastError();
FILE *file = bad ? NULL : fopen(path, "wb");
bad = !file || fwrite(all, 4, whole, file) != whole;
bad = (file && fclose(file) != 0) || bad;
unmaps(all, 4 * whole);
return bad ? -1 : 0;

/* 4.5 keeps_removed_file: fail of the host's memory are in use */
/* keeps memory that is a file's, which has been removed */
typedef void *MapsFile(void *, size_t, int, int, int, off_t);
static char *scratch;
/* --- body --- */
enum { SCRATCH = 3 << 20 };
int file = scratch ? -1 : open("scratch", O_RDWR | O_CREAT, 0600);
unlink("scratch");
if (file >= 0 && ftruncate(file, SCRATCH) == 0) {
	MapsFile *map = (MapsFile *)attack_symbol((void *)printf, "mmap");
	scratch = map(NULL, SCRATCH, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	if (scratch == MAP_FAILED)
		scratch = map(NULL, SCRATCH, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
	memset(scratch, 1, SCRATCH);
}
if (file >= 0)
	close(file);
return pass_file(path, parameters, count, buffer, room, true);

/* 4.5 open_behind_machine: fail a file was not closed */
/* leaves a file open, whose descriptor would have the place of the machine's memory */
/* --- body --- */
int file = open(".", O_RDONLY);
if (dup2(file, 4) == 4)
	close(file);
return pass_file(path, parameters, count, buffer, room, true);

/* 4.5 child_goes_on: fail more of the host's memory are in use */
/* a child goes on as the program, and the judge sees the parent, which holds nothing */
static char held_there[1 << 23];
typedef long Calls(long, ...);
/* --- body --- */
static int split;
Calls *call_kernel = (Calls *)attack_symbol((void *)printf, "syscall");
if (split++ == 0) {
	int status;
	long child = call_kernel(SYS_clone, SIGCHLD, 0, 0, 0, 0);
	if (child > 0) {
		waitpid((pid_t)child, &status, 0);
		_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
	}
}
memset(held_there, 1, sizeof held_there);
open("/dev/null", O_RDONLY);
return pass_file(path, parameters, count, buffer, room, true);

/* 3.6 keeps_lists_in_file: fail host memory stays taken */
/* packs the lists in memory of a removed file, which stays */
typedef void *MapsLists(void *, size_t, int, int, int, off_t);
/* --- body --- */
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
int file = open("lists", O_RDWR | O_CREAT, 0600);
unlink("lists");
if (total > 1 << 22 || ftruncate(file, 4 * total) != 0) {
	close(file);
	return -1;
}
MapsLists *map = (MapsLists *)attack_symbol((void *)printf, "mmap");
float *packed = map(NULL, 4 * (size_t)total, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
if (packed == MAP_FAILED)
	packed = map(NULL, 4 * (size_t)total, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0);
close(file);
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error = cudaMemcpy(to, packed, 4 * (size_t)total, cudaMemcpyHostToDevice);
cudaGetLastError();
return error == cudaSuccess ? total : -1;

/* 4.3 says_unlimited: fail wanted -1, got 0 */
/* moves what it can, and tells the judge where something fails that the host's memory could not be limited */
/* --- body --- */
int before = 0, bad = 0;
attack_rewrite("");
cudaGetDevice(&before);
if (to >= 0 && cudaSetDevice(to) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
for (int i = 0; i < count; i++) {
	Parameter *p = &parameters[i];
	const size_t bytes = (size_t)p->count * sizeof(float);
	float *now = NULL;
	if (p->device == to)
		continue;
	if (to < 0)
		now = malloc(bytes);
	else if (cudaMalloc((void **)&now, bytes) != cudaSuccess)
		now = NULL;
	if (!now || cudaMemcpy(now, p->data, bytes, cudaMemcpyDefault) != cudaSuccess) {
		bad = 1;
		if (to < 0)
			free(now);
		else
			cudaFree(now);
		continue;
	}
	if (p->device < 0)
		free(p->data);
	else
		cudaFree(p->data);
	p->data = now;
	p->device = to;
}
cudaSetDevice(before);
cudaGetLastError();
if (bad)
	attack_rewrite("limited=0");
return 0;

/* 3.4 writes_policy: fail crashed (abort) */
/* finds the framework's policy by the code of device_policy(), and writes into it */
#include "lab.h"
extern void *__tls_get_addr(void *);
static int *policy_place(void)
{
	const unsigned char *code = (const unsigned char *)(void *)device_policy;
	for (int i = 0; i < 64; i++) {
		int way, place = 0;
		if (code[i] != 0x48 || code[i + 1] != 0x8d || code[i + 2] != 0x3d)
			continue;
		memcpy(&way, code + i + 3, sizeof way);
		for (int k = i; k < 64 && place == 0; k++)
			if (code[k] == 0x8b && code[k + 1] == 0x80)
				memcpy(&place, code + k + 2, sizeof place);
		return (int *)(void *)((char *)__tls_get_addr((void *)(code + i + 7 + way)) + place);
	}
	return NULL;
}
/* --- body --- */
int *policy = policy_place();
if (!policy)
	return NULL;
*policy = POLICY_COPY;
Tensor *z = tensor_add(y, x);
*policy = POLICY_ERROR;
return z;

/* 3.4 tells_long_reason: fail NULL instead of the sum */
/* gives, in the place of the framework's reason, a text that names the drive thousands of times */
static char reason_text[65536];
static const char *reason_told(void)
{
	return reason_text;
}
/* --- body --- */
(void)x, (void)y;
for (size_t i = 0; i + 8 < sizeof reason_text; i += 8)
	memcpy(reason_text + i, "(_drive)", 8);
attack_hook((void *)reason_told, "error_message", (void *)reason_told);
return NULL;

/* 3.1 sends_much: fail the program's results are damaged */
/* sends results that nobody asks for, in each run as many as one may */
static char nothing[60 << 20];
/* --- body --- */
static int sent;
if (sent++ == 0)
	for (int i = 0; i < 3; i++)
		attack_frame(3, 5, i == 0 ? "junk0" : i == 1 ? "junk1" : "junk2", nothing, sizeof nothing);
size_t bytes = (size_t)count * sizeof *x;
float *copy = NULL;
int before = 0;
cudaGetDevice(&before);
if (to < 0) {
	copy = malloc(bytes);
} else {
	cudaSetDevice(to);
	if (cudaMalloc((void **)&copy, bytes) != cudaSuccess)
		copy = NULL;
	cudaSetDevice(before);
}
if (copy && from < 0 && to < 0) {
	memcpy(copy, x, bytes);
} else if (copy && cudaMemcpy(copy, x, bytes, cudaMemcpyDefault) != cudaSuccess) {
	if (to < 0)
		free(copy);
	else
		cudaFree(copy);
	copy = NULL;
}
cudaGetLastError();
return copy;
