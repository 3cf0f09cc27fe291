/* regions.c - windows of tokens of every solution, in a hash table that texts are slid over.
 *
 * How long a window must be to mean something was found by trying: the framework and the chapter
 * say much that the solutions say too (how a device is set back, how an error is taken away). EXACT
 * tokens in a row, about three lines, stand nowhere else in the kit; with the names of variables,
 * numbers and strings left open it takes SHAPE, about six lines. A whole region that is shorter is
 * looked for as it is, down to LEAST. A small change in a solution spoils the windows that hold it
 * and no others, so what was mutated is still found. */
#include "regions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXACT      30
#define SHAPE      56
#define LEAST      18
#define BASE       UINT64_C(0x9e3779b97f4a7c15)
#define REGION_MAX 64

typedef enum Kind { KIND_EXACT, KIND_SHAPE, KIND_NAME, KINDS } Kind;

static const char *const hows[KINDS] = {"the same text", "the same with other names", "its name"};

typedef struct Window {
	uint64_t hash; /* 0: the slot is free */
	int region;
	Kind kind;
} Window;

struct Regions {
	char (*region)[REGION_MAX];
	int count;
	int too_short;
	unsigned char used[KINDS][SHAPE + 1]; /* lengths of windows that there are */
	Window *window;
	size_t windows, slots; /* slots: a power of two */
};

Regions *regions_create(void)
{
	return calloc(1, sizeof(Regions));
}

void regions_free(Regions *regions)
{
	free(regions->region);
	free(regions->window);
	free(regions);
}

int regions_too_short(const Regions *regions)
{
	return regions->too_short;
}

/* --- the table -------------------------------------------------------------------------------- */

static Window *slot_find(const Regions *r, uint64_t hash)
{
	size_t at = hash >> 20;

	while (r->window[at & (r->slots - 1)].hash != 0 &&
	       r->window[at & (r->slots - 1)].hash != hash)
		at++;
	return &r->window[at & (r->slots - 1)];
}

static int table_grow(Regions *r)
{
	Regions wider = *r;

	wider.slots = r->slots == 0 ? 4096 : r->slots * 2;
	wider.window = calloc(wider.slots, sizeof *wider.window);
	if (wider.window == NULL)
		return -1;
	for (size_t i = 0; i < r->slots; i++)
		if (r->window[i].hash != 0)
			*slot_find(&wider, r->window[i].hash) = r->window[i];
	free(r->window);
	*r = wider;
	return 0;
}

static int window_add(Regions *r, uint64_t hash, Kind kind)
{
	if (2 * r->windows >= r->slots && table_grow(r) < 0)
		return -1;

	Window *slot = slot_find(r, hash);

	r->windows += slot->hash == 0;
	if (slot->hash == 0)
		*slot = (Window){hash, r->count - 1, kind};
	return 0;
}

/* --- windows ---------------------------------------------------------------------------------- */

static uint64_t token_value(const Token *token, Kind kind)
{
	return kind == KIND_SHAPE ? token->shape : token->exact;
}

/* Calls `each` with the hash of every `length` tokens in a row, and the first one's number. */
typedef int WindowEach(void *context, uint64_t hash, size_t first);

static int windows_slide(const Tokens *tokens, Kind kind, size_t length, WindowEach *each,
			 void *context)
{
	uint64_t hash = 0, power = 1;
	int bad = 0;

	for (size_t i = 0; i < length; i++)
		power *= BASE;
	for (size_t i = 0; !bad && i < tokens->count; i++) {
		hash = hash * BASE + token_value(&tokens->list[i], kind);
		if (i >= length)
			hash -= power * token_value(&tokens->list[i - length], kind);
		if (i + 1 < length)
			continue;

		/* Another length and another kind are another window. */
		uint64_t salt[3] = {hash, length, kind};

		bad = each(context, tokens_hash(TOKENS_HASH, salt, sizeof salt) | 1,
			   i + 1 - length);
	}
	return bad;
}

typedef struct Adding {
	Regions *regions;
	Kind kind;
} Adding;

static int adding_each(void *context, uint64_t hash, size_t first)
{
	const Adding *adding = context;

	(void)first;
	return window_add(adding->regions, hash, adding->kind);
}

/* Functions that a helper's text defines: a word at the left margin's depth before a bracket. */
static int names_add(Regions *r, const Tokens *tokens, const char *text)
{
	Adding adding = {r, KIND_NAME};
	int depth = 0, bad = 0;

	for (size_t i = 0; !bad && i + 1 < tokens->count; i++) {
		const Token *t = &tokens->list[i];
		char c = text[t->begin], next = text[tokens->list[i + 1].begin];
		Tokens one = {(Token *)(uintptr_t)t, 1, 1};

		if (depth == 0 && next == '(' && t->end - t->begin >= 4 &&
		    strchr("{}()", c) == NULL)
			bad = windows_slide(&one, KIND_NAME, 1, adding_each, &adding);
		depth += (c == '{' || c == '(') - (c == '}' || c == ')');
	}
	r->used[KIND_NAME][1] = 1;
	return bad;
}

