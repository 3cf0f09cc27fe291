/* lockdown.h - a part of drive.c: from before the exercise is called, what the kernel refuses to this process, so that
 * closed pages behind blocks (heap_guarded.h) stay closed and nobody lives on unseen behind a touch of one.
 *
 *   a page        upper halves of slots cannot be opened, replaced, moved away or unmapped
 *   a touch       ends up in lockdown_fault(), for which no other handler can be put in place; before anything else that
 *                 shuts the channel for reading, which the judge notices when it sends the next GO (channel.c); no child has
 *                 the same memory, in which it could go on when the child alone has ended
 *   that this     no call may change the program's code, the functions that it calls, the addresses that the handler
 *                 compares with, or what the kit's own descriptors are; and none may add a filter, by which a call could be left out
 *   pages         of files are the program's own alone, which the judge counts as what it has
 *
 * Addresses are not known before, so this filter is no part of the sandbox's. It is left out where the simulator is in
 * this process, or is none: only for the one that is elsewhere does the library keep handlers apart for the program. */
#ifndef GRADER_DRIVE_LOCKDOWN_H
#define GRADER_DRIVE_LOCKDOWN_H

#include <link.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#define PAGE_BYTES ((uintptr_t)4096)

/* On a page of its own, which is read-only but while it is filled in. It lies among what the loader closes, before all
 * variables: who writes over the end of an own one does not come here. */
static union {
	struct {
		HeapArena arena;
		struct sigaction then; /* the simulator's */
	};
	char page[PAGE_BYTES];
} locked __attribute__((section(".data.rel.ro"), aligned(4096)));

static void channel_shut(void)
{
	long call = SYS_shutdown;
#if defined(__x86_64__)
	__asm__ volatile("syscall"
			 : "+a"(call)
			 : "D"((long)CHANNEL_FD), "S"((long)SHUT_RD)
			 : "rcx", "r11", "memory");
#elif defined(__aarch64__)
	register long number __asm__("x8") = call;
	register long first __asm__("x0") = CHANNEL_FD;
	register long second __asm__("x1") = SHUT_RD;

	__asm__ volatile("svc 0" : "+r"(first) : "r"(number), "r"(second) : "memory");
#endif
}

/* Where other code is reached through tables that the program could have changed, the judge knows already. */
static void lockdown_fault(int number, siginfo_t *info, void *context)
{
	/* a signal that was sent has no address */
	if (info->si_code > 0 && (uintptr_t)info->si_addr - locked.arena.at < locked.arena.bytes) {
		channel_shut();
		crash_tell(number, info, context);
	}
	locked.then.sa_sigaction(number, info, context);
}

/* --- the filter -------------------------------------------------------------------------------- */

#define FILTER_MOST 4096 /* instructions: no filter may have more */
#define CALLS_MOST  32
#define REFUSED     (SECCOMP_RET_ERRNO | EPERM)

typedef struct Filter {
	struct sock_filter code[FILTER_MOST];
	int count;
	uint32_t call[CALLS_MOST]; /* which are looked at */
	int calls;
} Filter;

typedef struct Range {
	uint64_t from, to;
} Range;

/* Appends an instruction, and returns which one it is. */
static int filter_add(Filter *f, int code, uint32_t number, int when, int when_not)
{
	if (f->count == FILTER_MOST)
		abort();
	f->code[f->count] = (struct sock_filter)BPF_JUMP((uint16_t)code, number, (uint8_t)when,
							 (uint8_t)when_not);
	return f->count++;
}

static void filter_return(Filter *f, uint32_t what)
{
	filter_add(f, BPF_RET | BPF_K, what, 0, 0);
}

/* A half of an argument; numbers lie with the low half first. */
static void filter_load(Filter *f, int argument, int high)
{
	filter_add(f, BPF_LD | BPF_W | BPF_ABS,
		   (uint32_t)(offsetof(struct seccomp_data, args) + 8 * (size_t)argument +
			      4 * (size_t)high),
		   0, 0);
}

