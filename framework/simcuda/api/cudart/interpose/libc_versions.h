/* libc_versions.h - under which versions the C library has the functions that stand here in its
 * place, on this processor. */
#ifndef FRAMEWORK_SIMCUDA_API_CUDART_INTERPOSE_LIBC_VERSIONS_H
#define FRAMEWORK_SIMCUDA_API_CUDART_INTERPOSE_LIBC_VERSIONS_H

#if defined(__x86_64__)
#define OLDEST        "GLIBC_2.2.5"
#define CONDITION     "GLIBC_2.3.2" /* pthread_cond_... */
#define CHECKED       "GLIBC_2.4"   /* __read_chk ... */
#define CHECKED_FILES "GLIBC_2.7"   /* __fread_chk ... */
#define TIMESPEC      "GLIBC_2.16"  /* timespec_get */
#elif defined(__aarch64__)
#define OLDEST        "GLIBC_2.17"
#define CONDITION     OLDEST
#define CHECKED       OLDEST
#define CHECKED_FILES OLDEST
#define TIMESPEC      OLDEST
#else
#error "the versions of the C library's functions are not known here for this processor"
#endif

/* `ours` under the name's newer version, since threads are part of libc itself, and under the older
 * one for programs built before. */
#define VERSIONS(ours, name, older)                                                                \
	__asm__(".symver " #ours ", " #name "@@GLIBC_2.34");                                       \
	__asm__(".symver " #ours ", " #name "@" older)

#endif
