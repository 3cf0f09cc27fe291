/* refused_arguments.c - calls that are refused with some arguments, and go on with others. */
#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/fs.h>
#include <linux/sockios.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "grader/sandbox/refused_calls.h"

#define IOPRIO_WHO_PROCESS 1
#define SET_MEMORY_MERGE   67 /* since Linux 6.4 */
#define SHARED_PAGES       (MAP_SHARED | MAP_ANONYMOUS)

/* ioctl numbers hold a letter for the family they belong to. */
#define FAMILY(letter) BITS(1, 0xff00, (letter) << 8)

const Rule refused_arguments[] = {
	/* The kernel sends a signal to whoever is named as a descriptor's owner: to the judge, where
	 * that is the same user. A lease holds up whoever opens the file. */
	{"fcntl", {LOW(1, F_SETOWN)}, 1, ANYWHERE, 0},
	{"fcntl", {LOW(1, F_SETOWN_EX)}, 1, ANYWHERE, 0},
	{"fcntl", {LOW(1, F_SETSIG)}, 1, ANYWHERE, 0},
	{"fcntl", {LOW(1, F_NOTIFY)}, 1, ANYWHERE, 0},
	{"fcntl", {LOW(1, F_SETLEASE)}, 1, ANYWHERE, 0},
	/* What the kernel has learnt since, such as hints about writing: they stay with a library's file, for whoever owns it,
	 * and later runs read them. */
	{"fcntl", {ABOVE(1, F_GET_SEALS)}, 1, ANYWHERE, 0},
	/* Libraries are files that all programs have: by a lock of one they could tell each other something. */
	{"fcntl", {LOW(1, F_SETLK)}, 1, ANYWHERE, 0},
	{"fcntl", {LOW(1, F_SETLKW)}, 1, ANYWHERE, 0},
	{"fcntl", {LOW(1, F_OFD_SETLK)}, 1, ANYWHERE, 0},
	{"fcntl", {LOW(1, F_OFD_SETLKW)}, 1, ANYWHERE, 0},
	/* So they could by which of its pages are in memory: here is what sends pages out of it, or tells of them. */
	{"fadvise64", {LOW(3, POSIX_FADV_DONTNEED)}, 1, ANYWHERE, 0},
	{"madvise", {LOW(2, MADV_COLD)}, 1, ANYWHERE, 0},
	{"madvise", {LOW(2, MADV_PAGEOUT)}, 1, ANYWHERE, 0},
	/* And by whether a page of theirs has become one with that of another program that holds the same. */
	{"madvise", {LOW(2, MADV_MERGEABLE)}, 1, ANYWHERE, 0},
	{"prctl", {LOW(0, SET_MEMORY_MERGE)}, 1, ANYWHERE, 0},
	{"preadv2", {BITS(5, RWF_NOWAIT, RWF_NOWAIT)}, 1, ANYWHERE, EOPNOTSUPP},
	{"fcntl", {LOW(1, F_SETFL), BITS(2, O_ASYNC, O_ASYNC)}, 2, ANYWHERE, 0},
	{"open", {BITS(1, O_ASYNC, O_ASYNC)}, 1, ANYWHERE, 0},
	{"openat", {BITS(2, O_ASYNC, O_ASYNC)}, 1, ANYWHERE, 0},
	{"openat2", {{0}}, 0, ANYWHERE, ENOSYS}, /* its flags lie in memory */
	{"ioctl", {LOW(1, FIOASYNC)}, 1, ANYWHERE, 0},
	{"ioctl", {LOW(1, FIOSETOWN)}, 1, ANYWHERE, 0},
	{"ioctl", {LOW(1, SIOCSPGRP)}, 1, ANYWHERE, 0},
	/* A core of the processor's that no other program may use meanwhile. */
	{"prctl", {LOW(0, PR_SCHED_CORE)}, 1, ANYWHERE, 0},
	/* It dies with the judge, and the judge can look at what it has open. */
	{"prctl", {LOW(0, PR_SET_PDEATHSIG)}, 1, ANYWHERE, 0},
	{"prctl", {LOW(0, PR_SET_DUMPABLE)}, 1, ANYWHERE, 0},
	/* Typing into a terminal, or taking one over. */
	{"ioctl", {LOW(1, TIOCSTI)}, 1, ANYWHERE, 0},
	{"ioctl", {LOW(1, TIOCLINUX)}, 1, ANYWHERE, 0},
	{"ioctl", {LOW(1, TIOCSCTTY)}, 1, ANYWHERE, 0},
	{"ioctl", {LOW(1, TIOCSPGRP)}, 1, ANYWHERE, 0},
	{"ioctl", {LOW(1, TIOCSETD)}, 1, ANYWHERE, 0},
	{"ioctl", {LOW(1, TIOCCONS)}, 1, ANYWHERE, 0},
	/* Room on the disk that no limit counts; attributes of files, which Landlock does not look
	 * at; folders that it does not see being made (btrfs). The C library writes zeros where it is
	 * told that there is no fallocate. */
	{"fallocate", {{0}}, 0, ANYWHERE, EOPNOTSUPP},
	{"ioctl", {FAMILY('X')}, 1, ANYWHERE, 0},
	{"ioctl", {FAMILY('f')}, 1, ANYWHERE, 0},
	{"ioctl", {FAMILY(0x94)}, 1, ANYWHERE, 0},
#if defined(__x86_64__) || defined(__aarch64__) /* elsewhere they are others */
	/* Nor is anything else asked of a file system, as that a file has another version, which stays with it. These are
	 * the numbers that all descriptors and terminals have. */
	{"ioctl", {BELOW(1, TCGETS)}, 1, WITHOUT_HARDWARE, 0},
	{"ioctl", {ABOVE(1, FIOQSIZE)}, 1, WITHOUT_HARDWARE, 0},
#endif
	{"ioctl", {FAMILY('v')}, 1, ANYWHERE, 0},
	/* Memory that stays when no process has it in its page tables any more. */
	{"mmap", {BITS(3, SHARED_PAGES, SHARED_PAGES)}, 1, WITHOUT_SHARING, 0},
	/* A child of the judge instead of the program; a thread whose descriptors are not those of its
	 * process; new namespaces. The arguments of clone3 lie in memory; the C library falls back to
	 * clone when it is told that there is no clone3. */
	{"clone", {BITS(0, CLONE_PARENT, CLONE_PARENT)}, 1, ANYWHERE, 0},
	{"clone", {BITS(0, CLONE_THREAD | CLONE_FILES, CLONE_THREAD)}, 1, ANYWHERE, 0},
	{"close_range", {BITS(2, CLOSE_RANGE_UNSHARE, CLOSE_RANGE_UNSHARE)}, 1, ANYWHERE, 0},
	{"clone", {BITS(0, CLONE_NEWUSER, CLONE_NEWUSER)}, 1, ANYWHERE, 0},
	{"clone", {BITS(0, CLONE_NEWNS, CLONE_NEWNS)}, 1, ANYWHERE, 0},
	{"clone", {BITS(0, CLONE_NEWPID, CLONE_NEWPID)}, 1, ANYWHERE, 0},
	{"clone", {BITS(0, CLONE_NEWNET, CLONE_NEWNET)}, 1, ANYWHERE, 0},
	{"clone", {BITS(0, CLONE_NEWIPC, CLONE_NEWIPC)}, 1, ANYWHERE, 0},
	{"clone", {BITS(0, CLONE_NEWUTS, CLONE_NEWUTS)}, 1, ANYWHERE, 0},
	{"clone", {BITS(0, CLONE_NEWCGROUP, CLONE_NEWCGROUP)}, 1, ANYWHERE, 0},
	{"clone3", {{0}}, 0, ANYWHERE, ENOSYS},
	/* The processor's and the disk's time: for oneself, not for a user, a group or another. A
	 * thread that names itself by its number is refused too: numbers cannot be told apart. */
	{"setpriority", {NOT(0, PRIO_PROCESS)}, 1, ANYWHERE, 0},
	{"setpriority", {NOT(1, 0)}, 1, ANYWHERE, 0},
	{"ioprio_set", {NOT(0, IOPRIO_WHO_PROCESS)}, 1, ANYWHERE, 0},
	{"ioprio_set", {NOT(1, 0)}, 1, ANYWHERE, 0},
	{"sched_setaffinity", {NOT(0, 0)}, 1, AMONG_OTHERS, 0},
	{"sched_setscheduler", {NOT(0, 0)}, 1, AMONG_OTHERS, 0},
	{"sched_setparam", {NOT(0, 0)}, 1, AMONG_OTHERS, 0},
	{"sched_setattr", {NOT(0, 0)}, 1, AMONG_OTHERS, 0},
	{"prlimit64", {NOT(0, 0)}, 1, AMONG_OTHERS, 0},
	{"tkill", {{0}}, 0, AMONG_OTHERS, 0},
	{NULL, {{0}}, 0, ANYWHERE, 0},
};
