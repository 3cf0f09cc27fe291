/* share.c - what many have, and the share of two texts. */
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/report/alike/share.h"
#include "grader/report/alike/text.h"

#define FEW_LEAST 4  /* owners: what no more have is nobody's obvious answer */
#define FEW_PART  10 /* one in so many of them are few */

/* --- what many have --------------------------------------------------------------------------- */

static uint8_t weight_of(size_t has, size_t owners)
{
	size_t few = owners / FEW_PART, most = owners / 2;

	few = few < FEW_LEAST ? FEW_LEAST : few;
	most = most < FEW_LEAST ? FEW_LEAST : most;
	return (uint8_t)(has <= few   ? 100
			 : has > most ? 0
				      : 100 * (most + 1 - has) / (most + 1 - few));
}

/* Takes from all grams of all owners those that many have. */
static void often_weigh(Often *often, const Numbers *each, size_t owners)
{
	size_t end;

	often->weight = memory_new(each->count + 1);
	for (size_t i = 0; i < each->count; i = end) {
		for (end = i; end < each->count && each->list[end] == each->list[i];)
			end++;

		uint8_t weight = weight_of(end - i, owners);

		if (weight < 100) {
			often->weight[often->all.count] = weight;
			numbers_add(&often->all, each->list[i]);
		}
		if (weight == 0)
			numbers_add(&often->most, each->list[i]);
	}
}

void often_find(Often *often, const Alike *all, int set, int lab)
{
	AlikeKind kind = all->sets[set].kind;
	Numbers each = {0};
	size_t owners = 0;

	*often = (Often){.all = {0}};
	if (kind == ALIKE_SOLUTION || kind == ALIKE_PUBLIC)
		return;
	for (int i = 0; i < all->text_count; i++) {
		const AlikeText *text = &all->texts[i];

		if (text->lab != lab || all->owners[text->owner].set != set)
			continue;
		owners += text->owns > 0;
		for (size_t k = 0; k < text->has_count; k++)
			numbers_add(&each, text->has[k]);
	}
	if (each.count > 0)
		qsort(each.list, each.count, sizeof *each.list, number_order);
	often_weigh(often, &each, owners);
	numbers_release(&each);
}

void often_release(Often *often)
{
	numbers_release(&often->all);
	numbers_release(&often->most);
	free(often->weight);
	*often = (Often){.all = {0}};
}

static int gram_weight(const Often *often, uint64_t gram)
{
	size_t at;

	return !numbers_find(&often->all, gram, &at) ? 100 : often->weight[at];
}

/* --- two texts -------------------------------------------------------------------------------- */

typedef struct Side {
	size_t own, common;
	size_t score; /* the sum of weights of what is common */
} Side;

void text_weigh(AlikeText *text, const Often *often)
{
	for (size_t i = 0; i < text->count; i++)
		text->weight[i] =
			text->gram[i] == 0 ? 0 : (uint8_t)gram_weight(often, text->gram[i]);
}

/* A common token weighs as much as the rarest common gram that it is in. */
static Side side_measure(const AlikeText *text, const AlikeText *other)
{
	const Numbers has = {other->has, other->has_count, 0};
	uint8_t weight[ALIKE_GRAM] = {0}; /* of the tokens from i on, in a ring */
	size_t obvious = 0;               /* tokens before it are in a gram that most have */
	Side side = {0, 0, 0};

	for (size_t i = 0; i < text->count; i++) {
		uint8_t its = text->weight[i];

		if (text->gram[i] != 0 && its == 0)
			obvious = i + ALIKE_GRAM;
		else if (its > 0 && numbers_has(&has, text->gram[i]))
			for (size_t k = 0; k < ALIKE_GRAM; k++)
				weight[k] = weight[k] < its ? its : weight[k];

		uint8_t of_token = text->own[i] ? weight[i % ALIKE_GRAM] : 0;

		weight[i % ALIKE_GRAM] = 0; /* the place of the token behind the ring */
		side.common += of_token > 0;
		side.own += of_token > 0 || (text->own[i] && i >= obvious);
		side.score += of_token;
	}
	return side;
}

AlikeShare share_of(const AlikeText *a, const AlikeText *b)
{
	const Side side[2] = {side_measure(a, b), side_measure(b, a)};
	AlikeShare s = {{side[0].own, side[1].own}, {side[0].common, side[1].common}, -1, -1};

	for (int i = 0; i < 2 && s.own[0] >= ALIKE_LEAST && s.own[1] >= ALIKE_LEAST; i++) {
		int share = (int)(100 * side[i].common / side[i].own);
		int score = (int)(side[i].score / side[i].own);

		s.share = share > s.share ? share : s.share;
		s.score = score > s.score ? score : s.score;
	}
	return s;
}

bool share_is_pair(const AlikeShare *share)
{
	return share->score >= ALIKE_SHARE || share->share >= ALIKE_SAME;
}