/* Goes on with the next instruction if it is that call, else behind the matching filter_end(). */
static int filter_call(Filter *f, long call)
{
	int i = 0;

	while (i < f->calls && f->call[i] != (uint32_t)call)
		i++;
	if (i == CALLS_MOST)
		abort();
	f->call[i] = (uint32_t)call;
	f->calls += i == f->calls;
	filter_add(f, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr), 0, 0);
	filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 1, 0);
	return filter_add(f, BPF_JMP | BPF_JA, 0, 0, 0);
}

static void filter_end(Filter *f, int jump)
{
	f->code[jump].k = (uint32_t)(f->count - jump - 1);
}

/* Jumps behind what follows unless the low half of the argument, `and` a mask, is that number. */
static int filter_unless(Filter *f, int argument, uint32_t mask, uint32_t number)
{
	filter_load(f, argument, 0);
	filter_add(f, BPF_ALU | BPF_AND | BPF_K, mask, 0, 0);
	filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, number, 1, 0);
	return filter_add(f, BPF_JMP | BPF_JA, 0, 0, 0);
}

static void refuse_argument(Filter *f, long call, int argument, uint32_t number)
{
	int other = filter_call(f, call), fits = filter_unless(f, argument, ~0U, number);

	filter_return(f, REFUSED);
	filter_end(f, fits);
	filter_end(f, other);
}

static void refuse_call(Filter *f, long call)
{
	int other = filter_call(f, call);

	filter_return(f, REFUSED);
	filter_end(f, other);
}

enum { END_HIGH, END_LOW, HALF, OFFSET }; /* words of the filter's memory */

/* Works out where the bytes from `address` on end (both are arguments). The kernel refuses a sum that has more than 64
 * bits. */
static void filter_find_end(Filter *f, int address, int bytes)
{
	filter_load(f, bytes, 0);
	filter_add(f, BPF_MISC | BPF_TAX, 0, 0, 0);
	filter_load(f, address, 0);
	filter_add(f, BPF_ALU | BPF_ADD | BPF_X, 0, 0, 0);
	filter_add(f, BPF_ST, END_LOW, 0, 0);
	filter_add(f, BPF_JMP | BPF_JGE | BPF_X, 0, 2, 0);
	filter_add(f, BPF_LD | BPF_IMM, 1, 0, 0); /* the carry */
	filter_add(f, BPF_JMP | BPF_JA, 1, 0, 0);
	filter_add(f, BPF_LD | BPF_IMM, 0, 0, 0);
	filter_add(f, BPF_MISC | BPF_TAX, 0, 0, 0);
	filter_load(f, address, 1);
	filter_add(f, BPF_ALU | BPF_ADD | BPF_X, 0, 0, 0);
	filter_add(f, BPF_MISC | BPF_TAX, 0, 0, 0);
	filter_load(f, bytes, 1);
	filter_add(f, BPF_ALU | BPF_ADD | BPF_X, 0, 0, 0);
	filter_add(f, BPF_ST, END_HIGH, 0, 0);
}

/* Jumps behind what follows unless the bytes from `address` to that end meet the range. */
static int filter_unless_meets(Filter *f, int address, Range range)
{
	filter_add(f, BPF_LD | BPF_MEM, END_HIGH, 0, 0);

	/* the end: above where the range begins? */
	filter_add(f, BPF_JMP | BPF_JGT | BPF_K, (uint32_t)(range.from >> 32), 3, 0);
	filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(range.from >> 32), 0, 8);
	filter_add(f, BPF_LD | BPF_MEM, END_LOW, 0, 0);
	filter_add(f, BPF_JMP | BPF_JGT | BPF_K, (uint32_t)range.from, 0, 6);

	/* and the first: below where it ends? */
	filter_load(f, address, 1);
	filter_add(f, BPF_JMP | BPF_JGT | BPF_K, (uint32_t)(range.to >> 32), 4, 0);
	filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)(range.to >> 32), 0, 2);
	filter_load(f, address, 0);
	filter_add(f, BPF_JMP | BPF_JGE | BPF_K, (uint32_t)range.to, 1, 0);
	filter_add(f, BPF_JMP | BPF_JA, 1, 0, 0);
	return filter_add(f, BPF_JMP | BPF_JA, 0, 0, 0);
}

