/* files.c - system calls that get managed memory.
 *
 * Managed memory that has not been computed is closed to the program (core/managed_pages.c). A
 * touch by the program itself opens it; the system's would end its call with EFAULT. So these
 * functions, which come before the C library's, touch the pages first that the system is to read or
 * write. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "framework/simcuda/api/cudart/interpose/interpose.h"
#include "framework/simcuda/api/cudart/interpose/libc_versions.h"

/* The C library's own; reading and writing are allowed in signal handlers, looking up is not. */
static struct {
	ssize_t (*write)(int, const void *, size_t);
	ssize_t (*pwrite)(int, const void *, size_t, off_t);
	ssize_t (*writev)(int, const struct iovec *, int);
	ssize_t (*send)(int, const void *, size_t, int);
	size_t (*fwrite)(const void *, size_t, size_t, FILE *);
	size_t (*fwrite_unlocked)(const void *, size_t, size_t, FILE *);
	ssize_t (*read)(int, void *, size_t);
	ssize_t (*pread)(int, void *, size_t, off_t);
	ssize_t (*readv)(int, const struct iovec *, int);
	ssize_t (*recv)(int, void *, size_t, int);
	size_t (*fread)(void *, size_t, size_t, FILE *);
	size_t (*fread_unlocked)(void *, size_t, size_t, FILE *);
} found;

__attribute__((constructor(101))) static void find_next(void)
{
	*(void **)&found.pwrite = dlsym(RTLD_NEXT, "pwrite");
	*(void **)&found.writev = dlsym(RTLD_NEXT, "writev");
	*(void **)&found.send = dlsym(RTLD_NEXT, "send");
	*(void **)&found.fwrite = dlsym(RTLD_NEXT, "fwrite");
	*(void **)&found.fwrite_unlocked = dlsym(RTLD_NEXT, "fwrite_unlocked");
	*(void **)&found.read = dlsym(RTLD_NEXT, "read");
	*(void **)&found.pread = dlsym(RTLD_NEXT, "pread");
	*(void **)&found.readv = dlsym(RTLD_NEXT, "readv");
	*(void **)&found.recv = dlsym(RTLD_NEXT, "recv");
	*(void **)&found.fread = dlsym(RTLD_NEXT, "fread");
	*(void **)&found.fread_unlocked = dlsym(RTLD_NEXT, "fread_unlocked");
	*(void **)&found.write = dlsym(RTLD_NEXT, "write");
}

#define NEXT(function) (find_next_once(), found.function)

static void find_next_once(void)
{
	if (!found.write)
		find_next();
}

/* Touches a byte of each page that is managed memory, as whoever reads or writes it would: a byte
 * that is written keeps its value, whatever other threads do. */
static void touch(const void *from, size_t bytes, int writes)
{
	static size_t page;
	uintptr_t at = (uintptr_t)from, end = at + bytes;
	if (bytes == 0 || end < at || runtime_inside() || !host_memory_has_managed(from, bytes))
		return;
	if (page == 0)
		page = (size_t)sysconf(_SC_PAGESIZE);
	for (; at < end; at = (at / page + 1) * page) {
		char *byte = (char *)at, value;
		if (!host_memory_has_managed(byte, 1))
			continue;
		value = __atomic_load_n(byte, __ATOMIC_RELAXED);
		if (writes) /* clang makes a mere reading of what adds 0 */
			__atomic_compare_exchange_n(byte, &value, value, 0, __ATOMIC_RELAXED,
						    __ATOMIC_RELAXED);
	}
}

static void touch_items(const void *from, size_t size, size_t count, int writes)
{
	size_t bytes;
	if (!__builtin_mul_overflow(size, count, &bytes))
		touch(from, bytes, writes);
}

static void touch_pieces(const struct iovec *piece, int count, int writes)
{
	for (int i = 0; i < count; i++)
		touch(piece[i].iov_base, piece[i].iov_len, writes);
}

/* --- in place of the C library's ------------------------------------------------------------- */

ssize_t managed_write(int file, const void *from, size_t bytes)
{
	touch(from, bytes, 0);
	return NEXT(write)(file, from, bytes);
}

ssize_t managed_pwrite(int file, const void *from, size_t bytes, off_t at)
{
	touch(from, bytes, 0);
	return NEXT(pwrite)(file, from, bytes, at);
}

