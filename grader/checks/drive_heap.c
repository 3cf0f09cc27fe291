/* drive_heap.c - malloc() and its like in the student's process (drive_heap.h). */
#include "drive_heap.h"

#include <errno.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(SANITIZED)

void drive_heap_begin(void)
{
}

void drive_heap_window(int inside)
{
	(void)inside;
}

int64_t drive_heap_bytes(void)
{
	return 0;
}

int drive_heap_explain(uintptr_t address, FrameHeap *fault)
{
	(void)address, (void)fault;
	return 0;
}

int drive_heap_damaged(FrameHeap *fault)
{
	(void)fault;
	return 0;
}

#else

#include <dlfcn.h>
#include <malloc.h>

#include "drive_heap_fenced.h"

extern const char __executable_start[], etext[]; /* of the linker: this program, and no library */

void drive_heap_begin(void)
{
	void *room =
		mmap(NULL, ARENA, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (room != MAP_FAILED)
		arena = arena_next = (uintptr_t)room + PAGE;
}

void drive_heap_window(int inside)
{
	window = inside;
}

int64_t drive_heap_bytes(void)
{
	return guarded_bytes;
}

/* --- what is told ----------------------------------------------------------------------------- */

static void fault_fill(uintptr_t at, uintptr_t start, size_t bytes, uintptr_t made, int freed,
		       FrameHeap *fault)
{
	*fault = (FrameHeap){.bytes = bytes,
			     .offset = (int64_t)(at - start),
			     .made = made - 1, /* a return address may be the next line's */
			     .act = HEAP_WRITTEN,
			     .freed = (uint32_t)freed};
}

int drive_heap_explain(uintptr_t address, FrameHeap *fault)
{
	const Block *block = guarded_at(address);

	if (block == NULL)
		return 0;
	/* the closed page is also the one before the next block, to which it may be nearer */
	if (block + 1 < guarded + guarded_count && address >= block->end &&
	    block[1].start - address < address - (block->start + block->bytes))
		block++;
	fault_fill(address, block->start, block->bytes, block->made, block->freed, fault);
	return 1;
}

static int fenced_damaged(FrameHeap *fault)
{
	for (size_t i = 0; i < fences_room; i++) {
		const Fenced *fence = &fences[i];
		uintptr_t first = fence->start == 0 ? 0 : fenced_damage(fence);

		if (first != 0) {
			fault_fill(first, fence->start, fence->bytes, fence->made, 0, fault);
			return 1;
		}
	}
	return 0;
}

/* Other threads of the program may give blocks back meanwhile. */
int drive_heap_damaged(FrameHeap *fault)
{
	int found = 0;

	heap_enter();
	for (int i = 0; i < guarded_count && !found; i++) {
		const Block *block = &guarded[i];
		uintptr_t first = block->freed ? 0 : guarded_damage(block);

		found = first != 0;
		if (found)
			fault_fill(first, block->start, block->bytes, block->made, 0, fault);
	}
	found = found || fenced_damaged(fault);
	heap_leave();
	return found;
}

/* --- what takes the C library's place --------------------------------------------------------- */

static int from_program(uintptr_t call)
{
	return arena != 0 && call >= (uintptr_t)__executable_start && call < (uintptr_t)etext;
}

static void *block_make(size_t align, size_t bytes, int zeros, uintptr_t made)
{
	void *block;

	if (!from_program(made))
		return align > FENCE ? __libc_memalign(align, bytes)
		       : zeros       ? __libc_calloc(bytes, 1)
				     : __libc_malloc(bytes);
	block = guarded_make(align, bytes, made);
	if (block == NULL)
		block = fenced_make(align, bytes, zeros, made);
	if (block == NULL)
		errno = ENOMEM;
	return block;
}

#define MADE ((uintptr_t)__builtin_return_address(0))

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

/* Gives back what is not the C library's; 1 when it was such a block. */
static int block_free(void *memory)
{
	Block *block = guarded_at((uintptr_t)memory);
	int before = errno;
	Fenced fence;
	FrameHeap fault;

	if (block != NULL && (block->freed || block->start != (uintptr_t)memory)) {
		fault_fill((uintptr_t)memory, block->start, block->bytes, block->made, block->freed,
			   &fault);
		fault.act = HEAP_FREED;
		drive_heap_stop(&fault);
	}
	if (block == NULL && !fence_find((uintptr_t)memory, 1, &fence))
		return 0;
	uintptr_t first = block != NULL ? guarded_damage(block) : fenced_damage(&fence);

	if (first != 0) {
		if (block != NULL)
			fault_fill(first, block->start, block->bytes, block->made, 0, &fault);
		else
			fault_fill(first, fence.start, fence.bytes, fence.made, 0, &fault);
		drive_heap_stop(&fault);
	}
	if (block != NULL)
		guarded_free(block);
	else
		__libc_free((char *)memory - fence.lead);
	errno = before;
	return 1;
}

void free(void *memory)
{
	if (memory != NULL && !block_free(memory))
		__libc_free(memory);
}

/* The bytes of a block that is not the C library's; 0 when it is none. */
static int block_find(const void *memory, size_t *bytes, size_t *lead)
{
	const Block *block = guarded_at((uintptr_t)memory);
	Fenced fence = {0};

	if (block == NULL && !fence_find((uintptr_t)memory, 0, &fence))
		return 0;
	*bytes = block != NULL ? block->bytes : fence.bytes;
	*lead = block != NULL ? 0 : fence.lead;
	return 1;
}

/* One that is fenced and shall grow or shrink; where it stands if that can be. */
static void *fenced_resize(void *memory, size_t bytes, uintptr_t made)
{
	Fenced fence;
	FrameHeap fault;
	size_t all;
	uintptr_t first;
	void *base;

	if (!fence_find((uintptr_t)memory, 1, &fence))
		return NULL;
	if (__builtin_add_overflow(bytes, 2 * FENCE, &all))
		all = SIZE_MAX; /* which the C library refuses, with its error */
	first = fenced_damage(&fence);
	if (first != 0) {
		fault_fill(first, fence.start, fence.bytes, fence.made, 0, &fault);
		drive_heap_stop(&fault);
	}
	base = __libc_realloc((char *)memory - FENCE, all);
	if (base == NULL) {
		fence_add(fence); /* there is room for it: it was there */
		return NULL;
	}
	return fence_put(base, FENCE, bytes, made);
}

static void *block_resize(void *memory, size_t bytes, uintptr_t made)
{
	size_t before, lead;
	void *other;

	if (memory == NULL)
		return block_make(FENCE, bytes, 0, made);
	if (!block_find(memory, &before, &lead))
		return __libc_realloc(memory, bytes);
	if (bytes == 0) {
		block_free(memory);
		return NULL;
	}
	if (lead == FENCE)
		return fenced_resize(memory, bytes, made);
	other = block_make(FENCE, bytes, 0, made);
	if (other != NULL) {
		memcpy(other, memory, before < bytes ? before : bytes);
		block_free(memory);
	}
	return other;
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

static int is_alignment(size_t align)
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
	if (block == NULL)
		return ENOMEM;
	*memory = block;
	return 0;
}

size_t malloc_usable_size(void *memory)
{
	static size_t (*next)(void *);
	size_t bytes, lead;

	if (memory == NULL || block_find(memory, &bytes, &lead))
		return memory == NULL ? 0 : bytes;
	if (next == NULL)
		*(void **)&next = dlsym(RTLD_NEXT, "malloc_usable_size");
	return next(memory);
}

static char *text_copy(const char *text, size_t length, uintptr_t made)
{
	char *copy = block_make(FENCE, length + 1, 0, made);

	if (copy != NULL) {
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

#endif