enum { CLOSED_MOST = 24 };

/* What must stay as it is. */
typedef struct Closed {
	Range range[CLOSED_MOST]; /* first the arena */
	size_t count;
} Closed;

/* Refuses what has bytes of one of the ranges, from the `first` of them on. */
static void refuse_meeting(Filter *f, int address, int bytes, const Closed *closed, size_t first)
{
	filter_find_end(f, address, bytes);
	for (size_t i = first; i < closed->count; i++) {
		int apart = filter_unless_meets(f, address, closed->range[i]);

		filter_return(f, REFUSED);
		filter_end(f, apart);
	}
}

static void refuse_ranges(Filter *f, long call, int address, int bytes, const Closed *closed,
			  size_t first)
{
	int other = filter_call(f, call);

	refuse_meeting(f, address, bytes, closed, first);
	filter_end(f, other);
}

/* Pages of blocks are opened and closed, always within the lower half of a slot. */
static void refuse_upper_halves(Filter *f, long call, HeapArena arena)
{
	const uint32_t rights = PROT_READ | PROT_WRITE;
	int other = filter_call(f, call), apart;

	filter_find_end(f, 0, 1);
	apart = filter_unless_meets(f, 0, (Range){arena.at, arena.at + arena.bytes});
	filter_load(f, 1, 1);
	filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
	filter_return(f, REFUSED);
	filter_load(f, 2, 0);
	filter_add(f, BPF_JMP | BPF_JSET | BPF_K, ~rights, 0, 1);
	filter_return(f, REFUSED);

	/* which part of the arena, and so which size */
	filter_load(f, 0, 1);
	filter_add(f, BPF_ALU | BPF_SUB | BPF_K, (uint32_t)(arena.at >> 32), 0, 0);
	filter_add(f, BPF_JMP | BPF_JGE | BPF_K, (uint32_t)(arena.bytes >> 32), 0, 1);
	filter_return(f, REFUSED);
	filter_add(f, BPF_MISC | BPF_TAX, 0, 0, 0);
	filter_add(f, BPF_LD | BPF_IMM, (uint32_t)arena.page, 0, 0);
	filter_add(f, BPF_ALU | BPF_LSH | BPF_X, 0, 0, 0);
	filter_add(f, BPF_ST, HALF, 0, 0);
	filter_add(f, BPF_ALU | BPF_LSH | BPF_K, 1, 0, 0);
	filter_add(f, BPF_ALU | BPF_SUB | BPF_K, 1, 0, 0);
	filter_add(f, BPF_MISC | BPF_TAX, 0, 0, 0);

	/* where in its slot, and how far it goes */
	filter_load(f, 0, 0);
	filter_add(f, BPF_ALU | BPF_AND | BPF_X, 0, 0, 0);
	filter_add(f, BPF_ST, OFFSET, 0, 0);
	filter_load(f, 1, 0);
	filter_add(f, BPF_MISC | BPF_TAX, 0, 0, 0);
	filter_add(f, BPF_LD | BPF_MEM, OFFSET, 0, 0);
	filter_add(f, BPF_ALU | BPF_ADD | BPF_X, 0, 0, 0);
	filter_add(f, BPF_JMP | BPF_JGE | BPF_X, 0, 1, 0);
	filter_return(f, REFUSED);
	filter_add(f, BPF_LDX | BPF_MEM, HALF, 0, 0);
	filter_add(f, BPF_JMP | BPF_JGT | BPF_X, 0, 0, 1);
	filter_return(f, REFUSED);
	filter_end(f, apart);
	filter_end(f, other);
}

