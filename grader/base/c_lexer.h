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
	TOKEN_MARK, /* an operator, a bracket, or a byte that C does not have */
	TOKEN_COMMENT,
	TOKEN_DIRECTIVE, /* #include, #define: the whole line, and the lines that continue it */
} TokenKind;

typedef struct Token {
	TokenKind kind;
	size_t begin, end; /* bytes of the text */
	int line;          /* 1 is the first */
} Token;

/* All but `text`, `bytes` and `directives` begins as 0. */
typedef struct Lexer {
	const char *text; /* need not be C */
	size_t bytes, at;
	int newlines;    /* before `at` */
	bool directives; /* false: a # is always a TOKEN_MARK */
	bool in_line;    /* a token stands before `at` on its line */
} Lexer;

/* Finds the next token; false at the end of the text. A comment that is not closed reaches to the
 * end. A string or a character constant has to be closed on its line within 200 bytes; if it is not,
 * its quote is a TOKEN_MARK. A name longer than 200 bytes becomes several. */
bool lexer_next(Lexer *lexer, Token *token);

/* Whether the token is a mark of a solution (grader/stubs/regions.awk): REGION_OPENS sets the
 * exercise, "3.2", or "" for a helper; REGION_CLOSES is where the stub begins. The text ends with
 * '\0'. */
typedef enum RegionMark { REGION_NONE, REGION_OPENS, REGION_CLOSES } RegionMark;
RegionMark region_mark(const char *text, const Token *token, char exercise[16]);

#endif
