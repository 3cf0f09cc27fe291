/* sandbox_tries.h - for test_sandbox.c: what a program in the sandbox tries. */
#ifndef GRADER_SANDBOX_TESTS_SANDBOX_TRIES_H
#define GRADER_SANDBOX_TESTS_SANDBOX_TRIES_H

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "grader/sandbox/tests/tier_run.h"

/* More processes than this are too many. Where others of the same user count too, which come and
 * go, the limit is not met to the last one. */
static int most_processes = PROCESSES;

/* --- tries: 1 when it succeeded --------------------------------------------------------------- */

static int reads(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static int reads_passwords(void)
{
	return reads("/etc/passwd");
}

static int reads_secret(void)
{
	return reads(secret);
}

static int reads_home(void)
{
	return reads("/root/.profile") || reads("/home");
}

static int reads_memory(void)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/%d/mem", (int)judge);
	return reads(path);
}

static int reads_environment(void)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/%d/environ", (int)judge);
	return reads(path);
}

static int writes_outside(void)
{
	char path[96];

	snprintf(path, sizeof path, "%s/new", outside);
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	return fd >= 0 || open("/tmp/usegpu-left", O_WRONLY | O_CREAT | O_CLOEXEC, 0644) >= 0 ||
	       open("/left", O_WRONLY | O_CREAT | O_CLOEXEC, 0644) >= 0 ||
	       rename(SANDBOX_FOLDER, "/moved") == 0;
}

static int empties_file(void)
{
	return truncate(victim, 0) == 0 || open(victim, O_RDONLY | O_TRUNC | O_CLOEXEC) >= 0;
}

static int removes_file(void)
{
	return unlink(victim) == 0 || rename(victim, "mine") == 0;
}

static int changes_mode(void)
{
	return chmod(victim, 0600) == 0;
}

static int changes_attribute(void)
{
	return setxattr(victim, "user.left", "x", 1, 0) == 0;
}

static int opens_socket(void)
{
	return socket(AF_INET, SOCK_DGRAM, 0) >= 0 || socket(AF_INET6, SOCK_STREAM, 0) >= 0 ||
	       socket(AF_UNIX, SOCK_STREAM, 0) >= 0 || socket(AF_NETLINK, SOCK_RAW, 0) >= 0;
}

static int signals_judge(void)
{
	return kill(judge, SIGUSR1) == 0;
}

static int signals_others(void)
{
	return kill(bystander, SIGKILL) == 0;
}

/* Whoever it reaches ends; the bystander is looked at afterwards. */
static int signals_all(void)
{
	kill(-1, SIGKILL);
	return 0;
}

/* Has the kernel send the signal when the pipe can be read. */
static int has_signals_sent(void)
{
	int ends[2];

	if (pipe(ends) < 0)
		return 0;
	fcntl(ends[0], F_SETSIG, SIGKILL);
	fcntl(ends[0], F_SETOWN, bystander);
	fcntl(ends[0], F_SETFL, O_ASYNC);
	if (write(ends[1], "x", 1) != 1)
		perror("sandbox_tries: a pipe of its own");
	close(ends[0]);
	close(ends[1]);
	return 0;
}

/* The same in the words of ioctl. */
static int has_signals_sent_by_ioctl(void)
{
	int ends[2], on = 1;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0)
		return 0;
	fcntl(ends[0], F_SETSIG, SIGKILL);
	ioctl(ends[0], FIOSETOWN, &bystander);
	ioctl(ends[0], FIOASYNC, &on);
	if (write(ends[1], "x", 1) != 1)
		perror("sandbox_tries: a pipe of its own");
	close(ends[0]);
	close(ends[1]);
	return 0;
}

static int slows_others(void)
{
	return setpriority(PRIO_USER, 0, 19) == 0 ||
	       setpriority(PRIO_PROCESS, (id_t)bystander, 19) == 0;
}

/* In the program's own /proc there is nothing of whoever started it. */
static int reads_words_of_others(void)
{
	char path[64], words[4096];
	ssize_t got;

	for (int pid = 1; pid < 64; pid++) {
		snprintf(path, sizeof path, "/proc/%d/cmdline", pid);
		int fd = pid == getpid() ? -1 : open(path, O_RDONLY | O_CLOEXEC);
		got = fd < 0 ? 0 : read(fd, words, sizeof words);
		if (fd >= 0)
			close(fd);
		if (got > 0)
			return 1;
	}
	return 0;
}

static int traces(void)
{
	return ptrace(PTRACE_ATTACH, judge, NULL, NULL) == 0 ||
	       ptrace(PTRACE_SEIZE, bystander, NULL, NULL) == 0;
}

