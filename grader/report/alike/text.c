/* text.c - grams; what the starter has; winnowing (Schleimer, Wilkerson, Aiken, 2003). */
#include "grader/report/alike/text.h"

#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"

/* The gram that begins at that token; 0 where its part has too few more. */
static uint64_t gram_at(const AlikeTokens *tokens, size_t at)
{
	uint32_t shapes[ALIKE_GRAM];

	if (at + ALIKE_GRAM > tokens->count || tokens->list[at].head ||
	    tokens->list[at].part != tokens->list[at + ALIKE_GRAM - 1].part)
		return 0;
	for (size_t i = 0; i < ALIKE_GRAM; i++)
		shapes[i] = tokens->list[at + i].shape;
	return bytes_hash(shapes, sizeof shapes);
}

void starter_add(Numbers *starter, const AlikeTokens *tokens)
{
	for (size_t i = 0; i < tokens->count; i++) {
		uint64_t gram = gram_at(tokens, i);

		if (gram != 0)
			numbers_add(starter, gram);
	}
}

/* A token is its owner's own where no gram of the starter reaches. */
static void own_find(AlikeText *text, const AlikeTokens *tokens, const Numbers *starter)
{
	size_t given = 0; /* tokens before it are the starter's */

	for (size_t i = 0; i < tokens->count; i++) {
		uint64_t gram = gram_at(tokens, i);
		bool has = gram != 0 && numbers_has(starter, gram);

		text->gram[i] = has ? 0 : gram;
		if (has)
			given = i + ALIKE_GRAM;
		text->own[i] = i >= given && !tokens->list[i].head;
	}
}

/* A function of which little is its owner's own says nothing about who wrote it. */
static void short_leave(AlikeText *text)
{
	size_t end;

	for (size_t i = 0; i < text->count; i = end) {
		size_t owns = 0;

		for (end = i; end < text->count && text->part[end] == text->part[i]; end++)
			owns += text->own[end];
		for (size_t k = i; k < end && owns < ALIKE_SHORT; k++) {
			text->own[k] = false;
			text->gram[k] = 0;
		}
		text->owns += owns < ALIKE_SHORT ? 0 : owns;
	}
}

void text_make(AlikeText *text, int owner, int lab, const AlikeTokens *tokens,
	       const Numbers *starter)
{
	size_t count = tokens->count;
	Numbers has = {0};

	*text = (AlikeText){.owner = owner, .lab = lab, .count = count};
	text->line = memory_new(count * sizeof *text->line + 1);
	text->part = memory_new(count * sizeof *text->part + 1);
	text->gram = memory_new(count * sizeof *text->gram + 1);
	text->weight = memory_new(count + 1);
	text->own = memory_new(count * sizeof *text->own + 1);
	for (size_t i = 0; i < count; i++) {
		text->line[i] = tokens->list[i].line;
		text->part[i] = tokens->list[i].part;
	}
	own_find(text, tokens, starter);
	short_leave(text);
	for (size_t i = 0; i < count; i++)
		if (text->gram[i] != 0)
			numbers_add(&has, text->gram[i]);
	numbers_sort(&has);
	text->has = has.list;
	text->has_count = has.count;
}

void text_release(AlikeText *text)
{
	free(text->line);
	free(text->part);
	free(text->gram);
	free(text->weight);
	free(text->own);
	free(text->has);
	*text = (AlikeText){0};
}

size_t text_cover(const AlikeText *text, const Numbers *in, bool *covered)
{
	size_t until = 0, count = 0;

	for (size_t i = 0; i < text->count; i++) {
		uint64_t gram = text->gram[i];

		if (gram != 0 && numbers_has(in, gram))
			until = i + ALIKE_GRAM;
		covered[i] = i < until && text->own[i];
		count += covered[i];
	}
	return count;
}

void text_fingerprints(const AlikeText *text, const Numbers *but, Numbers *prints)
{
	uint64_t row[ALIKE_WINDOW]; /* the last grams, in a ring */
	size_t length = 0;          /* of the row of grams that ends here */

	*prints = (Numbers){0};
	for (size_t i = 0; i <= text->count; i++) {
		uint64_t gram = i < text->count ? text->gram[i] : 0, least = UINT64_MAX;
		bool ends = gram == 0 || numbers_has(but, gram);

		if (!ends)
			row[length++ % ALIKE_WINDOW] = gram;
		if (ends ? length > 0 && length < ALIKE_WINDOW : length >= ALIKE_WINDOW) {
			for (size_t k = 0; k < length && k < ALIKE_WINDOW; k++)
				least = row[k] < least ? row[k] : least;
			numbers_add(prints, least);
		}
		if (ends)
			length = 0;
	}
	numbers_sort(prints);
}
