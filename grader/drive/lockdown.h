/* lockdown.h - a part of drive.c: from before the exercise is called, what the kernel refuses to this process, so that
 * closed pages behind blocks (heap_guarded.h) stay closed and nobody lives on unseen behind a touch of one.
 *
 *   a page        upper halves of slots cannot be opened, replaced, moved away or unmapped
 *   a touch       raises SIGBUS, as nothing else does (heap.h), and ends up in lockdown_fault(), for which no other handler
 *                 can be put in place; before anything else that shuts the channel for reading, which the judge notices
 *                 when it sends the next GO (channel.c); no child has the same memory, in which it could go on when the
 *                 child alone has ended
 *   that this     no call may change the program's code, the functions that it calls, the addresses that the handler
 *                 compares with, or what the kit's own descriptors are; and none may add a filter, by which a call could be left out
 *   pages         of files are the program's own alone, which the judge counts as what it has
 *
 * Addresses are not known before, so this filter is no part of the sandbox's. It is left out where the simulator is in
 * this process, or is none: only for the one that is elsewhere does the library keep handlers apart for the program. */
#ifndef GRADER_DRIVE_LOCKDOWN_H
#define GRADER_DRIVE_LOCKDOWN_H

#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include "grader/base/sanitized.h"
#include "grader/drive/closed.h"
#include "grader/drive/filter.h"

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
	/* what stands in *info may be another thread's, the number cannot; a signal that was sent has no address */
	const bool within = info->si_code > 0 &&
			    (uintptr_t)info->si_addr - locked.arena.at < locked.arena.bytes;

	if (number == SIGBUS || within)
		channel_shut();
	if (within)
		crash_tell(number, info, context);
	locked.then.sa_sigaction(number, info, context);
}

/* Refuses what is not that number. */
static void want_number(Filter *f, int argument, int high, uint32_t number)
{
	filter_load(f, argument, high);
	filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, number, 1, 0);
	filter_return(f, REFUSED);
}

/* Pages of the arena are mapped as blocks' are, or closed again. */
static void refuse_other_pages(Filter *f, HeapArena arena)
{
	int open;

	if (arena.beyond == 0) {
		want_number(f, 3, 0, HEAP_OPEN);
		filter_load(f, 2, 0);
		filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, PROT_NONE, 2, 0);
		filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, PROT_READ | PROT_WRITE, 1, 0);
		filter_return(f, REFUSED);
		return;
	}
	want_number(f, 2, 0, PROT_READ | PROT_WRITE);
	filter_load(f, 3, 0);
	filter_add(f, BPF_JMP | BPF_JEQ | BPF_K, HEAP_OPEN, 0, 1);
	open = filter_add(f, BPF_JMP | BPF_JA, 0, 0, 0);
	want_number(f, 3, 0, HEAP_SHUT);
	want_number(f, 4, 0, MACHINE_MEMORY_FD);
	filter_load(f, 5, 1);
	filter_add(f, BPF_JMP | BPF_JGE | BPF_K, (uint32_t)(arena.beyond >> 32), 1, 0);
	filter_return(f, REFUSED);
	filter_end(f, open);
}

/* Of pages that are there the rights change, but nothing in there can be run. */
static void refuse_other_rights(Filter *f)
{
	filter_load(f, 2, 0);
	filter_add(f, BPF_JMP | BPF_JSET | BPF_K, ~(uint32_t)(PROT_READ | PROT_WRITE), 0, 1);
	filter_return(f, REFUSED);
}

/* Refuses what is not within the lower half of a slot, of an end that was worked out. */
static void refuse_upper_half(Filter *f, HeapArena arena)
{
	want_number(f, 1, 1, 0); /* of 2^32 bytes or more */

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
}

/* Pages of blocks are opened and closed, and where CUDA has to know who touches one their rights change. */
static void refuse_in_arena(Filter *f, HeapArena arena)
{
	const Range all = {arena.at, arena.at + arena.bytes};
	int other = filter_call(f, SYS_mmap), free = filter_unless(f, 3, MAP_FIXED, MAP_FIXED),
	    apart;

	filter_find_end(f, 0, 1);
	apart = filter_unless_meets(f, 0, all);
	refuse_other_pages(f, arena);
	refuse_upper_half(f, arena);
	filter_end(f, apart);
	filter_end(f, free);
	filter_end(f, other);

	other = filter_call(f, SYS_mprotect);
	filter_find_end(f, 0, 1);
	apart = filter_unless_meets(f, 0, all);
	refuse_other_rights(f);
	refuse_upper_half(f, arena);
	filter_end(f, apart);
	filter_end(f, other);
}

