/* tokens.c - the lexer's tokens, reduced; heads and bodies of functions by their braces. */
#include "grader/report/alike/tokens.h"

#include <stdlib.h>
#include <string.h>

#include "grader/base/c_lexer.h"
#include "grader/base/text.h"
#include "grader/report/alike/macros.h"
#include "grader/report/alike/phases.h"

#define DEEPEST 50 /* macros in each other */
/* What a macro may have where it is used, before it takes of what is there for all of them: one that stands for very much
 * leaves the others theirs. So it is for as many uses as make ALIKE_TOKENS_MOST of it. */
#define OWN_PARTS 64   /* tokens, and macros in it */
#define OWN_STEPS 1024 /* tokens that are looked at ahead */

/* How much may still be taken. */
typedef struct Share {
	size_t own, of_all;
} Share;

static bool share_is(const Share *share)
{
	return share->own > 0 || share->of_all > 0;
}

static bool share_take(Share *share)
{
	size_t *from = share->own > 0 ? &share->own : &share->of_all;
	bool is = *from > 0;

	*from -= is;
	return is;
}

typedef struct Maker {
	AlikeTokens *to;
	const Names *names;
	uint32_t part;
	size_t begun; /* the first token of what is outside of functions since the last ; or } */
	int depth;    /* of braces */
	bool in_body; /* of a function */
	char last;    /* the byte before this one, at depth 0 */
	Macros macros;
	int deep;        /* of macros in each other */
	int line;        /* of the outermost */
	Share left;      /* names that may still be expanded */
	Share steps;     /* tokens that may be looked at ahead */
	Share room;      /* tokens of macros; the text's own are no more than it has bytes */
	size_t uses;     /* of macros that still get their own share */
	size_t left_out; /* tokens, as a name says */
	bool lost;       /* what a macro stands for was not read */
} Maker;

