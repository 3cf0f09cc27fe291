/* record.c - what the machine's record says of the steps of lab 6: which products and norms were computed, on what, and
 * where the clock was read. What is wrong with an honest answer has been said before. */
#include "grader/labs/common/launched.h"
#include "grader/labs/lab6/judge.h"
#include "grader/labs/lab6/work.h"

/* --- 6.2, 6.3 --------------------------------------------------------------------------------- */

/* cuBLAS takes b first, then a. */
enum { OF_B, OF_A, OF_C };

void judge_products_made(Judge *j, Run *r, const char *at, const Products *p, int steps,
			 int besides)
{
	const Launched made = launched_of(j, r, false);
	const double flops = 2.0 * p->n * p->k * p->m;
	const RunLaunched *first = NULL;
	int products = 0, norms = 0, others = 0;
	for (int i = 0; i < made.count; i++) {
		const RunLaunched *k = &made.list[i];
		if (!launched_flops(k, flops)) {
			others++;
			norms += k->operand[0].bytes >= 4.0 * p->n * p->m && k->flops < flops;
			judge_that_for(
				j, k->flops < flops, "record-differs",
				"%s: by the machine's record kernel %d was larger than a step", at,
				i + 1);
			continue;
		}
		judge_that_for(j, !besides || !first || others <= besides, "steps-too-slow",
			       "%s: %d kernels were queued behind the product of step %d; wanted "
			       "its norm and one more at most",
			       at, others, products - 1);
		first = first ? first : k;
		others = 0;
		uint64_t a =
			(uint64_t)(products % p->factors) * 4 * (uint64_t)p->n * (uint64_t)p->k;
		judge_that_for(j,
			       k->operand[OF_A].address == first->operand[OF_A].address + a &&
				       k->operand[OF_B].address == first->operand[OF_B].address &&
				       k->operand[OF_C].address == first->operand[OF_C].address,
			       "record-differs",
			       "%s: by the machine's record product %d was not that of step %d", at,
			       products + 1, products);
		products++;
	}
	judge_that_for(j, !made.list || products == steps, "record-differs",
		       "%s: by the machine's record there were %d products, wanted %d", at,
		       products, steps);
	judge_that_for(j, !made.list || norms >= steps, "record-differs",
		       "%s: by the machine's record %d norms of a product were computed, wanted %d",
		       at, norms, steps);
}

/* --- 6.4 -------------------------------------------------------------------------------------- */

typedef struct Steps {
	Launched made;  /* a product and its norm, in turn */
	Launched asked; /* how much time lay between two events */
	int pairs, steps;
} Steps;

/* The slow way has every norm come to one place, the fast one to the place behind the one before. */
static bool pair_is_fast(const Steps *s, int pair)
{
	const RunLaunched *norm = s->made.list + 1;
	uint64_t own = norm[2 * pair].operand[1].address;
	return (pair + 1 < s->pairs && norm[2 * (pair + 1)].operand[1].address == own + 4) ||
	       (pair > 0 && norm[2 * (pair - 1)].operand[1].address == own - 4);
}

/* Behind which pair the first call of that way ends. */
static int first_call_end(const Steps *s, bool fast)
{
	int done = 0, pair = 0;
	for (; pair < s->pairs && done < s->steps; pair++)
		done += pair_is_fast(s, pair) == fast;
	return pair;
}

/* Whether the time between two events was asked for that has a later call of that way in it. */
static bool way_between_events(const Steps *s, bool fast, int from)
{
	for (int a = 0; a < s->asked.count; a++) {
		int within = 0;
		bool alone = true;
		for (int pair = 0; pair < s->pairs; pair++) {
			const RunLaunched *of = &s->made.list[2 * pair];
			bool in = of[1].end <= s->asked.list[a].end &&
				  of[0].start >= s->asked.list[a].start;
			within += in && pair >= from && pair_is_fast(s, pair) == fast;
			alone = alone && (!in || pair >= from);
		}
		if (alone && within >= s->steps)
			return true;
	}
	return false;
}

/* Whether the clock was read on an idle GPU before and behind one or more calls of that way, but not its first; or the
 * time between two events tells of them. */
static bool way_measured(const Steps *s, bool fast)
{
	int done = 0;
	const int from = first_call_end(s, fast);
	bool before = false, found = way_between_events(s, fast, from);
	for (int pair = from; pair < s->pairs; pair++) {
		if (pair_is_fast(s, pair) != fast) {
			before = false;
			continue;
		}
		if (done % s->steps == 0)
			before = before || launched_read(&s->made, 2 * pair);
		done++;
		found = found ||
			(before && done % s->steps == 0 && launched_read(&s->made, 2 * (pair + 1)));
	}
	return found;
}

void judge_ways_made(Judge *j, Run *r, const WaysMade *w)
{
	const Steps s = {launched_of(j, r, false), launched_of(j, r, true),
			 (int)(w->slow + w->fast) * w->steps, w->steps};
	if (!s.made.list || !s.asked.list || !judge_is_simulated(j))
		return;
	for (int i = 0; i < s.made.count; i++) {
		const RunLaunched *k = &s.made.list[i];
		judge_that_for(j,
			       i % 2 ? k->operand[0].bytes >= 4.0 * w->count &&
					       k->operand[0].bytes <= 4.0 * w->count
				     : launched_flops(k, 2.0 * w->side * w->side * w->side),
			       "record-differs",
			       "%s: by the machine's record kernel %d was none of a way's", w->at,
			       i + 1);
	}
	judge_that_for(j, s.made.count == 2 * s.pairs, "record-differs",
		       "%s: by the machine's record there were %d kernels, wanted the %d of %lld "
		       "calls",
		       w->at, s.made.count, 2 * s.pairs, (long long)(w->slow + w->fast));
	for (int fast = 0; fast < 2; fast++)
		judge_that_for(j, way_measured(&s, fast), "record-differs",
			       "%s: by the machine's record the clock was not read on an idle GPU "
			       "before and behind a later call than the first of the %s way",
			       w->at, fast ? "fast" : "slow");
}
