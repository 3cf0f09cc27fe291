/* c_lexer.h - C text as tokens: what is a comment, a string, a number, a name, an operator; and the
 * comments that mark the exercises of a solution. */
#ifndef GRADER_BASE_C_LEXER_H
#define GRADER_BASE_C_LEXER_H

#include <stdbool.h>
#include <stddef.h>

typedef enum TokenKind {
	TOKEN_NAME, /* keywords too */
	TOKEN_NUMBER,
	TOKEN_CHAR,
	TOKEN_STRING,
	TOKEN_MARK, /* an operator, a bracket, or a byte that is no C */
	TOKEN_COMMENT,
	TOKEN_DIRECTIVE, /* #include, #define: the whole line, with those that continue it */
} TokenKind;

typedef struct Token {
	TokenKind kind;
	size_t begin, end; /* bytes of the text */
	int line;          /* 1 is the first */
} Token;

/* Zero it but for `text`, `bytes` and `directives`. */
typedef struct Lexer {
	const char *text; /* any bytes */
	size_t bytes, at;
	int newlines;    /* before `at` */
	bool directives; /* false: a # is a mark, wherever it stands */
	bool in_line;    /* a token stands before `at` on its line */
} Lexer;

/* Finds the next token, or returns false at the end. A comment that is not closed reaches to the
 * end. A string or a character constant is closed on its line within 200 bytes, else its quote is a
 * mark. A name longer than 200 bytes is several. */
bool lexer_next(Lexer *lexer, Token *token);

/* Whether the token is a mark of a solution (grader/stubs/regions.awk): REGION_OPENS sets the
 * exercise, "3.2", or "" for a helper; REGION_CLOSES is where the stub begins. The text ends with
 * '\0'. */
typedef enum RegionMark { REGION_NONE, REGION_OPENS, REGION_CLOSES } RegionMark;
RegionMark region_mark(const char *text, const Token *token, char exercise[16]);

#endif
