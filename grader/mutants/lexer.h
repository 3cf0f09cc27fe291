/* lexer.h - C text as tokens: what is a comment, a string, a number, a name, an operator. */
#ifndef MUTANTS_LEXER_H
#define MUTANTS_LEXER_H

#include <stddef.h>

typedef enum TokenKind {
	TOKEN_NAME, /* keywords too */
	TOKEN_NUMBER,
	TOKEN_CHAR,
	TOKEN_STRING,
	TOKEN_MARK, /* an operator or a bracket */
	TOKEN_COMMENT,
	TOKEN_DIRECTIVE, /* #include, #define: the whole line, with those that continue it */
} TokenKind;

typedef struct Token {
	TokenKind kind;
	size_t begin, end; /* bytes of the text */
	int line;          /* 1 is the first */
} Token;

/* Reads all of `text`, which ends with '\0'. Returns allocated tokens and their number, or NULL
 * with *count 0 when there is no memory. A comment or string that is not closed reaches to the end.
 */
Token *tokens_read(const char *text, int *count);

#endif
