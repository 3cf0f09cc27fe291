/* path_key.c - names that every file system takes, the same in every run. */
#include "grader/base/path_key.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "grader/base/digest.h"

#define LETTERS 60 /* of the name itself */
#define DIGITS  12 /* of its digest */

/* Whether the name looks as if it had got a part of a digest already: then it gets its own, so that
 * it is not taken for another. */
static int ends_in_digest(const char *name, size_t length)
{
	return length > DIGITS && name[length - DIGITS - 1] == '-' &&
	       strspn(name + length - DIGITS, "0123456789abcdef") == DIGITS;
}

void path_key(const char *folder, char key[PATH_KEY_SIZE])
{
	size_t at = 0, length = strlen(folder);
	int is_whole = length > 0 && length <= LETTERS && !ends_in_digest(folder, length);

	for (size_t i = 0; i < length && at < LETTERS; i++) {
		unsigned char c = (unsigned char)folder[i];
		int stays =
			(c < 0x80 && isalnum(c)) || c == '_' || (at > 0 && (c == '.' || c == '-'));

		key[at++] = stays ? (char)c : '_';
		is_whole &= stays;
	}
	if (at == 0)
		key[at++] = '_';
	key[at] = '\0';
	if (!is_whole) {
		char hex[DIGEST_SIZE];
		Digest digest;

		digest_begin(&digest);
		digest_add_text(&digest, folder);
		digest_end(&digest, hex);
		snprintf(key + at, PATH_KEY_SIZE - at, "-%.*s", DIGITS, hex);
	}
}
