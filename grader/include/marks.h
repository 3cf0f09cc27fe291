/* marks.h - the two values of a moment that a drive has the machine note (drive_mark, run_marks). */
#ifndef GRADER_INCLUDE_MARKS_H
#define GRADER_INCLUDE_MARKS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef enum DriveMark {
	MARK_STEP = 1, /* number: the step that is about to be queued */
	MARK_SHOW,     /* number, count: losses that are shown from here on; value: their digest */
	MARK_SHOWN,    /* the same at the end of that */
	MARK_REPORT,   /* number: the step whose norm is reported; value: the norm's bits */
	MARK_ROWS, /* number, count: of two rows of a product on the CPU, the first of them, and which product
		    * it is; value: drive_mark_pair() of the sums of what each row holds, without signs */
} DriveMark;

static inline uint64_t drive_mark_what(DriveMark kind, int64_t number, int64_t count)
{
	const uint64_t most = 0xFFFFFF;

	return (uint64_t)kind << 48 | ((uint64_t)number & most) << 24 | ((uint64_t)count & most);
}

/* A digest that only who has the bytes can tell: FNV-1a. NULL: of nothing. */
static inline uint64_t drive_mark_digest(const void *bytes, size_t size)
{
	const unsigned char *byte = bytes;
	uint64_t digest = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; byte && i < size; i++)
		digest = (digest ^ byte[i]) * UINT64_C(0x100000001b3);
	return digest;
}

static inline uint64_t drive_mark_pair(float first, float second)
{
	const float both[] = {first, second};
	uint64_t value;

	memcpy(&value, both, sizeof value);
	return value;
}

#endif
