/* futex.c - the waits of C++: std::future, std::atomic<T>::wait, latches, barriers, semaphores.
 *
 * The C++ library makes the system call itself, by syscall(). So this function comes before the C
 * library's, as those of waits.c do, and does as they do: before the wait really blocks, the next
 * queued host function runs, and the wait returns, as it may at any time. A deadline is taken to
 * the real clock as in timed_waits.c. All other system calls pass through. */
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>

#include "framework/simcuda/api/cudart/interpose/interpose.h"
#include "framework/simcuda/api/cudart/interpose/libc_versions.h"

#ifndef RUNTIME_WATCHED

enum { ARGUMENTS = 6 };

/* As the C library's function does it, which cannot be called by a name that is ours now. */
#if defined(__x86_64__)
static long enter_kernel(long number, const long a[ARGUMENTS])
{
	register long a3 __asm__("r10") = a[3];
	register long a4 __asm__("r8") = a[4];
	register long a5 __asm__("r9") = a[5];
	long result;
	__asm__ volatile("syscall"
			 : "=a"(result)
			 : "a"(number), "D"(a[0]), "S"(a[1]), "d"(a[2]), "r"(a3), "r"(a4), "r"(a5)
			 : "rcx", "r11", "memory");
	return result;
}
#elif defined(__aarch64__)
static long enter_kernel(long number, const long a[ARGUMENTS])
{
	register long x8 __asm__("x8") = number;
	register long x0 __asm__("x0") = a[0];
	register long x1 __asm__("x1") = a[1];
	register long x2 __asm__("x2") = a[2];
	register long x3 __asm__("x3") = a[3];
	register long x4 __asm__("x4") = a[4];
	register long x5 __asm__("x5") = a[5];
	__asm__ volatile("svc 0"
			 : "+r"(x0)
			 : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5)
			 : "memory");
	return x0;
}
#else
#error "system calls are not known here for this processor"
#endif

static long answer(long result)
{
	if (result >= 0 || result < -4095)
		return result;
	errno = (int)-result;
	return -1;
}

/* futex(word, operation, value, timeout, ...) */
static long wait_or_run(const long a[ARGUMENTS])
{
	int operation = (int)a[1] & FUTEX_CMD_MASK;
	const struct timespec *until = (const struct timespec *)a[3];
	clockid_t id = (int)a[1] & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC;
	if (host_calls() && *(_Atomic int *)a[0] == (int)a[2] && host_calls_next(HOST_CALLS_RUN))
		return 0;
	long changed[ARGUMENTS] = {a[0], a[1], a[2], a[3], a[4], a[5]};
	WaitDeadline deadline = {.to = -1};
	if (until && operation == FUTEX_WAIT_BITSET) /* that of FUTEX_WAIT is a length of time */
		changed[3] = (long)waits_on_real_clock(&deadline, id, until);
	long result = enter_kernel(SYS_futex, changed);
	if (result == -ETIMEDOUT && deadline.to >= 0)
		clock_reaches(deadline.to);
	return answer(result);
}

static long wait_futex(const long a[ARGUMENTS])
{
	waits_begin();
	long result = wait_or_run(a);
	waits_end();
	return result;
}

/* The kernel takes six words, however many were given: what stands behind those is the caller's, and the kernel
 * does not look at it. AddressSanitizer would take it for another variable. */
__attribute__((no_sanitize("address"))) long virtual_syscall(long number, ...)
{
	long a[ARGUMENTS];
	va_list given;
	va_start(given, number);
	for (int i = 0; i < ARGUMENTS; i++)
		a[i] = va_arg(given, long);
	va_end(given);
	int operation = number == SYS_futex ? (int)a[1] & FUTEX_CMD_MASK : -1;
	if (operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET)
		return wait_futex(a);
	return answer(enter_kernel(number, a));
}

__asm__(".symver virtual_syscall, syscall@@" OLDEST);

#endif
