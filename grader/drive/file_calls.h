/* file_calls.h - calls of the kernel that read, write or rename files, which a drive may let fail. Whether one will is written
 * in the drive's memory alone: limits, handlers, rights and the modes of files are the same in each run. So only who makes the
 * call, and looks at what it returns, learns that it has failed.
 *
 * The kernel hands each of these calls to a handler of SIGSYS (SECCOMP_RET_TRAP), unless it is made by file_call_make(), the
 * only code that makes it. A handler that a program sets for SIGSYS takes that one's place; then no call is made at all. */
#ifndef GRADER_DRIVE_FILE_CALLS_H
#define GRADER_DRIVE_FILE_CALLS_H

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

/* What becomes of calls with regular files. */
typedef struct FilePlan {
	int64_t readable; /* so many bytes of a file can be read, none behind them; below 0: all */
	int64_t room;     /* so many bytes a file may have; below 0: any number */
	bool is_lifted;   /* the first that has no room fails alone */
	bool no_renames;  /* all of them fail */
	int64_t met;      /* how many have failed */
	dev_t disk;       /* with files of this one */
} FilePlan;

static FilePlan file_plan = {.readable = -1, .room = -1};

#if !defined(__x86_64__) && !defined(__aarch64__)
/* Registers are others there: no call is made to fail. */
static bool file_calls_begin(void)
{
	(void)file_plan;
	return false;
}
#else
/* The answer of the kernel: below 0 an error. */
long file_call_make(long call, const long *argument);
extern const char file_call_end[];

#if defined(__x86_64__)
__asm__(".pushsection .text\n"
	".globl file_call_make\n.hidden file_call_make\n.type file_call_make, @function\n"
	".globl file_call_end\n.hidden file_call_end\n"
	"file_call_make:\n"
	"	mov %rdi, %rax\n"
	"	mov %rsi, %r11\n"
	"	mov 0(%r11), %rdi\n"
	"	mov 8(%r11), %rsi\n"
	"	mov 16(%r11), %rdx\n"
	"	mov 24(%r11), %r10\n"
	"	mov 32(%r11), %r8\n"
	"	mov 40(%r11), %r9\n"
	"	syscall\n"
	"file_call_end:\n"
	"	ret\n"
	".size file_call_make, . - file_call_make\n"
	".popsection\n");
#else
__asm__(".pushsection .text\n"
	".globl file_call_make\n.hidden file_call_make\n.type file_call_make, %function\n"
	".globl file_call_end\n.hidden file_call_end\n"
	"file_call_make:\n"
	"	mov x8, x0\n"
	"	mov x9, x1\n"
	"	ldp x0, x1, [x9]\n"
	"	ldp x2, x3, [x9, #16]\n"
	"	ldp x4, x5, [x9, #32]\n"
	"	svc #0\n"
	"file_call_end:\n"
	"	ret\n"
	".size file_call_make, . - file_call_make\n"
	".popsection\n");
#endif

/* What a call does. */
typedef enum FileWay { FILE_READ, FILE_WRITE, FILE_LENGTH, FILE_NAME } FileWay;

typedef struct FileCall {
	long call;
	FileWay way;
	int file; /* which argument is the descriptor; -1: none */
	int bytes; /* and which one says how many there are; -1: the pieces of a list do, which is argument 1 */
	int offset; /* and where they are; -1: where the file has come to */
} FileCall;

static const FileCall file_calls[] = {
	{SYS_read, FILE_READ, 0, 2, -1},        {SYS_pread64, FILE_READ, 0, 2, 3},
	{SYS_readv, FILE_READ, 0, -1, -1},      {SYS_preadv, FILE_READ, 0, -1, 3},
	{SYS_preadv2, FILE_READ, 0, -1, 3},     {SYS_mmap, FILE_READ, 4, 1, 5},
	{SYS_write, FILE_WRITE, 0, 2, -1},      {SYS_pwrite64, FILE_WRITE, 0, 2, 3},
	{SYS_writev, FILE_WRITE, 0, -1, -1},    {SYS_pwritev, FILE_WRITE, 0, -1, 3},
	{SYS_pwritev2, FILE_WRITE, 0, -1, 3},   {SYS_ftruncate, FILE_LENGTH, 0, 1, -1},
	{SYS_truncate, FILE_LENGTH, -1, 1, -1},
#ifdef SYS_rename
	{SYS_rename, FILE_NAME, -1, -1, -1},
#endif
#ifdef SYS_renameat
	{SYS_renameat, FILE_NAME, -1, -1, -1},
#endif
	{SYS_renameat2, FILE_NAME, -1, -1, -1},
};

