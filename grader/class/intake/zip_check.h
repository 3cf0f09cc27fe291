/* zip_check.h - whether a zip has one content. Its format tells what is in it twice: a list at its end, which unzip
 * and file managers show, and a header before each member, which libarchive takes names from. Where they differ,
 * or where something is in it that one of them leaves out, a person who looks would see another file than is graded.
 *
 * It reads bytes of a student's: it is called in the sandboxed process. */
#ifndef GRADER_CLASS_INTAKE_ZIP_CHECK_H
#define GRADER_CLASS_INTAKE_ZIP_CHECK_H

#include <stddef.h>
#include <stdint.h>

/* NULL: list and headers agree, and every byte belongs to one member of the list. Else the reason. */
const char *zip_check(const uint8_t *bytes, size_t size);

#endif
