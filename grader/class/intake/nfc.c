/* nfc.c - libunistring counts bytes, and knows no closing NUL. */
#include "grader/class/intake/nfc.h"

#include <stdlib.h>
#include <string.h>
#include <unicase.h>
#include <uninorm.h>

#include "grader/base/text.h"

/* Takes over `made`, of `length` bytes; NULL: the text was none. */
static char *text_of(uint8_t *made, size_t length, const char *otherwise)
{
	char *copy = !made ? text_new("%s", otherwise) : text_new("%.*s", (int)length, made);

	free(made);
	return copy;
}

char *nfc_copy(const char *text)
{
	size_t length;
	uint8_t *made =
		u8_normalize(UNINORM_NFC, (const uint8_t *)text, strlen(text), NULL, &length);

	return text_of(made, length, text);
}

char *caseless_copy(const char *text)
{
	size_t length;
	uint8_t *made =
		u8_casefold((const uint8_t *)text, strlen(text), NULL, UNINORM_NFC, NULL, &length);

	return text_of(made, length, text);
}
