/* c_lexer.c - cuts C text into tokens. */
#include "grader/base/c_lexer.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define WORD_MAX 200 /* bytes of a name, and of a string */

/* Longest first, so that "<<=" is not read as "<" three times over. */
static const char *const marks[] = {
	"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
	"&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##",
};

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool begins_with(const char *at, size_t left, const char *word)
{
	return left >= strlen(word) && memcmp(at, word, strlen(word)) == 0;
}

/* The functions below return how many of the `left` bytes belong to the token that begins at `at`.
 */

static size_t quoted_length(const char *at, size_t left)
{
	for (size_t n = 1; n < left && n < WORD_MAX && at[n] != '\n'; n++) {
		if (at[n] == *at)
			return n + 1;
		n += at[n] == '\\';
	}
	return 0;
}

static size_t comment_length(const char *at, size_t left)
{
	const char *end = at[1] == '/' ? memchr(at, '\n', left) : memmem(at + 2, left - 2, "*/", 2);

	return !end ? left : (size_t)(end - at) + (at[1] == '/' ? 0 : 2);
}

/* The line, unless a backslash continues it; compilers end one at a return, too. */
static size_t directive_length(const char *at, size_t left)
{
	size_t n = 0;

	while (n < left && at[n] != '\n' && at[n] != '\r')
		n += at[n] == '\\' && n + 1 < left ? 2 : 1;
	return n;
}

static size_t number_length(const char *at, size_t left)
{
	size_t n = 1;

	while (n < left && (is_name(at[n]) || at[n] == '.' ||
			    ((at[n] == '+' || at[n] == '-') && strchr("eEpP", at[n - 1]))))
		n++;
	return n;
}

static size_t name_length(const char *at, size_t left)
{
	size_t n = 0;

	while (n < left && n < WORD_MAX && is_name(at[n]))
		n++;
	return n;
}

static size_t mark_length(const char *at, size_t left)
{
	for (size_t i = 0; at[0] > ' ' && i < sizeof marks / sizeof *marks; i++)
		if (at[0] == marks[i][0] && begins_with(at, left, marks[i]))
			return strlen(marks[i]);
	return 1;
}

static size_t token_length(const char *at, size_t left, bool directive, TokenKind *kind)
{
	size_t length;

	if (begins_with(at, left, "/*") || begins_with(at, left, "//"))
		return *kind = TOKEN_COMMENT, comment_length(at, left);
	if (directive)
		return *kind = TOKEN_DIRECTIVE, directive_length(at, left);
	if ((*at == '"' || *at == '\'') && (length = quoted_length(at, left)) > 0)
		return *kind = *at == '"' ? TOKEN_STRING : TOKEN_CHAR, length;
	if (isdigit((unsigned char)at[*at == '.' && left > 1]))
		return *kind = TOKEN_NUMBER, number_length(at, left);
	if (is_name(*at))
		return *kind = TOKEN_NAME, name_length(at, left);
	return *kind = TOKEN_MARK, mark_length(at, left);
}

bool lexer_next(Lexer *lexer, Token *token)
{
	for (; lexer->at < lexer->bytes; lexer->at++) {
		const char *at = lexer->text + lexer->at;
		size_t left = lexer->bytes - lexer->at, length;

		if (*at == '\n')
			lexer->newlines++;
		if (*at == '\n' || *at == '\r')
			lexer->in_line = false;
		if (isspace((unsigned char)*at) || begins_with(at, left, "\\\n"))
			continue;
		token->line = lexer->newlines + 1;
		token->begin = lexer->at;
		length = token_length(at, left, lexer->directives && !lexer->in_line && *at == '#',
				      &token->kind);
		token->end = lexer->at += length;
		lexer->in_line = true;
		for (size_t i = 0; i < length; i++)
			lexer->newlines += at[i] == '\n';
		return true;
	}
	return false;
}

RegionMark region_mark(const char *text, const Token *token, char exercise[16])
{
	const char *at = text + token->begin;
	size_t bytes = token->end - token->begin;

	if (token->kind == TOKEN_COMMENT && begins_with(at, bytes, "/* STUB"))
		return REGION_CLOSES;
	if (token->kind != TOKEN_COMMENT || !begins_with(at, bytes, "/* SOLUTION"))
		return REGION_NONE;
	if (sscanf(at, "/* SOLUTION %15[0-9.] */", exercise) != 1)
		exercise[0] = '\0';
	return REGION_OPENS;
}