/* A mapping in the place of another one. */
static void refuse_mappings(Filter *f, const Closed *closed)
{
	int other = filter_call(f, SYS_mmap), free = filter_unless(f, 3, MAP_FIXED, MAP_FIXED);

	refuse_meeting(f, 0, 1, closed, 1);
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

/* Asking for a handler goes on, and setting one; but those of touches stay. */
static void refuse_handlers(Filter *f)
{
	static const uint32_t touches[] = {SIGSEGV, SIGBUS};

	for (size_t i = 0; i < sizeof touches / sizeof *touches; i++) {
		int other = filter_call(f, SYS_rt_sigaction),
		    number = filter_unless(f, 0, ~0U, touches[i]);

		want_number(f, 1, 0, 0);
		want_number(f, 1, 1, 0);
		filter_end(f, number);
		filter_end(f, other);
	}
}

/* Where the signal of a touch is blocked the kernel ends the process, and asks no handler. A child would end alone, and
 * leave what it has done in its parent's memory. */
static void refuse_children_within(Filter *f)
{
	refuse_bits(f, SYS_clone, 0, CLONE_VM | CLONE_THREAD, CLONE_VM);
#ifdef SYS_vfork
	refuse_call(f, SYS_vfork);
#endif
}

/* Where the judge looks at what this process has, another one could have it. */
static void refuse_children(Filter *f)
{
	refuse_bits(f, SYS_clone, 0, CLONE_THREAD, 0);
#ifdef SYS_fork
	refuse_call(f, SYS_fork);
#endif
	/* nor may what it has lie in pages that are no process's */
	refuse_call(f, SYS_pipe2);
#ifdef SYS_pipe
	refuse_call(f, SYS_pipe);
#endif
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

/* False: something stays open. */
static bool filter_make(Filter *f)
{
	Closed closed = {{{locked.arena.at, locked.arena.at + locked.arena.bytes},
			  range_of(__executable_start, etext),
			  range_of(&locked, &locked + 1)},
			 3,
			 false};

	dl_iterate_phdr(tables_close, &closed);
	libraries_close(&closed);

	refuse_in_arena(f, locked.arena);
	refuse_ranges(f, SYS_mprotect, 0, 1, &closed, 1);
	refuse_ranges(f, SYS_munmap, 0, 1, &closed, 0);
	refuse_mappings(f, &closed);
	refuse_shared_pages(f);
	/* of huge pages, if there are any, only a sum that no judge looks at tells */
	refuse_bits(f, SYS_mmap, 3, MAP_HUGETLB, MAP_HUGETLB);
	refuse_moves(f, &closed);
	refuse_advice(f, &closed);
	refuse_handlers(f);
	refuse_children_within(f);
	if (getenv(NO_CHILDREN))
		refuse_children(f);
	refuse_descriptors(f);
	refuse_tags(f);
	/* what lies in no memory of the computer's no judge counts as what the program has there */
	refuse_argument(f, SYS_madvise, 2, MADV_PAGEOUT);
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
	return !closed.lacks;
}

/* 0, or -1: the kernel does not take it. */
static int filter_set(void)
{
	Filter *f = own_allocate(sizeof *f);
	struct sock_fprog program = {.filter = f->code};
	int bad;

	f->count = f->calls = 0;
	bad = !filter_make(f);
	errno = E2BIG;
	program.len = (unsigned short)f->count;
	bad = bad || syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC,
			     &program) != 0;
	free(f);
	return bad ? -1 : 0;
}

/* To be called before anything of the exercise's runs. */
static void lockdown_begin(void)
{
	const struct sigaction first = {.sa_sigaction = lockdown_fault,
					.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};

	const HeapArena arena = drive_heap_arena();

	if (SANITIZED) /* its heap has no such pages */
		return;

	int bad = arena.at == 0 || !simcuda_fault_first ||
		  mprotect(&locked, sizeof locked, PROT_READ | PROT_WRITE) < 0;

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
