/* search.c - a pattern search after Hooke and Jeeves (Journal of the ACM 8, 1961), with a few
 * slanted directions besides those of the parameters alone: a loss of absolute values has sharp
 * valleys that lie askew, in which no step along an axis leads on. The directions come from a fixed
 * generator, so the search is the same on every run. */
#include <stdint.h>

#include "framework/simcuda/tools/calibrate/calibrate.h"

#define SMALLEST 1e-5 /* of the first step */
#define ROUNDS   4000
#define MOST     8  /* parameters */
#define SLANTED  16 /* directions tried where the straight ones fail */

typedef struct Search {
	const Param *param;
	int count;
	double (*loss)(void *context);
	void *context;
	double least;
	uint32_t seed;
} Search;

static void move_to(const Search *search, const double *point)
{
	for (int i = 0; i < search->count; i++) {
		const Param *param = &search->param[i];
		*param->value = point[i] < param->least  ? param->least
				: point[i] > param->most ? param->most
							 : point[i];
	}
}

static void read_point(const Search *search, double *point)
{
	for (int i = 0; i < search->count; i++)
		point[i] = *search->param[i].value;
}

/* Goes to the point if the loss is less there; else stays at `here`. */
static bool try_point(Search *search, const double *here, const double *point)
{
	move_to(search, point);
	double loss = search->loss(search->context);
	if (loss < search->least) {
		search->least = loss;
		return true;
	}
	move_to(search, here);
	return false;
}

/* Steps along each parameter alone, up or down. */
static bool explore(Search *search, double scale)
{
	bool moved = false;
	for (int i = 0; i < search->count; i++)
		for (int sign = 1; sign >= -1; sign -= 2) {
			double here[MOST], there[MOST];
			read_point(search, here);
			read_point(search, there);
			there[i] += sign * scale * search->param[i].step;
			if (try_point(search, here, there)) {
				moved = true;
				break;
			}
		}
	return moved;
}

/* From -1 to 1. */
static double draw(Search *search)
{
	search->seed = search->seed * UINT32_C(1664525) + UINT32_C(1013904223);
	return (double)(search->seed >> 8) / (1 << 23) - 1;
}

/* Steps along directions between the axes, until one helps. */
static bool explore_slanted(Search *search, double scale)
{
	for (int try = 0; try < SLANTED; try++) {
		double here[MOST], there[MOST];
		read_point(search, here);
		for (int i = 0; i < search->count; i++)
			there[i] = here[i] + draw(search) * scale * search->param[i].step;
		if (try_point(search, here, there))
			return true;
	}
	return false;
}

/* Goes on in the direction from `before` to here, along a valley that lies askew, while it helps.
 */
static void follow(Search *search, const double *before)
{
	double here[MOST], ahead[MOST];
	read_point(search, here);
	for (double stride = 1;; stride *= 2) {
		for (int i = 0; i < search->count; i++)
			ahead[i] = here[i] + stride * (here[i] - before[i]);
		if (!try_point(search, here, ahead))
			return;
		read_point(search, here);
	}
}

double search(const Param *param, int count, double (*loss)(void *context), void *context)
{
	Search search = {param, count, loss, context, loss(context), 1};
	double scale = 1, before[MOST];
	for (int round = 0; round < ROUNDS && scale > SMALLEST; round++) {
		read_point(&search, before);
		if (explore(&search, scale) || explore_slanted(&search, scale))
			follow(&search, before);
		else
			scale /= 2;
	}
	return search.least;
}