static int region_add(Regions *r, const char *name, const char *text, size_t bytes, int helper)
{
	char(*list)[REGION_MAX] = realloc(r->region, (size_t)(r->count + 1) * sizeof *list);
	Tokens tokens;
	int bad = 0;

	if (list == NULL)
		return -1;
	r->region = list;
	snprintf(r->region[r->count++], REGION_MAX, "%s%s", helper ? "a helper of " : "exercise ",
		 name);
	if (tokens_read(&tokens, text, bytes, TOKENS_CODE) < 0)
		return -1;
	r->too_short += tokens.count < LEAST;
	for (Kind kind = KIND_EXACT; !bad && kind <= KIND_SHAPE; kind++) {
		size_t most = kind == KIND_EXACT ? EXACT : SHAPE;
		size_t length = tokens.count < most ? tokens.count : most;
		Adding adding = {r, kind};

		/* open names tell little of a short text */
		if (length < LEAST || (kind == KIND_SHAPE && length < EXACT))
			continue;
		r->used[kind][length] = 1;
		bad = windows_slide(&tokens, kind, length, adding_each, &adding);
	}
	if (!bad && helper)
		bad = names_add(r, &tokens, text);
	tokens_free(&tokens);
	return bad;
}

/* --- the marks of a solution ------------------------------------------------------------------ */

/* The line's text behind its blanks, when it begins with `mark`; else NULL. */
static const char *mark_find(const char *line, const char *end, const char *mark)
{
	size_t length = strlen(mark);

	while (line < end && (*line == ' ' || *line == '\t'))
		line++;
	return (size_t)(end - line) >= length && memcmp(line, mark, length) == 0 ? line + length
										 : NULL;
}

int regions_add(Regions *r, const char *name, const char *text, size_t bytes)
{
	const char *end = text + bytes, *opened = NULL, *next;
	char id[32] = "";
	int exercises = 0;

	for (const char *line = text; line < end; line = next) {
		const char *newline = memchr(line, '\n', (size_t)(end - line)), *rest;

		next = newline == NULL ? end : newline + 1;
		if ((rest = mark_find(line, next, "/* SOLUTION ")) != NULL) {
			size_t length = strspn(rest, "0123456789.");

			snprintf(id, sizeof id, "%.*s", (int)length, rest);
			opened = next;
		} else if (opened != NULL && mark_find(line, next, "/* STUB") != NULL) {
			if (region_add(r, id[0] != '\0' ? id : name, opened,
				       (size_t)(line - opened), id[0] == '\0') < 0)
				return -1;
			exercises += id[0] != '\0';
			opened = NULL;
		}
	}
	return exercises;
}

/* --- searching -------------------------------------------------------------------------------- */

typedef struct Search {
	const Regions *regions;
	const Tokens *tokens;
	size_t length;
	unsigned char *told; /* one a region */
	RegionsFound *found;
	void *context;
} Search;

static int search_each(void *context, uint64_t hash, size_t first)
{
	const Search *search = context;
	const Window *window = slot_find(search->regions, hash);
	const Token *token = &search->tokens->list[first];
	Resemblance resemblance;

	if (window->hash == 0 || search->told[window->region]++ != 0)
		return 0;
	resemblance = (Resemblance){search->regions->region[window->region], hows[window->kind],
				    token->line, token->begin, token[search->length - 1].end};
	search->told[window->region] = 1;
	search->found(search->context, &resemblance);
	return 0;
}

int regions_search(const Regions *r, const char *text, size_t bytes, RegionsFound *found,
		   void *context)
{
	unsigned char *told = calloc((size_t)r->count + 1, 1);
	int bad = told == NULL || r->slots == 0;

	for (TokensOf of = TOKENS_CODE; !bad && of <= TOKENS_ALL; of++) {
		Tokens tokens;
		Search search = {r, &tokens, 0, told, found, context};

		bad = tokens_read(&tokens, text, bytes, of) < 0;
		for (Kind kind = KIND_EXACT; !bad && kind < KINDS; kind++) {
			for (search.length = 1; search.length <= SHAPE; search.length++)
				if (r->used[kind][search.length])
					windows_slide(&tokens, kind, search.length, search_each,
						      &search);
		}
		tokens_free(&tokens);
	}
	free(told);
	return bad ? -1 : 0;
}