/* A mapping in the place of another one. Blocks that are given back are closed so. */
static void refuse_mappings(Filter *f, const Closed *closed)
{
	int other = filter_call(f, SYS_mmap), free = filter_unless(f, 3, MAP_FIXED, MAP_FIXED);

	filter_find_end(f, 0, 1);
	for (size_t i = 0; i < closed->count; i++) {
		int apart = filter_unless_meets(f, 0, closed->range[i]);

		if (i == 0) {
			filter_load(f, 2, 0);
			filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, PROT_NONE, 1, 0);
			filter_return(f, REFUSED);
			filter_load(f, 3, 0);
			filter_add(f, BPF_JMP | BPF_JEQ | BPF_K,
				   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, 1, 0);
		}
		filter_return(f, REFUSED);
		filter_end(f, apart);
	}
	filter_end(f, free);
	filter_end(f, other);
}

/* Pages of files, which no judge counts as the program's own: what it keeps there would stay unseen. The machine's are
 * the library's. */
static void refuse_shared_pages(Filter *f)
{
	enum { KIND = MAP_SHARED | MAP_PRIVATE }; /* both: checked ones */
	static const uint32_t shared[] = {MAP_SHARED, KIND};

	for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
		int other = filter_call(f, SYS_mmap), kind = filter_unless(f, 3, KIND, shared[i]);

		filter_load(f, 4, 0);
		filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, MACHINE_MEMORY_FD, 1, 0);
		filter_return(f, REFUSED);
		filter_end(f, kind);
		filter_end(f, other);
	}
}

static void refuse_moves(Filter *f, const Closed *closed)
{
	refuse_ranges(f, SYS_mremap, 0, 1, closed, 0);

	int other = filter_call(f, SYS_mremap),
	    free = filter_unless(f, 3, MREMAP_FIXED, MREMAP_FIXED);

	refuse_meeting(f, 4, 2, closed, 0);
	filter_end(f, free);
	filter_end(f, other);
}

/* A child that does not get pages has room for others there. Blocks that are given back may be emptied so. */
static void refuse_advice(Filter *f, const Closed *closed)
{
	int other = filter_call(f, SYS_madvise);

	filter_find_end(f, 0, 1);
	for (size_t i = 0; i < closed->count; i++) {
		int apart = filter_unless_meets(f, 0, closed->range[i]);

		if (i == 0) {
			filter_load(f, 2, 0);
			filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, MADV_DONTNEED, 1, 0);
		}
		filter_return(f, REFUSED);
		filter_end(f, apart);
	}
	filter_end(f, other);
}

/* Where the processor leaves out the upper bits of an address, the kernel would, too, and other numbers than those that
 * are looked at would be these pages. */
static void refuse_tags(Filter *f)
{
#ifdef SYS_arch_prctl
	enum { ENABLE_TAGGED_ADDR = 0x4002 }; /* x86, since Linux 6.4 */

	refuse_argument(f, SYS_arch_prctl, 0, ENABLE_TAGGED_ADDR);
#endif
#ifdef PR_SET_TAGGED_ADDR_CTRL
	refuse_argument(f, SYS_prctl, 0, PR_SET_TAGGED_ADDR_CTRL);
#endif
}

/* Asking for a handler goes on, and setting one; but the one of SIGSEGV stays. */
static void refuse_handlers(Filter *f)
{
	int other = filter_call(f, SYS_rt_sigaction), number = filter_unless(f, 0, ~0U, SIGSEGV);

	filter_load(f, 1, 0);
	filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2);
	filter_load(f, 1, 1);
	filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
	filter_return(f, REFUSED);
	filter_end(f, number);
	filter_end(f, other);
}

/* Where SIGSEGV is blocked the kernel ends the process, and asks no handler. A child would end alone, and leave what it
 * has done in its parent's memory. */
static void refuse_children_within(Filter *f)
{
	int other = filter_call(f, SYS_clone),
	    apart = filter_unless(f, 0, CLONE_VM | CLONE_THREAD, CLONE_VM);

	filter_return(f, REFUSED);
	filter_end(f, apart);
	filter_end(f, other);
#ifdef SYS_vfork
	refuse_call(f, SYS_vfork);
#endif
}

