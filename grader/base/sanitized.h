/* sanitized.h - SANITIZED: 1 in a build with a sanitizer, which knows malloc() and its own stacks alone. */
#ifndef GRADER_BASE_SANITIZED_H
#define GRADER_BASE_SANITIZED_H

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#endif
