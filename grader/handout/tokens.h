/* tokens.h - a text as a row of C tokens, each reduced to two numbers. */
#ifndef GRADER_HANDOUT_TOKENS_H
#define GRADER_HANDOUT_TOKENS_H

#include <stddef.h>
#include <stdint.h>

typedef struct HashedToken {
	uint64_t exact; /* the same for the same spelling */
	uint64_t shape; /* besides, the same for any variable, any number, any string */
	int line;       /* counted from 1 */
	int begin, end; /* bytes of the text */
} HashedToken;

typedef struct Tokens {
	HashedToken *list;
	size_t count;
} Tokens;

/* What to do with comments: leave them out, or read what stands in them too. */
typedef enum TokensOf { TOKENS_CODE, TOKENS_ALL } TokensOf;

/* Reads the text, which may hold any bytes: what is no C separates tokens. To be
 * freed. */
void tokens_read(Tokens *tokens, const char *text, size_t bytes, TokensOf of);
void tokens_free(Tokens *tokens);

#endif