/* Nobody needs these: they are not there, in any run. For what is refused as not supported the C library has another way:
 * its posix_fallocate() writes then. */
static const struct {
	long call;
	bool is_unsupported;
} file_calls_refused[] = {{SYS_fallocate, true},
			  {SYS_sendfile, false},
			  {SYS_splice, false},
			  {SYS_copy_file_range, false}};

enum {
	FILE_CALLS = sizeof file_calls / sizeof *file_calls,
	FILE_CALLS_REFUSED = sizeof file_calls_refused / sizeof *file_calls_refused,
	FILE_ARGUMENTS = 6
};

/* --- what is due ------------------------------------------------------------------------------- */

/* A file of the folder's disk; else what the C library looks up elsewhere would fail, too. */
static bool file_is_ours(int file, struct stat *about)
{
	return fstat(file, about) == 0 && S_ISREG(about->st_mode) &&
	       about->st_dev == file_plan.disk;
}

static uint64_t file_list_bytes(const long *argument)
{
	const struct iovec *piece = (const struct iovec *)argument[1];
	uint64_t bytes = 0;
	for (long i = 0; i < argument[2]; i++)
		bytes += piece[i].iov_len;
	return bytes;
}

static uint64_t file_offset(const FileCall *c, const long *argument, const struct stat *about)
{
	const int file = (int)argument[c->file];
	if (c->offset >= 0 && argument[c->offset] >= 0)
		return (uint64_t)argument[c->offset];
	if (c->way == FILE_WRITE && fcntl(file, F_GETFL) & O_APPEND)
		return (uint64_t)about->st_size;
	const off_t at = lseek(file, 0, SEEK_CUR);
	return at < 0 ? 0 : (uint64_t)at;
}

/* The same with the first bytes alone. */
static long file_call_some(const FileCall *c, const long *argument, uint64_t bytes)
{
	long some[FILE_ARGUMENTS];
	struct iovec first = {NULL, 0};
	for (int i = 0; i < FILE_ARGUMENTS; i++)
		some[i] = argument[i];
	if (c->bytes >= 0) {
		some[c->bytes] = (long)bytes;
		return file_call_make(c->call, some);
	}
	const struct iovec *piece = (const struct iovec *)argument[1];
	while (first.iov_len == 0)
		first = *piece++;
	first.iov_len = first.iov_len < bytes ? first.iov_len : bytes;
	some[1] = (long)&first;
	some[2] = 1;
	return file_call_make(c->call, some);
}

static long file_fail(int error)
{
	file_plan.met++;
	return -error;
}

static long file_read_due(const FileCall *c, const long *argument, uint64_t bytes,
			  const struct stat *about)
{
	const uint64_t at = file_offset(c, argument, about), most = (uint64_t)file_plan.readable;
	if (file_plan.readable < 0 || bytes == 0 || (at <= most && bytes <= most - at))
		return file_call_make(c->call, argument);
	if (c->call == SYS_mmap)
		return file_fail(EACCES);
	if (at >= most)
		return file_fail(EIO);
	file_plan
		.met++; /* fewer bytes than were asked for tell it, too: who takes that for the end asks no more */
	return file_call_some(c, argument, most - at);
}

