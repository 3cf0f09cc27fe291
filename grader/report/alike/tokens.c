/* tokens.c - the lexer's tokens, reduced; heads and bodies of functions by their braces. */
#include "grader/report/alike/tokens.h"

#include <stdlib.h>
#include <string.h>

#include "grader/base/c_lexer.h"
#include "grader/base/text.h"

typedef struct Maker {
	AlikeTokens *to;
	const Names *names;
	uint32_t part;
	size_t begun; /* the first token of what is outside of functions since the last ; or } */
	int depth;    /* of braces */
	bool in_body; /* of a function */
	char last;    /* the byte before this one, at depth 0 */
} Maker;

static void token_put(Maker *maker, uint32_t shape, int line)
{
	AlikeTokens *to = maker->to;

	if (shape == SHAPE_NONE)
		return;
	to->list = list_grown(to->list, (int)to->count, sizeof *to->list);
	to->list[to->count++] = (AlikeToken){shape, (uint32_t)line, maker->part, 0};
}

/* A brace that opens behind a ")" begins a function: what stands before it is the head. */
static void brace_open(Maker *maker)
{
	if (maker->depth++ > 0 || maker->last != ')')
		return;
	maker->part++;
	for (size_t i = maker->begun; i < maker->to->count; i++) {
		maker->to->list[i].part = maker->part;
		maker->to->list[i].head = 1;
	}
	maker->part++;
	maker->in_body = true;
}

static void brace_close(Maker *maker)
{
	if (maker->depth == 0 || --maker->depth > 0)
		return;
	maker->part += maker->in_body;
	maker->in_body = false;
	maker->begun = maker->to->count;
}

static void mark_read(Maker *maker, const char *mark, size_t length, int line)
{
	if (*mark == '{')
		brace_open(maker);
	else if (*mark == '}')
		brace_close(maker);
	else if (*mark == ';' && maker->depth == 0)
		maker->begun = maker->to->count;
	else
		token_put(maker, mark_shape(mark, length), line);
	if (maker->depth == 0)
		maker->last = *mark;
}

static void code_read(Maker *maker, Lexer *lexer);

/* Of #define and the like what stands behind that word; nothing of #include and of the other directives. */
static void directive_read(Maker *maker, const Lexer *from, const Token *token)
{
	const char *at = from->text + token->begin + 1, *end = from->text + token->end;

	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	if (end - at < 6 || memcmp(at, "define", 6) != 0)
		return;
	at += 6;

	size_t before = maker->to->count;
	Lexer lexer = {.text = at, .bytes = (size_t)(end - at), .newlines = token->line - 1};
	Maker inner = *maker; /* its braces are its own */

	code_read(&inner, &lexer);
	maker->part = inner.part;
	for (size_t i = before; i < maker->to->count; i++) /* braces of it make no heads */
		maker->to->list[i] = (AlikeToken){maker->to->list[i].shape, maker->to->list[i].line,
						  maker->part, 0};
	if (maker->depth == 0)
		maker->begun = maker->to->count;
}

static void code_read(Maker *maker, Lexer *lexer)
{
	Token token;

	while (lexer_next(lexer, &token)) {
		const char *at = lexer->text + token.begin;
		size_t length = token.end - token.begin;

		if (token.kind == TOKEN_DIRECTIVE) {
			directive_read(maker, lexer, &token);
		} else if (token.kind == TOKEN_MARK) {
			if ((unsigned char)*at > ' ' && (unsigned char)*at < 0x7f)
				mark_read(maker, at, length, token.line);
		} else if (token.kind != TOKEN_COMMENT) {
			token_put(maker,
				  token.kind == TOKEN_NAME ? name_shape(maker->names, at, length)
				  : token.kind == TOKEN_NUMBER ? SHAPE_NUMBER
							       : SHAPE_TEXT,
				  token.line);
			if (maker->depth == 0)
				maker->last = 'a';
		}
	}
}

void alike_tokens_make(AlikeTokens *tokens, const Names *names, const char *text)
{
	Maker maker = {.to = tokens, .names = names};
	Lexer lexer = {.text = text, .bytes = strlen(text), .directives = true};

	*tokens = (AlikeTokens){.list = NULL};
	code_read(&maker, &lexer);
}

void alike_tokens_release(AlikeTokens *tokens)
{
	free(tokens->list);
	*tokens = (AlikeTokens){.list = NULL};
}
