/* digest.h - SHA-256 of several parts. The length of each part is hashed too, so that "ab", "c" and
 * "a", "bc" differ. */
#ifndef GRADER_BASE_DIGEST_H
#define GRADER_BASE_DIGEST_H

#include <nettle/sha2.h>
#include <stddef.h>

#define DIGEST_SIZE 65 /* in hex, with the zero at its end */

typedef struct Digest {
	struct sha256_ctx state;
} Digest;

void digest_begin(Digest *digest);
void digest_add(Digest *digest, const void *bytes, size_t count);
void digest_add_text(Digest *digest, const char *text);

/* The bytes of an open regular file, from its present offset to its end. 0, or -1 with errno when it
 * cannot be read. */
int digest_add_open(Digest *digest, int fd);
int digest_add_file(Digest *digest, const char *path);

void digest_end(Digest *digest, char hex[DIGEST_SIZE]);

#endif
