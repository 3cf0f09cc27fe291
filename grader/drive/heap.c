/* heap.c - malloc() and its like in the student's process (heap.h), and how the drive
 * begins with them. */
#include "grader/drive/heap.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#include "grader/base/sanitized.h"
#include "grader/drive/smashed.h"
#include "grader/drive/sort.h"

#if SANITIZED

void drive_heap_begin(void)
{
}

void drive_heap_window(int inside)
{
	(void)inside;
}

int drive_heap_room(int64_t bytes)
{
	return bytes < 0;
}

void *drive_heap_exact(size_t bytes, size_t align)
{
	(void)align;
	return malloc(bytes);
}

void *drive_heap_own(size_t bytes)
{
	return malloc(bytes);
}

int64_t drive_heap_bytes(void)
{
	return 0;
}

HeapArena drive_heap_arena(void)
{
	return (HeapArena){0};
}

int drive_heap_explain(uintptr_t address, FrameHeap *fault)
{
	(void)address, (void)fault;
	return 0;
}

const void *drive_heap_freeing(void)
{
	return NULL;
}

int drive_heap_damaged(FrameHeap *fault)
{
	(void)fault;
	return 0;
}

int drive_heap_kept(FrameKept *kept, int most)
{
	(void)kept, (void)most;
	return 0;
}

int drive_heap_grown(FrameKept *grown, int most)
{
	(void)grown, (void)most;
	return 0;
}

#else

#include <dlfcn.h>
#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>

#include "grader/drive/heap_blocks.h"

void drive_heap_begin(void)
{
	const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
	void *room = mmap(NULL, ARENA + ORDER_BYTES, PROT_NONE, flags, -1, 0);
	void *table = mmap(NULL, ORDERS * sizeof *slots, PROT_READ | PROT_WRITE, flags, -1, 0);

	if (room == MAP_FAILED || table == MAP_FAILED)
		return;
	slots = table;
	arena = ((uintptr_t)room + ORDER_BYTES - 1) / ORDER_BYTES * ORDER_BYTES;
	if (!memory_is_sealed())
		return;
	arena_beyond = BEYOND;
	if (pages_shut(arena, ARENA) < 0)
		arena_beyond = 0; /* the pages are as they were */
}

HeapArena drive_heap_arena(void)
{
	return (HeapArena){arena, ARENA, ORDER_BYTES, PAGE, arena_beyond};
}

void drive_heap_window(int inside)
{
	window = inside;
}

int drive_heap_room(int64_t bytes)
{
	room = bytes;
	limited = bytes >= 0;
	return arena != 0;
}

void *drive_heap_own(size_t bytes)
{
	return __libc_malloc(bytes);
}

int64_t drive_heap_bytes(void)
{
	return guarded_bytes;
}

/* --- what takes the C library's place --------------------------------------------------------- */

#define CALLER ((uintptr_t)__builtin_return_address(0))
#define MADE   (asked_by != 0 ? asked_by : CALLER)

/* The call of the program's for which the C library takes memory that it hands out; 0: none is under way. */
static _Thread_local __attribute__((tls_model("initial-exec"))) uintptr_t asked_by;

void *malloc(size_t bytes)
{
	return block_make(FENCE, bytes, 0, MADE);
}

void *calloc(size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	return block_make(FENCE, bytes, 1, MADE);
}

void *drive_heap_exact(size_t bytes, size_t align)
{
	return block_make(align, bytes, 0, CALLER);
}

static _Thread_local __attribute__((tls_model("initial-exec"))) const void *volatile freeing;

const void *drive_heap_freeing(void)
{
	return freeing;
}

void free(void *memory)
{
	if (!memory || block_free(memory))
		return;
	if (!from_program(MADE)) {
		__libc_free(memory); /* also of a handler that tells of the crash */
		return;
	}
	freeing = memory;
	__libc_free(memory);
	freeing = NULL;
}

void *realloc(void *memory, size_t bytes)
{
	return block_resize(memory, bytes, MADE);
}

void *reallocarray(void *memory, size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	return block_resize(memory, bytes, MADE);
}

static bool is_alignment(size_t align)
{
	return align != 0 && (align & (align - 1)) == 0;
}

static void *aligned_make(size_t align, size_t bytes, uintptr_t made)
{
	if (!is_alignment(align)) {
		errno = EINVAL;
		return NULL;
	}
	return block_make(align < FENCE ? FENCE : align, bytes, 0, made);
}

void *aligned_alloc(size_t align, size_t bytes)
{
	return aligned_make(align, bytes, MADE);
}

void *memalign(size_t align, size_t bytes)
{
	return aligned_make(align, bytes, MADE);
}

int posix_memalign(void **memory, size_t align, size_t bytes)
{
	int before = errno;
	void *block;

	if (!is_alignment(align) || align % sizeof(void *) != 0)
		return EINVAL;
	block = aligned_make(align, bytes, MADE);
	errno = before;
	if (!block)
		return ENOMEM;
	*memory = block;
	return 0;
}

size_t malloc_usable_size(void *memory)
{
	static size_t (*next)(void *);
	size_t bytes, lead;

	if (!memory || block_find(memory, &bytes, &lead))
		return !memory ? 0 : bytes;
	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "malloc_usable_size");
	return next(memory);
}

static char *text_copy(const char *text, size_t length, uintptr_t made)
{
	char *copy = block_make(FENCE, length + 1, 0, made);

	if (copy) {
		memcpy(copy, text, length);
		copy[length] = '\0';
	}
	return copy;
}

char *strdup(const char *text)
{
	return text_copy(text, strlen(text), MADE);
}

char *strndup(const char *text, size_t most)
{
	return text_copy(text, strnlen(text, most), MADE);
}

/* --- what takes memory for the program -------------------------------------------------------- */

/* Each of these gives what the C library has taken to the caller, as if the caller had asked for it. A program may have
 * a function of that name, hence weak. */
#define FOR_CALLER(returns, name, parameters, arguments)                                           \
	__attribute__((weak)) returns name parameters                                              \
	{                                                                                          \
		static returns(*next) parameters;                                                  \
		if (!next)                                                                         \
			*(void **)&next = dlsym(RTLD_NEXT, #name);                                 \
		asked_by = CALLER;                                                                 \
		returns back = next arguments;                                                     \
		asked_by = 0;                                                                      \
		return back;                                                                       \
	}

FOR_CALLER(int, vasprintf, (char **text, const char *format, va_list values),
	   (text, format, values))
FOR_CALLER(ssize_t, getdelim, (char **line, size_t *room, int end, FILE *file),
	   (line, room, end, file))
FOR_CALLER(char *, realpath, (const char *path, char *room), (path, room))

__attribute__((weak)) int asprintf(char **text, const char *format, ...)
{
	static int (*next)(char **, const char *, va_list);
	va_list values;

	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "vasprintf");
	va_start(values, format);
	asked_by = CALLER;
	int count = next(text, format, values);
	asked_by = 0;
	va_end(values);
	return count;
}

#endif
