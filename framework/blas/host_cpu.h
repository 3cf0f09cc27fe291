/* host_cpu.h - what this computer's processor can do. */
#ifndef HOST_CPU_H
#define HOST_CPU_H

#include <stdbool.h>

#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif

/* AVX2 and FMA. The C library is asked, which knows: the compiler's __builtin_cpu_supports() has each
 * library ask the processor a dozen times before main(), and under a hypervisor that takes it some
 * microseconds each time. */
static inline bool host_cpu_has_avx2(void)
{
#if defined(__x86_64__) && defined(CPU_FEATURE_ACTIVE)
	return CPU_FEATURE_ACTIVE(AVX2) && CPU_FEATURE_ACTIVE(FMA);
#elif defined(__x86_64__)
	return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
	return false;
#endif
}

#endif