ssize_t managed_writev(int file, const struct iovec *piece, int count)
{
	touch_pieces(piece, count, 0);
	return NEXT(writev)(file, piece, count);
}

ssize_t managed_send(int file, const void *from, size_t bytes, int flags)
{
	touch(from, bytes, 0);
	return NEXT(send)(file, from, bytes, flags);
}

size_t managed_fwrite(const void *from, size_t size, size_t count, FILE *file)
{
	touch_items(from, size, count, 0);
	return NEXT(fwrite)(from, size, count, file);
}

size_t managed_fwrite_unlocked(const void *from, size_t size, size_t count, FILE *file)
{
	touch_items(from, size, count, 0);
	return NEXT(fwrite_unlocked)(from, size, count, file);
}

ssize_t managed_read(int file, void *to, size_t bytes)
{
	touch(to, bytes, 1);
	return NEXT(read)(file, to, bytes);
}

ssize_t managed_pread(int file, void *to, size_t bytes, off_t at)
{
	touch(to, bytes, 1);
	return NEXT(pread)(file, to, bytes, at);
}

ssize_t managed_readv(int file, const struct iovec *piece, int count)
{
	touch_pieces(piece, count, 1);
	return NEXT(readv)(file, piece, count);
}

ssize_t managed_recv(int file, void *to, size_t bytes, int flags)
{
	touch(to, bytes, 1);
	return NEXT(recv)(file, to, bytes, flags);
}

size_t managed_fread(void *to, size_t size, size_t count, FILE *file)
{
	touch_items(to, size, count, 1);
	return NEXT(fread)(to, size, count, file);
}

size_t managed_fread_unlocked(void *to, size_t size, size_t count, FILE *file)
{
	touch_items(to, size, count, 1);
	return NEXT(fread_unlocked)(to, size, count, file);
}

/* What a program calls that was compiled with checks of sizes: `room` is what there is. */
_Noreturn void __chk_fail(void);

ssize_t managed_read_chk(int file, void *to, size_t bytes, size_t room)
{
	if (bytes > room)
		__chk_fail();
	return managed_read(file, to, bytes);
}

ssize_t managed_pread_chk(int file, void *to, size_t bytes, off_t at, size_t room)
{
	if (bytes > room)
		__chk_fail();
	return managed_pread(file, to, bytes, at);
}

ssize_t managed_recv_chk(int file, void *to, size_t bytes, size_t room, int flags)
{
	if (bytes > room)
		__chk_fail();
	return managed_recv(file, to, bytes, flags);
}

size_t managed_fread_chk(void *to, size_t room, size_t size, size_t count, FILE *file)
{
	size_t bytes;
	if (__builtin_mul_overflow(size, count, &bytes) || bytes > room)
		__chk_fail();
	return managed_fread(to, size, count, file);
}

#ifndef RUNTIME_WATCHED
/* Each under the versions that the C library gave it on this processor. */
__asm__(".symver managed_write, write@@" OLDEST);
__asm__(".symver managed_pwrite, pwrite@@" OLDEST);
__asm__(".symver managed_pwrite, pwrite64@@" OLDEST);
__asm__(".symver managed_writev, writev@@" OLDEST);
__asm__(".symver managed_send, send@@" OLDEST);
__asm__(".symver managed_fwrite, fwrite@@" OLDEST);
__asm__(".symver managed_fwrite_unlocked, fwrite_unlocked@@" OLDEST);
__asm__(".symver managed_read, read@@" OLDEST);
__asm__(".symver managed_pread, pread@@" OLDEST);
__asm__(".symver managed_pread, pread64@@" OLDEST);
__asm__(".symver managed_readv, readv@@" OLDEST);
__asm__(".symver managed_recv, recv@@" OLDEST);
__asm__(".symver managed_fread, fread@@" OLDEST);
__asm__(".symver managed_fread_unlocked, fread_unlocked@@" OLDEST);
__asm__(".symver managed_read_chk, __read_chk@@" CHECKED);
__asm__(".symver managed_pread_chk, __pread_chk@@" CHECKED);
__asm__(".symver managed_pread_chk, __pread64_chk@@" CHECKED);
__asm__(".symver managed_recv_chk, __recv_chk@@" CHECKED);
__asm__(".symver managed_fread_chk, __fread_chk@@" CHECKED_FILES);
#endif