static long file_write_due(const FileCall *c, const long *argument, uint64_t bytes,
			   const struct stat *about)
{
	const uint64_t at = file_offset(c, argument, about), room = (uint64_t)file_plan.room;
	if (file_plan.room < 0 || bytes == 0 || (at <= room && bytes <= room - at))
		return file_call_make(c->call, argument);
	if (at < room)
		return file_call_some(c, argument, room - at);
	if (file_plan.is_lifted)
		file_plan.room = -1;
	return file_fail(ENOSPC);
}

static long file_call_due(const FileCall *c, const long *argument)
{
	struct stat about = {.st_size = 0};
	if (c->way == FILE_NAME)
		return file_plan.no_renames ? file_fail(EIO) : file_call_make(c->call, argument);
	if (c->file >= 0 && !file_is_ours((int)argument[c->file], &about))
		return file_call_make(c->call, argument);
	const uint64_t bytes =
		c->bytes < 0 ? file_list_bytes(argument) : (uint64_t)argument[c->bytes];
	if (c->way == FILE_READ)
		return file_read_due(c, argument, bytes, &about);
	if (c->way == FILE_WRITE)
		return file_write_due(c, argument, bytes, &about);
	return file_plan.room >= 0 && bytes > (uint64_t)file_plan.room
		       ? file_fail(ENOSPC)
		       : file_call_make(c->call, argument);
}

/* --- where it comes from ----------------------------------------------------------------------- */

static void file_call_come(int number, siginfo_t *info, void *context)
{
	const int before = errno;
	ucontext_t *at = context;
	(void)number;
#if defined(__x86_64__)
	greg_t *reg = at->uc_mcontext.gregs;
	const long argument[FILE_ARGUMENTS] = {reg[REG_RDI], reg[REG_RSI], reg[REG_RDX],
					       reg[REG_R10], reg[REG_R8],  reg[REG_R9]};
#else
	unsigned long long *reg = at->uc_mcontext.regs;
	long argument[FILE_ARGUMENTS];
	for (int i = 0; i < FILE_ARGUMENTS; i++)
		argument[i] = (long)reg[i];
#endif
	for (int i = 0; i < FILE_CALLS; i++)
		if (file_calls[i].call == info->si_syscall) {
			const long answer = file_call_due(&file_calls[i], argument);
#if defined(__x86_64__)
			reg[REG_RAX] = answer;
#else
			reg[0] = (unsigned long long)answer;
#endif
			break;
		}
	errno = before;
}

/* Before anything of the lab's runs. Whether the kernel takes it; else no call of these is made to fail. */
static bool file_calls_begin(void)
{
	enum { MOST = 24 + FILE_CALLS + 2 * FILE_CALLS_REFUSED };
	struct sigaction action = {.sa_sigaction = file_call_come,
				   .sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER};
	struct sock_filter code[MOST];
	const uintptr_t end = (uintptr_t)file_call_end;
	int count = 0;
#define ADD(...) code[count++] = (struct sock_filter)__VA_ARGS__
	ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
		     offsetof(struct seccomp_data, instruction_pointer) + 4));
	ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)((uint64_t)end >> 32), 0, 3));
	ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, instruction_pointer)));
	ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)end, 0, 1));
	ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
	ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
	/* a mapping of no file, which threads make that take no signals */
	ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 4));
	ADD(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[3])));
	ADD(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 0, 1));
	ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
	ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP));
	for (int i = 0; i < FILE_CALLS_REFUSED; i++) {
		ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)file_calls_refused[i].call, 0,
			     1));
		ADD(BPF_STMT(BPF_RET | BPF_K,
			     SECCOMP_RET_ERRNO |
				     (file_calls_refused[i].is_unsupported ? EOPNOTSUPP : ENOSYS)));
	}
	for (int i = 0; i < FILE_CALLS; i++)
		ADD(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)file_calls[i].call,
			     (uint8_t)(FILE_CALLS - i), 0));
	ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
	ADD(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP));
#undef ADD
	const struct sock_fprog program = {.len = (unsigned short)count, .filter = code};
	sigemptyset(&action.sa_mask);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	return sigaction(SIGSYS, &action, NULL) == 0 &&
	       syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) ==
		       0;
}
#endif

#endif
