/* kit_diff.h - what a student changed beside the labs. It is never used; the report says so,
 * because a student who changed a header may wonder why it makes no difference. */
#ifndef GRADER_GRADE_KIT_DIFF_H
#define GRADER_GRADE_KIT_DIFF_H

#include <stddef.h>

#define KIT_DIFF_NAMED 100 /* that many are named; all are counted */

typedef struct KitDiff {
	int count;
	char *name[KIT_DIFF_NAMED]; /* as in the kit, in the order of the kit: "Makefile" */
} KitDiff;

/* Compares the kit in the folder `kit` with the copy of it that `submission_fd` (a folder of labs,
 * which may be open with O_PATH) lies in: its parent, or itself. Where neither is a copy, only a
 * lab.h beside the labs is looked at. A file counts when it is in both and differs, or when it is
 * no regular file in the copy; one that the copy lacks does not. What else the copy holds is not
 * looked at, so it does not matter how much that is. 0, or -1 with errno when the kit itself cannot
 * be read. To be freed. */
int kit_diff_find(KitDiff *changed, const char *kit, int submission_fd);
void kit_diff_free(KitDiff *changed);

/* One line: "Makefile, framework/src/tensor/tensor.c and 3 more (5 files differ from the kit's)". */
void kit_diff_text(const KitDiff *changed, char *out, size_t size);

#endif
