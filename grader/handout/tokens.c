/* tokens.c - hashes of tokens, to compare programs that differ in blanks, in line breaks, in
 * comments and in names. */
#include "grader/handout/tokens.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/c_lexer.h"
#include "grader/base/hash.h"
#include "grader/base/text.h"

/* The marks around a comment, and the star before each of its lines, say nothing: how many bytes of
 * such a mark begin at the token. */
static size_t comment_mark(const Lexer *lexer, const Token *token)
{
	const char *at = lexer->text + token->begin, *back = at;
	size_t left = lexer->bytes - token->begin;

	if (token->kind == TOKEN_COMMENT || (left > 1 && at[0] == '*' && at[1] == '/'))
		return 2;
	while (back > lexer->text && (back[-1] == ' ' || back[-1] == '\t'))
		back--;
	return left > 1 && at[0] == '*' && at[1] == ' ' &&
	       (back == lexer->text || back[-1] == '\n');
}

/* Names that a program does not choose: C's own, and those of functions, which are called. */
static bool is_fixed_name(const Lexer *lexer, const Token *token)
{
	static const char *const words[] = {
		"if",   "else",   "for",      "while", "do",    "return", "break", "continue",
		"goto", "switch", "case",     "int",   "float", "double", "char",  "size_t",
		"bool", "void",   "unsigned", "const", "long",  "sizeof", "struct"};
	size_t after = token->end, length = token->end - token->begin;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i]) == length &&
		    memcmp(lexer->text + token->begin, words[i], length) == 0)
			return true;
	while (after < lexer->bytes && lexer->text[after] == ' ')
		after++;
	return after < lexer->bytes && lexer->text[after] == '(';
}

static void token_add(Tokens *tokens, const Lexer *lexer, const Token *token)
{
	static const char shapes[] = {[TOKEN_NUMBER] = '0',
				      [TOKEN_CHAR] = '"',
				      [TOKEN_STRING] = '"',
				      [TOKEN_NAME] = 'a',
				      [TOKEN_MARK] = '\0'};
	uint64_t exact =
		hash_bytes(HASH_BEGIN, lexer->text + token->begin, token->end - token->begin);
	char shape = shapes[token->kind];

	if (token->kind == TOKEN_NAME && is_fixed_name(lexer, token))
		shape = '\0';
	tokens->list = list_grown(tokens->list, (int)tokens->count, sizeof *tokens->list);
	tokens->list[tokens->count++] =
		(HashedToken){exact, shape != '\0' ? (uint64_t)shape : exact, token->line,
			      (int)token->begin, (int)token->end};
}

void tokens_read(Tokens *tokens, const char *text, size_t bytes, TokensOf of)
{
	Lexer lexer = {.text = text, .bytes = bytes};
	Token token;

	memset(tokens, 0, sizeof *tokens);
	while (lexer_next(&lexer, &token)) {
		if (token.kind ==
		    TOKEN_MARK) /* of one byte each: the lengths of windows count such */
			token.end = lexer.at = token.begin + 1;

		size_t marks = of == TOKENS_ALL ? comment_mark(&lexer, &token) : 0;

		if (marks > 0) { /* goes on behind it */
			lexer.at = token.begin + marks;
			lexer.newlines = token.line - 1;
		} else if (token.kind != TOKEN_COMMENT && text[token.begin] > ' ' &&
			   text[token.begin] <= '~') {
			token_add(tokens, &lexer, &token);
		}
	}
}

void tokens_free(Tokens *tokens)
{
	free(tokens->list);
	memset(tokens, 0, sizeof *tokens);
}
