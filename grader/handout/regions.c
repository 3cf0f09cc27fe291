/* regions.c - windows of tokens of every solution, in a hash table that texts are slid over.
 *
 * How long a window must be to mean something was found by trying: the framework and the chapter
 * say much that the solutions say too (how a device is set back, how an error is taken away). EXACT
 * tokens in a row, about three lines, stand nowhere else in the kit; with the names of variables,
 * numbers and strings left open it takes SHAPE, about six lines. A whole region that is shorter is
 * looked for as it is, down to LEAST. A small change in a solution spoils the windows that hold it
 * and no others, so what was mutated is still found. */
#include "grader/handout/regions.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/c_lexer.h"
#include "grader/base/rng.h"
#include "grader/base/text.h"

#define EXACT      30
#define SHAPE      56
#define LEAST      18
#define BASE       UINT64_C(0x9e3779b97f4a7c15)
#define SALT       UINT64_C(0xda942042e4dd58b5)
#define SEEN_BITS  20 /* of a hash, of which a bit says whether the table can have it */
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
	/* Nearly every window of a text is in no solution: this says so out of a cache. */
	unsigned char seen[1 << (SEEN_BITS - 3)];
};

Regions *regions_create(void)
{
	return memory_new(sizeof(Regions));
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

static void table_grow(Regions *r)
{
	Regions wider = *r;

	wider.slots = r->slots == 0 ? 4096 : r->slots * 2;
	wider.window = memory_new(wider.slots * sizeof *wider.window);
	for (size_t i = 0; i < r->slots; i++)
		if (r->window[i].hash != 0)
			*slot_find(&wider, r->window[i].hash) = r->window[i];
	free(r->window);
	*r = wider;
}

static size_t seen_byte(uint64_t hash)
{
	return hash >> (64 - SEEN_BITS + 3);
}

static unsigned seen_bit(uint64_t hash)
{
	return 1u << (hash >> (64 - SEEN_BITS) & 7);
}

static void window_add(Regions *r, uint64_t hash, Kind kind)
{
	if (2 * r->windows >= r->slots)
		table_grow(r);

	Window *slot = slot_find(r, hash);

	r->seen[seen_byte(hash)] |= (unsigned char)seen_bit(hash);
	r->windows += slot->hash == 0;
	if (slot->hash == 0)
		*slot = (Window){hash, r->count - 1, kind};
}

/* --- windows ---------------------------------------------------------------------------------- */

static uint64_t token_value(const HashedToken *token, Kind kind)
{
	return kind == KIND_SHAPE ? token->shape : token->exact;
}

/* Calls `each` with the hash of every `length` tokens in a row, and the first one's number. */
typedef void WindowEach(void *context, uint64_t hash, size_t first);

static void windows_slide(const Tokens *tokens, Kind kind, size_t length, WindowEach *each,
			  void *context)
{
	uint64_t hash = 0, power = 1;

	for (size_t i = 0; i < length; i++)
		power *= BASE;
	for (size_t i = 0; i < tokens->count; i++) {
		hash = hash * BASE + token_value(&tokens->list[i], kind);
		if (i >= length)
			hash -= power * token_value(&tokens->list[i - length], kind);
		if (i + 1 < length)
			continue;

		/* Another length and another kind are another window. */
		uint64_t salted = hash ^ (length << 2 | kind) * SALT;

		each(context, rng_mix(salted) | 1, i + 1 - length);
	}
}

typedef struct Adding {
	Regions *regions;
	Kind kind;
	const Tokens *stub; /* what students get in its place, and may have; NULL */
	size_t length;
} Adding;

typedef struct Wanted {
	uint64_t hash;
	bool found;
} Wanted;

static void wanted_each(void *context, uint64_t hash, size_t first)
{
	Wanted *wanted = context;

	(void)first;
	wanted->found |= hash == wanted->hash;
}

static void adding_each(void *context, uint64_t hash, size_t first)
{
	const Adding *adding = context;
	Wanted wanted = {hash, false};

	(void)first;
	if (adding->stub)
		windows_slide(adding->stub, adding->kind, adding->length, wanted_each, &wanted);
	if (!wanted.found)
		window_add(adding->regions, hash, adding->kind);
}

/* Functions that a helper's text defines: a word at the left margin's depth before a bracket. */
static void names_add(Regions *r, const Tokens *tokens, const char *text)
{
	Adding adding = {r, KIND_NAME, NULL, 1};
	int depth = 0;

	for (size_t i = 0; i + 1 < tokens->count; i++) {
		const HashedToken *t = &tokens->list[i];
		char c = text[t->begin], next = text[tokens->list[i + 1].begin];
		Tokens one = {(HashedToken *)(uintptr_t)t, 1};

		if (depth == 0 && next == '(' && t->end - t->begin >= 4 && !strchr("{}()", c))
			windows_slide(&one, KIND_NAME, 1, adding_each, &adding);
		depth += (c == '{' || c == '(') - (c == '}' || c == ')');
	}
	r->used[KIND_NAME][1] = 1;
}

/* `stub` is the comment behind the region: the starter's code between its first line and its last. */
static void region_add(Regions *r, const char *name, const char *text, size_t bytes, int helper,
		       const char *stub, size_t stub_bytes)
{
	const char *code = memchr(stub, '\n', stub_bytes);
	Tokens tokens, handed = {NULL, 0};

	r->region = list_grown(r->region, r->count, sizeof *r->region);
	snprintf(r->region[r->count++], REGION_MAX, "%s%s", helper ? "a helper of " : "exercise ",
		 name);
	tokens_read(&tokens, text, bytes, TOKENS_CODE);
	if (code)
		tokens_read(&handed, code, stub_bytes - (size_t)(code - stub), TOKENS_CODE);
	r->too_short += tokens.count < LEAST;
	for (Kind kind = KIND_EXACT; kind <= KIND_SHAPE; kind++) {
		size_t most = kind == KIND_EXACT ? EXACT : SHAPE;
		size_t length = tokens.count < most ? tokens.count : most;
		Adding adding = {r, kind, &handed, length};

		/* open names tell little of a short text */
		if (length < LEAST || (kind == KIND_SHAPE && length < EXACT))
			continue;
		r->used[kind][length] = 1;
		windows_slide(&tokens, kind, length, adding_each, &adding);
	}
	if (helper)
		names_add(r, &tokens, text);
	if (code)
		tokens_free(&handed);
	tokens_free(&tokens);
}

/* Between the marks of a solution. */
int regions_add(Regions *r, const char *name, const char *text, size_t bytes)
{
	Lexer lexer = {.text = text, .bytes = bytes};
	Token token;
	char id[16];
	size_t opened = 0;
	int exercises = 0;

	while (lexer_next(&lexer, &token)) {
		RegionMark mark = region_mark(text, &token, id);

		if (mark == REGION_OPENS) {
			opened = token.end;
		} else if (mark == REGION_CLOSES && opened > 0) {
			region_add(r, id[0] != '\0' ? id : name, text + opened,
				   token.begin - opened, id[0] == '\0', text + token.begin,
				   token.end - token.begin);
			exercises += id[0] != '\0';
			opened = 0;
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

static void search_each(void *context, uint64_t hash, size_t first)
{
	const Search *search = context;

	if (!(search->regions->seen[seen_byte(hash)] & seen_bit(hash)))
		return;

	const Window *window = slot_find(search->regions, hash);
	const HashedToken *token = &search->tokens->list[first];
	Resemblance resemblance;

	if (window->hash == 0 || search->told[window->region]++ != 0)
		return;
	resemblance = (Resemblance){search->regions->region[window->region], hows[window->kind],
				    token->line, token->begin, token[search->length - 1].end};
	search->told[window->region] = 1;
	search->found(search->context, &resemblance);
}

void regions_search(const Regions *r, const char *text, size_t bytes, RegionsFound *found,
		    void *context)
{
	unsigned char *told = memory_new((size_t)r->count);

	for (TokensOf of = TOKENS_CODE; of <= TOKENS_ALL; of++) {
		Tokens tokens;
		Search search = {r, &tokens, 0, told, found, context};

		tokens_read(&tokens, text, bytes, of);
		for (Kind kind = KIND_EXACT; kind < KINDS; kind++) {
			for (search.length = 1; search.length <= SHAPE; search.length++)
				if (r->used[kind][search.length])
					windows_slide(&tokens, kind, search.length, search_each,
						      &search);
		}
		tokens_free(&tokens);
	}
	free(told);
}
