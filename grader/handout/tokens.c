/* tokens.c - a scanner that knows words, numbers, strings and single marks, which is enough to
 * compare programs that differ in blanks, in line breaks and in comments. */
#include "tokens.h"

#include <stdlib.h>
#include <string.h>

#define WORD_MAX 200

typedef struct Scan {
	const char *text;
	size_t bytes, at;
	int line;
} Scan;

uint64_t tokens_hash(uint64_t hash, const void *bytes, size_t count)
{
	const unsigned char *byte = bytes;

	for (size_t i = 0; i < count; i++)
		hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
	return hash;
}

static int is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

static char next_char(const Scan *s, size_t ahead)
{
	return s->at + ahead < s->bytes ? s->text[s->at + ahead] : '\0';
}

static void step(Scan *s)
{
	s->line += s->text[s->at] == '\n';
	s->at++;
}

/* Behind the comment that begins here; 0 when none does. */
static int comment_skip(Scan *s)
{
	int lines = next_char(s, 1) == '/';

	if (next_char(s, 0) != '/' || (!lines && next_char(s, 1) != '*'))
		return 0;
	for (step(s), step(s); s->at < s->bytes; step(s)) {
		if (lines && s->text[s->at] == '\n')
			return 1;
		if (!lines && s->text[s->at] == '*' && next_char(s, 1) == '/') {
			step(s);
			step(s);
			return 1;
		}
	}
	return 1;
}

/* The marks around a comment, and the star before each of its lines, say nothing. */
static int comment_mark_skip(Scan *s)
{
	size_t back = s->at;
	char a = next_char(s, 0), b = next_char(s, 1);

	if ((a == '/' && (b == '*' || b == '/')) || (a == '*' && b == '/')) {
		s->at += 2;
		return 1;
	}
	while (back > 0 && (s->text[back - 1] == ' ' || s->text[back - 1] == '\t'))
		back--;
	if (a != '*' || b != ' ' || (back > 0 && s->text[back - 1] != '\n'))
		return 0;
	s->at++;
	return 1;
}

/* The length of the string or character that begins here, on one line; 0 when none does. */
static size_t string_length(const Scan *s)
{
	char quote = next_char(s, 0);

	if (quote != '"' && quote != '\'')
		return 0;
	for (size_t n = 1; n < WORD_MAX && s->at + n < s->bytes; n++) {
		char c = s->text[s->at + n];

		if (c == '\n')
			return 0;
		if (c == '\\')
			n++;
		else if (c == quote)
			return n + 1;
	}
	return 0;
}

static size_t word_length(const Scan *s)
{
	size_t n = 0;

	while (n < WORD_MAX && s->at + n < s->bytes && is_word(s->text[s->at + n]))
		n++;
	return n;
}

/* Names that a program does not choose: C's own, and those of functions, which are called. */
static int is_fixed_name(const Scan *s, size_t length)
{
	static const char *const words[] = {
		"if",   "else",   "for",      "while", "do",    "return", "break", "continue",
		"goto", "switch", "case",     "int",   "float", "double", "char",  "size_t",
		"bool", "void",   "unsigned", "const", "long",  "sizeof", "struct"};
	size_t after = length;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strlen(words[i]) == length && strncmp(s->text + s->at, words[i], length) == 0)
			return 1;
	while (next_char(s, after) == ' ')
		after++;
	return next_char(s, after) == '(';
}

static int token_add(Tokens *tokens, const Scan *s, size_t length, uint64_t shape)
{
	uint64_t exact = tokens_hash(TOKENS_HASH, s->text + s->at, length);

	if (tokens->count == tokens->room) {
		size_t room = tokens->room * 2 + 1024;
		Token *list = realloc(tokens->list, room * sizeof *list);

		if (list == NULL)
			return -1;
		tokens->list = list;
		tokens->room = room;
	}
	tokens->list[tokens->count++] = (Token){exact, shape != 0 ? shape : exact, s->line,
						(int)s->at, (int)(s->at + length)};
	return 0;
}

/* The token that begins here. */
static int token_read(Tokens *tokens, Scan *s)
{
	char c = s->text[s->at];
	size_t length;
	int bad;

	if ((length = string_length(s)) > 0) {
		bad = token_add(tokens, s, length, '"');
	} else if ((length = word_length(s)) > 0) {
		int number = c >= '0' && c <= '9';

		bad = token_add(tokens, s, length,
				number                     ? '0'
				: is_fixed_name(s, length) ? 0
							   : 'a');
	} else {
		length = 1;
		bad = token_add(tokens, s, 1, 0);
	}
	s->at += length;
	return bad;
}

int tokens_read(Tokens *tokens, const char *text, size_t bytes, TokensOf of)
{
	Scan s = {text, bytes, 0, 1};

	memset(tokens, 0, sizeof *tokens);
	while (s.at < s.bytes) {
		char c = s.text[s.at];

		if (c <= ' ' || c > '~')
			step(&s);
		else if (of == TOKENS_CODE ? comment_skip(&s) : comment_mark_skip(&s))
			continue;
		else if (token_read(tokens, &s) < 0)
			return -1;
	}
	return 0;
}

void tokens_free(Tokens *tokens)
{
	free(tokens->list);
	memset(tokens, 0, sizeof *tokens);
}
