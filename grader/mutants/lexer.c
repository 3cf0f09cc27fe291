/* lexer.c - cuts C text into tokens. */
#include "lexer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Longest first, so that "<<=" is not read as "<" three times over. */
static const char *const marks[] = {
	"<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
	"&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##",
};

static int is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static const char *quoted_end(const char *at)
{
	char quote = *at++;

	while (*at != '\0' && *at != quote)
		at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
	return *at == '\0' ? at : at + 1;
}

static const char *comment_end(const char *at)
{
	const char *end = at[1] == '*' ? strstr(at + 2, "*/") : strchr(at, '\n');

	if (end == NULL)
		return at + strlen(at);
	return at[1] == '*' ? end + 2 : end;
}

/* The end of the line, unless a backslash continues it. */
static const char *directive_end(const char *at)
{
	while (*at != '\0' && *at != '\n')
		at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
	return at;
}

static const char *number_end(const char *at)
{
	while (is_name(*at) || *at == '.' ||
	       ((*at == '+' || *at == '-') && strchr("eEpP", at[-1]) != NULL))
		at++;
	return at;
}

static const char *mark_end(const char *at)
{
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (strncmp(at, marks[i], strlen(marks[i])) == 0)
			return at + strlen(marks[i]);
	return at + 1;
}

static const char *token_end(const char *at, int begins_line, TokenKind *kind)
{
	if (at[0] == '/' && (at[1] == '*' || at[1] == '/'))
		return *kind = TOKEN_COMMENT, comment_end(at);
	if (*at == '#' && begins_line)
		return *kind = TOKEN_DIRECTIVE, directive_end(at);
	if (*at == '"' || *at == '\'')
		return *kind = *at == '"' ? TOKEN_STRING : TOKEN_CHAR, quoted_end(at);
	if (isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1])))
		return *kind = TOKEN_NUMBER, number_end(at + 1);
	if (!is_name(*at))
		return *kind = TOKEN_MARK, mark_end(at);
	*kind = TOKEN_NAME;
	while (is_name(*at))
		at++;
	return at;
}

Token *tokens_read(const char *text, int *count)
{
	Token *tokens = malloc((strlen(text) + 1) * sizeof *tokens);
	int line = 1, begins_line = 1;

	*count = 0;
	for (const char *at = text, *end; tokens != NULL && *at != '\0'; at = end) {
		TokenKind kind;

		end = at + 1;
		if (*at == '\n')
			begins_line = 1, line++;
		if (isspace((unsigned char)*at) || (at[0] == '\\' && at[1] == '\n'))
			continue;
		end = token_end(at, begins_line, &kind);
		begins_line = 0;
		tokens[(*count)++] = (Token){kind, (size_t)(at - text), (size_t)(end - text), line};
		for (; at < end; at++)
			line += *at == '\n';
	}
	return tokens;
}