static void token_put(Maker *maker, uint32_t shape, int line)
{
	AlikeTokens *to = maker->to;

	if (shape == SHAPE_NONE)
		return;
	if (shape == SHAPE_TEXT && to->count > 0 && to->list[to->count - 1].shape == shape &&
	    to->list[to->count - 1].part == maker->part)
		return; /* strings beside each other are one */
	if (maker->deep > 0 && !share_take(&maker->room)) {
		maker->lost = true;
		return;
	}
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

/* Where nobody knows whether it is read a brace is none: else functions could be made to fall apart by some. */
static void mark_read(Maker *maker, const char *mark, size_t length, int line)
{
	if (macros_doubt(&maker->macros)) {
		token_put(maker, mark_shape(mark, length), line);
		return;
	}
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

/* Where a name is looked up before it is a macro's: the parameters of the macro whose body is read. */
typedef struct Scope {
	const Macro *macro;
	Span arguments[MACRO_PARAMETERS];
	const struct Scope *around; /* the arguments' own */
} Scope;

static void code_read(Maker *maker, Lexer *lexer, const Scope *scope);

static void span_read(Maker *maker, Span span, const Scope *scope)
{
	Lexer lexer = {.text = span.at, .bytes = span.length};

	maker->deep++;
	code_read(maker, &lexer, scope);
	maker->deep--;
}

/* The arguments between brackets, which the lexer has not read yet; it does where there are such. */
static bool arguments_take(Maker *maker, Lexer *lexer, Scope *scope)
{
	Lexer ahead = *lexer;
	Token token;
	int depth = 0, count = 0;
	size_t begin = 0;

	while (share_take(&maker->steps) && lexer_next(&ahead, &token)) {
		char mark = token.kind == TOKEN_MARK ? ahead.text[token.begin] : 'a';

		if (depth == 0 && mark != '(')
			return false;
		depth += (mark == '(') - (mark == ')');
		if (depth == 1 && mark == '(')
			begin = token.end;
		const bool is_rest = scope->macro->has_rest && count == scope->macro->count - 1;

		if (depth > 1 || (depth == 1 && (mark != ',' || is_rest)))
			continue;
		if (count < MACRO_PARAMETERS)
			scope->arguments[count++] = (Span){ahead.text + begin, token.begin - begin};
		begin = token.end;
		if (depth > 0)
			continue;
		*lexer = ahead;
		return true;
	}
	return false;
}

/* Reads what the macro stands for; false where its name is only a name here. What would be more than there is room
 * for, or goes round, is left as it is. */
static bool macro_read(Maker *maker, Lexer *lexer, Macro *macro, const Scope *scope)
{
	Scope inner = {.macro = macro, .around = scope};

	if (!macro || macro->is_expanded)
		return false;
	if (macro->is_beyond || maker->deep >= DEEPEST || !share_is(&maker->left)) {
		maker->lost |= macro->body.length > 0;
		return false;
	}
	if (macro->count >= 0 && !arguments_take(maker, lexer, &inner))
		return false;
	share_take(&maker->left);
	macro->is_expanded = true;
	span_read(maker, macro->body, &inner);
	macro->is_expanded = false;
	return true;
}

static const Span *argument_find(const Scope *scope, Span name)
{
	for (int i = 0; scope && i < scope->macro->count; i++)
		if (scope->macro->parameters[i].length == name.length &&
		    memcmp(scope->macro->parameters[i].at, name.at, name.length) == 0)
			return &scope->arguments[i];
	return NULL;
}

static void share_give(Maker *maker)
{
	bool is = maker->uses > 0;

	maker->uses -= is;
	maker->left.own = maker->room.own = is ? OWN_PARTS : 0;
	maker->steps.own = is ? OWN_STEPS : 0;
}

static void name_read(Maker *maker, Lexer *lexer, Span name, int line, const Scope *scope)
{
	const Span *argument = argument_find(scope, name);
	Macro *macro = argument ? NULL : macros_find(&maker->macros, name);

	if (macro && maker->deep == 0)
		share_give(maker);
	if (argument && maker->deep < DEEPEST && share_take(&maker->left)) {
		span_read(maker, *argument, scope->around);
	} else if (!macro_read(maker, lexer, macro, scope)) {
		token_put(maker, name_shape(maker->names, name.at, name.length), line);
	}
}

/* What is expanded stands where the outermost name does. */
static void code_read(Maker *maker, Lexer *lexer, const Scope *scope)
{
	Token token;

	while (lexer_next(lexer, &token)) {
		const Span span = {lexer->text + token.begin, token.end - token.begin};

		if (maker->deep == 0)
			maker->line = token.line;
		if (token.kind == TOKEN_DIRECTIVE) {
			macros_directive(&maker->macros, span);
		} else if (macros_skip(&maker->macros)) {
			maker->left_out += macros_skip_by_name(&maker->macros);
		} else if (token.kind == TOKEN_MARK) {
			if ((unsigned char)*span.at > ' ' && (unsigned char)*span.at < 0x7f)
				mark_read(maker, span.at, span.length, maker->line);
		} else if (token.kind == TOKEN_NAME) {
			name_read(maker, lexer, span, maker->line, scope);
		} else {
			token_put(maker, token.kind == TOKEN_NUMBER ? SHAPE_NUMBER : SHAPE_TEXT,
				  maker->line);
		}
		if (token.kind != TOKEN_MARK && token.kind != TOKEN_DIRECTIVE && maker->depth == 0)
			maker->last = 'a';
	}
}

/* Whether much is left out by what the text says of names. */
static bool tokens_read(AlikeTokens *tokens, const Names *names, const char *text, size_t bytes,
			bool keeps_names)
{
	Lexer lexer = {.text = text, .bytes = strlen(text), .directives = true};
	Maker maker = {.to = tokens,
		       .names = names,
		       .uses = (ALIKE_TOKENS_MOST - 2) * bytes / OWN_PARTS,
		       .room.of_all = bytes,
		       .left.of_all = bytes,
		       .steps.of_all = 64 * bytes,
		       .macros.keeps_names = keeps_names};

	*tokens = (AlikeTokens){.list = NULL};
	code_read(&maker, &lexer, NULL);
	macros_release(&maker.macros);
	tokens->in_doubt = maker.lost || maker.left_out >= ALIKE_LEAST;
	return maker.left_out >= ALIKE_LEAST;
}

/* Of a text that leaves much out by names all is read: that may be what the compiler reads. */
void alike_tokens_make(AlikeTokens *tokens, const Names *names, const AlikeSource *source)
{
	char *text = phases_apply(source->text, source->is_cuda);
	size_t bytes = strlen(source->text);

	if (tokens_read(tokens, names, text, bytes, false)) {
		alike_tokens_release(tokens);
		(void)tokens_read(tokens, names, text, bytes, true);
		tokens->in_doubt = true;
	}
	free(text);
}

void alike_tokens_release(AlikeTokens *tokens)
{
	free(tokens->list);
	*tokens = (AlikeTokens){.list = NULL};
}