static int looks_into_judge(void)
{
	char byte;
	struct iovec here = {&byte, 1}, there = {&judge, 1};

	return process_vm_readv(judge, &here, 1, &there, 1, 0) == 1;
}

static int makes_namespace(void)
{
	return unshare(CLONE_NEWUSER) == 0 || unshare(CLONE_NEWNS) == 0;
}

static int clones_namespace(void)
{
	long pid = syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, NULL, NULL, NULL, NULL);

	if (pid == 0)
		_exit(0);
	return pid > 0;
}

static int mounts(void)
{
	return mount("none", "/proc", "tmpfs", 0, NULL) == 0 || umount2("/proc", MNT_DETACH) == 0;
}

static int changes_user(void)
{
	return setuid(0) == 0 || seteuid(0) == 0 || setgid(0) == 0;
}

static int leaves_shared_memory(void)
{
	return shmget(0x7573, 4096, IPC_CREAT | 0666) >= 0;
}

static int uses_kernel(void)
{
	return syscall(SYS_bpf, 0, NULL, 0) >= 0 || syscall(SYS_io_uring_setup, 1, NULL) >= 0 ||
	       syscall(SYS_keyctl, 0, -3, 1) >= 0 ||
	       syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0) >= 0 ||
	       syscall(SYS_userfaultfd, 0) >= 0 || errno == EFAULT || errno == EINVAL;
}

static int runs_shell(void)
{
	return system("true") == 0;
}

static int multiplies(void)
{
	int count = 0;

	for (pid_t made; count <= most_processes && (made = fork()) >= 0; count++) {
		if (made == 0) {
			setsid();
			for (;;)
				pause();
		}
	}
	return count > most_processes;
}

static void *thread_body(void *unused)
{
	pause();
	return unused;
}

static int multiplies_threads(void)
{
	pthread_t thread;
	int count = 0;

	while (count <= most_processes && pthread_create(&thread, NULL, thread_body, NULL) == 0)
		count++;
	return count > most_processes;
}

static int fills_disk(void)
{
	static char block[1 << 16];
	long written = 0;

	for (int i = 0; i < 64; i++) {
		char name[16];
		ssize_t put;

		snprintf(name, sizeof name, "%d", i);
		int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
		while (fd >= 0 && (put = write(fd, block, sizeof block)) > 0 && written < 8 << 20)
			written += put;
		if (fd >= 0)
			close(fd);
	}
	return written > 4 << 20;
}

static int makes_many_files(void)
{
	for (int i = 0; i < 1000; i++) {
		char name[16];

		snprintf(name, sizeof name, "f%d", i);
		int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
		if (fd < 0)
			return 0;
		close(fd);
	}
	return 1;
}

enum { FULL_ONLY = 1, NOT_IN_RANGE = 2 };

static const struct {
	const char *what;
	int (*can)(void);
	int full_only; /* the reduced tier does not promise it */
} tries[] = {
	{"reads /etc/passwd", reads_passwords, 0},
	{"reads a file that is not shown", reads_secret, 0},
	{"reads a home folder", reads_home, 0},
	{"reads the judge's memory", reads_memory, 0},
	{"reads the judge's environment", reads_environment, 0},
	{"writes outside of its folder", writes_outside, 0},
	{"empties another's file", empties_file, 0},
	{"removes another's file", removes_file, 0},
	{"changes another's file's mode", changes_mode, 0},
	{"changes another's file's attributes", changes_attribute, 0},
	{"opens a socket", opens_socket, 0},
	{"sends the judge a signal", signals_judge, 0},
	{"ends another process", signals_others, 0},
	{"ends all processes", signals_all, 0},
	{"has the kernel send signals", has_signals_sent, 0},
	{"has the kernel send signals, by ioctl", has_signals_sent_by_ioctl, 0},
	{"slows another process down", slows_others, 0},
	{"reads the words that others were started with", reads_words_of_others, 0},
	{"traces another process", traces, 0},
	{"looks into the judge", looks_into_judge, 0},
	{"makes a namespace", makes_namespace, 0},
	{"makes a process in a namespace", clones_namespace, 0},
	{"mounts", mounts, 0},
	{"becomes root", changes_user, 0},
	{"leaves shared memory", leaves_shared_memory, 0},
	{"uses what the kernel has for others", uses_kernel, 0},
	{"starts a shell", runs_shell, 0},
	{"has many processes", multiplies, 0},
	{"has many threads", multiplies_threads, 0},
	{"fills the disk", fills_disk, FULL_ONLY},
	{"makes many files", makes_many_files, FULL_ONLY},
};

#endif
