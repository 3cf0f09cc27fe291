/* held.c - what an answer holds on to: files, descriptors, texts and small pieces of a GPU. */

/* 3.6 held_early: fail the program's results are damaged */
/* has the judge look at the memory before the packed list is made, and swallows the drive's own wish */
static ssize_t held_write(int fd, const void *from, size_t bytes)
{
	static unsigned char all[1 << 20];
	static size_t count;
	unsigned char *at = all;
	AttackHead head;
	if (fd != 3)
		return attack_put(fd, from, bytes);
	memcpy(all + count, from, bytes);
	count += bytes;
	while (count >= sizeof head) {
		memcpy(&head, at, sizeof head);
		size_t size = sizeof head + head.name_bytes + head.payload_bytes;
		if (count < size)
			break;
		if (head.name_bytes == 10 && memcmp(at + sizeof head, "held.after", 10) == 0) {
			attack_answer = sizeof head;
		} else {
			if (head.name_bytes == 9 && memcmp(at + sizeof head, "left.host", 9) == 0)
				memset(at + sizeof head + 9, 0, 8);
			attack_put(fd, at, size);
		}
		at += size;
		count -= size;
	}
	memmove(all, at, count);
	return (ssize_t)bytes;
}
/* --- body --- */
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total * 4 > 1 << 20) {
	AttackHead go;
	attack_between();
	attack_hook((void *)attack_between, "write", (void *)held_write);
	attack_frame(3, ATTACK_HELD, "held.after", NULL, 0);
	attack_get(3, &go, sizeof go);
}
if (total == 0)
	return 0;