/* Where the judge looks at what this process has, another one could have it. */
static void refuse_children(Filter *f)
{
	int other = filter_call(f, SYS_clone), child = filter_unless(f, 0, CLONE_THREAD, 0);

	filter_return(f, REFUSED);
	filter_end(f, child);
	filter_end(f, other);
#ifdef SYS_fork
	refuse_call(f, SYS_fork);
#endif
	/* nor may what it has lie in pages that are no process's */
	refuse_call(f, SYS_pipe2);
#ifdef SYS_pipe
	refuse_call(f, SYS_pipe);
#endif
}

/* Of such pages, if there are any, only a sum that no judge looks at tells. */
static void refuse_huge_pages(Filter *f)
{
	int other = filter_call(f, SYS_mmap), usual = filter_unless(f, 3, MAP_HUGETLB, MAP_HUGETLB);

	filter_return(f, REFUSED);
	filter_end(f, usual);
	filter_end(f, other);
}

static void refuse_descriptors(Filter *f)
{
	int other = filter_call(f, SYS_close_range);

	filter_load(f, 0, 0);
	filter_add(f, BPF_JMP | BPF_JGT | BPF_K, MACHINE_MEMORY_FD, 1, 0);
	filter_return(f, REFUSED);
	filter_end(f, other);
	for (int fd = CHANNEL_FD; fd <= MACHINE_MEMORY_FD; fd++) {
		refuse_argument(f, SYS_close, 0, (uint32_t)fd);
		refuse_argument(f, SYS_dup3, 1, (uint32_t)fd);
#ifdef SYS_dup2
		refuse_argument(f, SYS_dup2, 1, (uint32_t)fd);
#endif
	}
}

/* What the loader has made read-only in the object that has that address: the table of the functions that it calls, by which
 * another one could be called in the place of each. Nothing, where it was linked so that there is no such part. */
typedef struct Loaded {
	uintptr_t address;
	Range closed;
} Loaded;

static int loaded_look(struct dl_phdr_info *object, size_t size, void *data)
{
	Loaded *loaded = data;
	Range closed = {0, 0};
	bool here = false;
	(void)size;

	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];
		const uintptr_t from = object->dlpi_addr + part->p_vaddr, to = from + part->p_memsz;

		if (part->p_type == PT_LOAD)
			here |= loaded->address >= from && loaded->address < to;
		else if (part->p_type == PT_GNU_RELRO)
			closed = (Range){from / PAGE_BYTES * PAGE_BYTES,
					 to / PAGE_BYTES * PAGE_BYTES};
	}
	if (here)
		loaded->closed = closed;
	return here;
}

static Range range_of_tables(uintptr_t address)
{
	Loaded loaded = {.address = address};

	dl_iterate_phdr(loaded_look, &loaded);
	return loaded.closed;
}

/* Runs of pages of one file that are only read. What the loader closes at the end of such a run, before what is written to,
 * holds its own bytes. */
typedef struct ReadRun {
	Range all, last; /* the last of its ranges */
	unsigned long long file;
} ReadRun;

static void run_close(const ReadRun *run, bool is_loaders, Closed *closed)
{
	const Range range = {run->all.from, is_loaders ? run->last.from : run->all.to};

	if (run->file != 0 && range.from < range.to && closed->count < CLOSED_MOST)
		closed->range[closed->count++] = range;
}

/* Where the judge looks at how many pages there are: who gives those of libraries up, or has others in their place, has as
 * many of his own, and there are no more than before. */
static void libraries_close(Closed *closed)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[512], rights[8];
	ReadRun run = {.file = 0};

	while (maps && fgets(line, sizeof line, maps)) {
		unsigned long long from, to, file;

		if (sscanf(line, "%llx-%llx %7s %*s %*s %llu", &from, &to, rights, &file) != 4)
			continue;
		const bool follows = file == run.file && from == run.all.to;
		const bool is_read = file != 0 && rights[1] != 'w' && !strstr(line, "/memfd:");

		if (!is_read || !follows) {
			run_close(&run, follows && !is_read, closed);
			run = (ReadRun){{from, to}, {from, to}, is_read ? file : 0};
		}
		run.last = (Range){from, to};
		run.all.to = to;
	}
	run_close(&run, false, closed);
	if (maps)
		fclose(maps);
}

