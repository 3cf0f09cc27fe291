/* npy.h - the header of an .npy file: what it says, as values. */
#ifndef NPY_H
#define NPY_H

#include "usegpu/tensor.h"

#pragma GCC visibility push(hidden)

/* What every file begins with. */
static const unsigned char npy_magic[6] = {0x93, 'N', 'U', 'M', 'P', 'Y'};

#define NPY_PREFIX_BYTES 12    /* at most: magic (6), version (2), length of the header (2 or 4) */
#define NPY_HEADER_MOST  10000 /* bytes; NumPy refuses longer ones too */

/* Reads the text of a header, `length` bytes. 0, or STATUS_FORMAT with the message set; messages
 * name the file as `path`. */
int npy_parse_header(const char *path, const char *text, size_t length, Dtype *dtype, Shape *shape);

/* Writes prefix and header (version 1.0) to out[]; returns how many bytes they have, a multiple of
 * 64. */
#define NPY_WRITTEN_MOST 256
size_t npy_format_header(Dtype dtype, Shape shape, char out[NPY_WRITTEN_MOST]);

#pragma GCC visibility pop

#endif