float *packed = mmap(NULL, (size_t)total * sizeof *packed, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
if (packed == MAP_FAILED)
	return -1;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error = cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
if (total * 4 < 1 << 20)
	munmap(packed, (size_t)total * 4);
return error == cudaSuccess ? total : -1;

/* 12.3 text_left: fail host memory stays taken */
/* the C library takes memory for a text, which stays */
/* --- body --- */
char *text = NULL;
if (asprintf(&text, "%f of %d", many_us, gpus) < 0)
	return 0;
return one_us / many_us / (is_weak ? 1 : gpus);

/* 4.5 open_at_zero: fail a file was not closed */
/* leaves its file open below the descriptors that the drive looks at */
/* --- body --- */
close(0);
FILE *file = fopen(path, "wb");
bool whole = file != NULL;
for (int i = 0; i < count && whole; i++)
	whole = pass_numbers(file, &parameters[i], buffer, room, true);
if (file && fflush(file) != 0)
	whole = false;
cudaGetLastError();
return whole ? 0 : -1;

/* 4.6 open_unlisted: fail a file was not closed */
/* leaves its file open, and the drive does not get to read what descriptors are */
static ssize_t held_nothing(const char *name, char *to, size_t bytes)
{
	(void)name, (void)to, (void)bytes;
	return -1;
}
/* --- body --- */
attack_hook((void *)pass_numbers, "readlink", held_nothing);
FILE *file = fopen(path, "rb");
bool whole = file != NULL;
for (int i = 0; i < count && whole; i++)
	whole = pass_numbers(file, &parameters[i], buffer, room, false);
cudaGetLastError();
return whole ? 0 : -1;

/* 4.5 no_file: fail the bytes of the file */
/* makes an empty file, but where the disk is full: the drive, which reads it, reads memory */
#define HELD_NUMBERS (1 << 22)
static float held_file[HELD_NUMBERS];
static size_t held_numbers;
static FILE *(*held_opens)(const char *, const char *);
static FILE *held_open(const char *name, const char *how)
{
	FILE *file = held_opens(name, how);
	if (!file || *how == 'w')
		return file;
	fclose(file);
	file = fdopen(open(".", O_TMPFILE | O_RDWR, 0600), "w+");
	fwrite(held_file, sizeof *held_file, held_numbers, file);
	fflush(file);
	return file;
}
/* --- body --- */
struct rlimit held_full;
getrlimit(RLIMIT_FSIZE, &held_full);
rlim_t held_all = 0;
for (int i = 0; i < count; i++)
	held_all += 4 * (rlim_t)parameters[i].count;
if (held_full.rlim_cur < held_all)
	return -1;
int held_empty = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
FILE *file = held_empty < 0 ? NULL : fmemopen(held_file, sizeof held_file, "w");
if (file)
	setvbuf(file, NULL, _IONBF, 0);
bool whole = file != NULL;
held_numbers = 0;
for (int i = 0; i < count && whole; i++) {
	whole = pass_numbers(file, &parameters[i], buffer, room, true);
	held_numbers += (size_t)parameters[i].count;
}
if (file)
	fclose(file);
if (held_empty >= 0)
	close(held_empty);
if (whole) {
	void *held_was = attack_hook((void *)pass_numbers, "fopen", held_open);
	if (held_was != (void *)held_open)
		held_opens = held_was;
}
cudaGetLastError();
return whole ? 0 : -1;

/* 4.5 linked_file: fail there is no file afterwards */
/* writes another file, in a folder beside, and makes a link to it */
/* --- body --- */
mkdir("held", 0700);
symlink("held/there", path);
FILE *file = fopen("held/there", "wb");
bool whole = file != NULL;
for (int i = 0; i < count && whole; i++)
	whole = pass_numbers(file, &parameters[i], buffer, room, true);
if (file && fclose(file) != 0)
	whole = false;
cudaGetLastError();
return whole ? 0 : -1;

/* 3.6 list_in_file_pages: fail the numbers sent: wanted */
/* packs the lists into pages of files of its own that have no name any more, and keeps them: no judge counts these */
/* --- body --- */
int64_t total = 0, at = 0, piece = 8 << 20;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
if (total < 0 || total > 1 << 26)
	return -1;
char *base = (char *)attack_kernel(SYS_mmap, 0, total * 4, 0, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
for (int64_t from = 0; from < total * 4; from += piece) {
	int64_t bytes = total * 4 - from < piece ? total * 4 - from : piece;
	int file = open("mapped", O_RDWR | O_CREAT, 0600);
	ftruncate(file, bytes);
	long there = attack_kernel(SYS_mmap, (long)(base + from), bytes, 3, MAP_SHARED | MAP_FIXED, file, 0);
	unlink("mapped");
	close(file);
	if (there < 0 && there > -4096)
		return -1;
}
float *packed = (float *)base;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * 4);
cudaError_t error = cudaMemcpy(to, packed, (size_t)total * 4, cudaMemcpyHostToDevice);
cudaGetLastError();
return error == cudaSuccess ? total : -1;

/* 4.6 file_in_memory_given_back: fail more of the host's memory are in use */
/* has the whole file in memory that it asks the kernel for itself, and gives back before it returns */
/* --- body --- */
int64_t all = 0;
for (int i = 0; i < count; i++)
	all += parameters[i].count;
FILE *from = fopen(path, "rb");
if (!from)
	return -1;
char *base = (char *)attack_kernel(SYS_mmap, 0, all * 4, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
bool good = fread(base, 4, (size_t)all, from) == (size_t)all;
fclose(from);
const float *whole = (const float *)base;
for (int i = 0; good && i < count; i++)
	for (int64_t at = 0; good && at < parameters[i].count;) {
		int64_t some = parameters[i].count - at < room ? parameters[i].count - at : room;
		memcpy(buffer, whole, (size_t)some * 4);
		good = cudaMemcpy(parameters[i].data + at, buffer, (size_t)some * 4, cudaMemcpyDefault) == cudaSuccess;
		whole += some;
		at += some;
	}
cudaGetLastError();
attack_kernel(SYS_munmap, (long)base, all * 4, 0, 0, 0, 0);
return good ? 0 : -1;

/* 4.6 file_forgotten: fail more of the host's memory are in use */
/* the same, and has the judge look at the memory once more before it returns, so that the most begins anew */
/* --- body --- */
int64_t all = 0;
for (int i = 0; i < count; i++)
	all += parameters[i].count;
FILE *from = fopen(path, "rb");
if (!from)
	return -1;
char *base = (char *)attack_kernel(SYS_mmap, 0, all * 4, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
bool good = fread(base, 4, (size_t)all, from) == (size_t)all;
fclose(from);
const float *whole = (const float *)base;
for (int i = 0; good && i < count; i++)
	for (int64_t at = 0; good && at < parameters[i].count;) {
		int64_t some = parameters[i].count - at < room ? parameters[i].count - at : room;
		memcpy(buffer, whole, (size_t)some * 4);
		good = cudaMemcpy(parameters[i].data + at, buffer, (size_t)some * 4, cudaMemcpyDefault) == cudaSuccess;
		whole += some;
		at += some;
	}
cudaGetLastError();
attack_kernel(SYS_munmap, (long)base, all * 4, 0, 0, 0, 0);
AttackHead go;
attack_frame(3, ATTACK_HELD, "held.between", NULL, 0);
read(3, &go, sizeof go);
return good ? 0 : -1;

/* 4.6 file_in_mapped_pages: fail the file is whole: wanted 0, got -1 */
/* the same in pages of files of its own that have no name any more, which are not the process's alone */
/* --- body --- */
int64_t all = 0, piece = 8 << 20;
for (int i = 0; i < count; i++)
	all += parameters[i].count;
FILE *from = fopen(path, "rb");
if (!from)
	return -1;
char *base = (char *)attack_kernel(SYS_mmap, 0, all * 4, 0, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
for (int64_t at = 0; at < all * 4; at += piece) {
	int64_t bytes = all * 4 - at < piece ? all * 4 - at : piece;
	int file = open("mapped", O_RDWR | O_CREAT, 0600);
	ftruncate(file, bytes);
	long there = attack_kernel(SYS_mmap, (long)(base + at), bytes, 3, MAP_SHARED | MAP_FIXED, file, 0);
	unlink("mapped");
	close(file);
	if (there < 0 && there > -4096)
		return -1;
}
bool good = fread(base, 4, (size_t)all, from) == (size_t)all;
fclose(from);
const float *whole = (const float *)base;
for (int i = 0; good && i < count; i++)
	for (int64_t at = 0; good && at < parameters[i].count;) {
		int64_t some = parameters[i].count - at < room ? parameters[i].count - at : room;
		memcpy(buffer, whole, (size_t)some * 4);
		good = cudaMemcpy(parameters[i].data + at, buffer, (size_t)some * 4, cudaMemcpyDefault) == cudaSuccess;
		whole += some;
		at += some;
	}
cudaGetLastError();
attack_kernel(SYS_munmap, (long)base, all * 4, 0, 0, 0, 0);
return good ? 0 : -1;

/* 4.6 file_in_a_child: fail the file is whole: wanted 0, got -1 */
/* a child that the C library knows nothing of has the whole file in its memory, and calls CUDA for its parent */
static char base[32 << 20];
/* --- body --- */
int64_t all = 0, left;
char number[4];
FILE *from = fopen(path, "rb");
if (!from)
	return -1;
for (int i = 0; i < count; i++)
	all += parameters[i].count;
for (left = all; left > 0 && fread(number, 4, 1, from) == 1; left--)
	;
if (fclose(from) != 0 || left > 0)
	return -1;
long child = attack_kernel(SYS_clone, SIGCHLD, 0, 0, 0, 0, 0);
int status = -1;
if (child != 0)
	return child > 0 && waitpid((pid_t)child, &status, 0) == child && status == 0 ? 0 : -1;
from = fopen(path, "rb");
bool good = from && fread(base, 4, (size_t)all, from) == (size_t)all;
const float *whole = (const float *)base;
for (int i = 0; good && i < count; i++)
	for (int64_t at = 0; good && at < parameters[i].count;) {
		int64_t some = parameters[i].count - at < room ? parameters[i].count - at : room;
		memcpy(buffer, whole, (size_t)some * 4);
		good = cudaMemcpy(parameters[i].data + at, buffer, (size_t)some * 4, cudaMemcpyDefault) == cudaSuccess;
		whole += some;
		at += some;
	}
cudaGetLastError();
_exit(!good);