static Range range_of(const void *from, const void *to)
{
	return (Range){(uintptr_t)from / PAGE_BYTES * PAGE_BYTES,
		       ((uintptr_t)to + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES};
}

/* Puts in front: other calls than those that are looked at are let through. The kernel goes over the filter once for
 * each call that there is. */
static void filter_begin(Filter *f)
{
	const int more = f->calls + 2;

	if (f->count + more > FILTER_MOST)
		abort();
	memmove(f->code + more, f->code, (size_t)f->count * sizeof *f->code);

	const int whole = f->count + more;

	f->count = 0;
	filter_add(f, BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr), 0, 0);
	for (int i = 0; i < f->calls; i++)
		filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, f->call[i], f->calls - i, 0);
	filter_return(f, SECCOMP_RET_ALLOW);
	f->count = whole;
}

static void filter_make(Filter *f)
{
	Closed closed = {{{locked.arena.at, locked.arena.at + locked.arena.bytes},
			  range_of(__executable_start, etext),
			  range_of(&locked, &locked + 1),
			  range_of_tables((uintptr_t)&locked),
			  range_of_tables((uintptr_t)tensor_living),
			  range_of_tables((uintptr_t)cudaGetDeviceCount)},
			 6};

	if (getenv(NO_CHILDREN))
		libraries_close(&closed);

	refuse_upper_halves(f, SYS_mprotect, locked.arena);
	refuse_ranges(f, SYS_mprotect, 0, 1, &closed, 1);
	refuse_ranges(f, SYS_munmap, 0, 1, &closed, 0);
	refuse_mappings(f, &closed);
	refuse_shared_pages(f);
	refuse_huge_pages(f);
	refuse_moves(f, &closed);
	refuse_advice(f, &closed);
	refuse_handlers(f);
	refuse_children_within(f);
	if (getenv(NO_CHILDREN))
		refuse_children(f);
	refuse_descriptors(f);
	refuse_tags(f);
	refuse_call(f, SYS_pkey_mprotect);
	refuse_call(f, SYS_remap_file_pages);
	refuse_call(
		f,
		SYS_execve); /* another program has other addresses, and counts its memory anew */
	refuse_call(f, SYS_execveat);
	refuse_call(f, SYS_seccomp);
	refuse_argument(f, SYS_prctl, 0, PR_SET_SECCOMP);
	refuse_argument(f, SYS_prctl, 0, PR_SET_MM); /* where brk() unmaps */
	refuse_argument(f, SYS_prctl, 0, PR_SET_SYSCALL_USER_DISPATCH);
	filter_return(f, SECCOMP_RET_ALLOW);
	filter_begin(f);
}

/* 0, or -1: the kernel does not take it. */
static int filter_set(void)
{
	Filter *f = own_allocate(sizeof *f);
	struct sock_fprog program = {.filter = f->code};
	int bad;

	f->count = f->calls = 0;
	filter_make(f);
	program.len = (unsigned short)f->count;
	bad = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) !=
	      0;
	free(f);
	return bad ? -1 : 0;
}

/* To be called before anything of the exercise's runs. */
static void lockdown_begin(void)
{
	const struct sigaction first = {.sa_sigaction = lockdown_fault,
					.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};

	const HeapArena arena = drive_heap_arena();

	if (arena.at == 0 || !simcuda_fault_first)
		return;

	int bad = mprotect(&locked, sizeof locked, PROT_READ | PROT_WRITE) < 0;

	if (!bad) {
		locked.arena = arena;
		bad = simcuda_fault_first(&first, &locked.then) < 0 ||
		      mprotect(&locked, sizeof locked, PROT_READ) < 0 || filter_set() < 0;
	}
	if (bad) {
		fprintf(stderr, "drive: this process cannot be locked down: %s\n", strerror(errno));
		drive_leave(1);
	}
}

#endif
