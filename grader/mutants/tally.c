/* tally.c - adds up and tells. */
#include "grader/mutants/tally.h"

#include <stdio.h>

void tally_add(Tally *tally, const Tally *other)
{
	for (int i = 0; i < OUTCOMES; i++)
		tally->of[i] += other->of[i];
	tally->chosen += other->chosen;
	tally->equal += other->equal;
	tally->accepted += other->accepted;
	tally->unexpected += other->unexpected;
}

double tally_share(const Tally *t)
{
	int judged = t->of[OUTCOME_CAUGHT] + t->of[OUTCOME_SURVIVED] - t->equal;

	return judged == 0 ? 100.0 : 100.0 * t->of[OUTCOME_CAUGHT] / judged;
}

void tally_print(const Tally *t)
{
	int news = t->of[OUTCOME_SURVIVED] - t->equal - t->accepted;

	printf("%.1f %% of the mistakes caught: %d of %d; %d accepted, %d new", tally_share(t),
	       t->of[OUTCOME_CAUGHT], t->of[OUTCOME_CAUGHT] + t->accepted + news, t->accepted,
	       news);
	printf(" (besides: %d equal, %d the same code, %d do not compile)\n", t->equal,
	       t->of[OUTCOME_SAME], t->of[OUTCOME_BROKEN]);
	fflush(stdout);
}
