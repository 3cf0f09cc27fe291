/* test_alike.c - which submissions are alike: each step against the same worked out the long way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grader/base/text.h"
#include "grader/report/alike/blocks.h"
#include "grader/report/alike/clusters.h"
#include "grader/report/alike/pairs.h"
#include "grader/report/alike/text.h"
#include "grader/report/alike/ties.h"

static const Numbers nothing;
static const Often nobody;

static uint64_t draw(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 33;
}

/* --- texts made of numbers -------------------------------------------------------------------- */

#define LONGEST 400

/* A text of one function whose tokens are those shapes. */
static AlikeText text_of(int owner, int lab, const uint32_t *shapes, size_t count,
			 const Numbers *starter)
{
	AlikeToken list[LONGEST];
	AlikeText text;

	for (size_t i = 0; i < count; i++)
		list[i] = (AlikeToken){shapes[i], (uint32_t)i + 1, 0, 0};
	text_make(&text, owner, lab, &(AlikeTokens){list, count, false, false}, starter);
	text_weigh(&text, &nobody);
	return text;
}

static void shapes_draw(uint32_t *shapes, size_t count, uint32_t kinds, uint64_t *seed)
{
	for (size_t i = 0; i < count; i++)
		shapes[i] = 100 + (uint32_t)draw(seed) % kinds;
}

/* Whether token i of a is in a row of ALIKE_GRAM that b has too: by comparing all rows. */
static bool is_covered(const uint32_t *a, size_t count, size_t i, const uint32_t *b, size_t others)
{
	size_t first = i + 1 < ALIKE_GRAM ? 0 : i + 1 - ALIKE_GRAM;

	for (; first <= i && first + ALIKE_GRAM <= count; first++)
		for (size_t k = 0; k + ALIKE_GRAM <= others; k++)
			if (memcmp(a + first, b + k, ALIKE_GRAM * sizeof *a) == 0)
				return true;
	return false;
}

/* Two texts with pieces of each other. */
static size_t piece_copy(uint32_t *a, uint32_t *b, size_t count, uint64_t *seed)
{
	size_t length = draw(seed) % (count / 2);

	memcpy(b + draw(seed) % (count - length), a + draw(seed) % (count - length),
	       length * sizeof *a);
	return length;
}

static void test_share(void **state)
{
	uint64_t seed = 7;

	(void)state;
	for (int round = 0; round < 200; round++) {
		uint32_t a[LONGEST], b[LONGEST];
		size_t count = 100 + draw(&seed) % (LONGEST - 100), covered[2] = {0, 0};

		shapes_draw(a, count, 2 + round % 40, &seed);
		shapes_draw(b, count, 2 + round % 40, &seed);
		piece_copy(a, b, count, &seed);

		AlikeText x = text_of(0, 1, a, count, &nothing),
			  y = text_of(1, 1, b, count, &nothing);
		AlikeShare share = share_of(&x, &y);

		for (size_t i = 0; i < count; i++) {
			covered[0] += is_covered(a, count, i, b, count);
			covered[1] += is_covered(b, count, i, a, count);
		}
		assert_int_equal(share.own[0], count);
		assert_int_equal(share.common[0], covered[0]);
		assert_int_equal(share.common[1], covered[1]);
		assert_int_equal(share.share,
				 100 * (covered[0] > covered[1] ? covered[0] : covered[1]) / count);
		assert_int_equal(share.score, share.share); /* nobody else has any of it */
		text_release(&x);
		text_release(&y);
	}
}

/* What the starter has is nobody's own, and a function with little else neither. */
static void test_starter(void **state)
{
	uint64_t seed = 11;

	(void)state;
	for (int round = 0; round < 100; round++) {
		uint32_t given[LONGEST], a[LONGEST];
		size_t count = 150, owns = 0;
		Numbers starter = {0};
		AlikeToken list[LONGEST];

		shapes_draw(given, count, 30, &seed);
		shapes_draw(a, count, 30, &seed);
		piece_copy(given, a, count, &seed);
		for (size_t i = 0; i < count; i++)
			list[i] = (AlikeToken){given[i], 1, 0, 0};
		starter_add(&starter, &(AlikeTokens){list, count, false, false});
		numbers_sort(&starter);

		AlikeText text = text_of(0, 1, a, count, &starter);

		for (size_t i = 0; i < count; i++)
			owns += !is_covered(a, count, i, given, count);
		owns = owns < ALIKE_SHORT ? 0 : owns;
		assert_int_equal(text.owns, owns);
		text_release(&text);
		numbers_release(&starter);
	}
}

/* The promise of winnowing: whoever shares a run of GRAM + WINDOW - 1 tokens shares a fingerprint. */
static void test_fingerprints(void **state)
{
	const size_t run = ALIKE_GRAM + ALIKE_WINDOW - 1;
	uint64_t seed = 3;
	size_t prints = 0, grams = 0;

	(void)state;
	for (int round = 0; round < 300; round++) {
		uint32_t a[LONGEST], b[LONGEST];
		Numbers one, other;
		bool meets = false;

		shapes_draw(a, 200, 50, &seed);
		shapes_draw(b, 200, 50, &seed);
		memcpy(b + draw(&seed) % (200 - run), a + draw(&seed) % (200 - run),
		       run * sizeof *a);

		AlikeText x = text_of(0, 1, a, 200, &nothing), y = text_of(1, 1, b, 200, &nothing);

		text_fingerprints(&x, &nothing, &one);
		text_fingerprints(&y, &nothing, &other);
		for (size_t i = 0; i < one.count; i++)
			meets = meets || numbers_has(&other, one.list[i]);
		assert_true(meets);
		prints += one.count;
		grams += x.has_count;
		text_release(&x);
		text_release(&y);
		numbers_release(&one);
		numbers_release(&other);
	}
	assert_true(prints * 3 < grams); /* and far fewer are kept than there are */
}

/* Blocks are the same on both sides, and cover what is covered. */
static void test_blocks(void **state)
{
	uint64_t seed = 5;

	(void)state;
	for (int round = 0; round < 100; round++) {
		uint32_t a[LONGEST], b[LONGEST];
		AlikeBlocks blocks;

		shapes_draw(a, 300, 40, &seed);
		shapes_draw(b, 300, 40, &seed);
		piece_copy(a, b, 300, &seed);
		piece_copy(a, b, 300, &seed);

		AlikeText x = text_of(0, 1, a, 300, &nothing), y = text_of(1, 1, b, 300, &nothing);
		bool in[LONGEST] = {false};

		blocks_find(&blocks, &x, &y);
		for (int i = 0; i < blocks.count; i++) {
			const AlikeBlock *block = &blocks.list[i];

			assert_memory_equal(a + block->a, b + block->b, block->count * sizeof *a);
			assert_true(block->count >= ALIKE_GRAM);
			for (size_t k = block->a; k < block->a + block->count; k++) {
				assert_false(in[k]);
				in[k] = true;
			}
		}
		for (size_t i = 0; i < 300; i++)
			if (in[i])
				assert_true(is_covered(a, 300, i, b, 300));
		blocks_release(&blocks);
		text_release(&x);
		text_release(&y);
	}
}

/* --- classes ---------------------------------------------------------------------------------- */

static void owner_put(Alike *all, int set, const uint32_t *shapes, size_t count)
{
	int owner = alike_owner_add(all, set, -1, text_new("%d", all->owner_count), NULL);

	all->texts = list_grown(all->texts, all->text_count, sizeof *all->texts);
	all->texts[all->text_count++] = text_of(owner, 1, shapes, count, &nothing);
}

static bool has_edge(const AlikeEdges *edges, int a, int b)
{
	for (int i = 0; i < edges->count; i++)
		if (edges->list[i].a == a && edges->list[i].b == b)
			return true;
	return false;
}

/* 60 students, of whom the first 10 have one text with a few changes, and all the same piece: exactly the 10 are pairs.
 * Then 40 of them have the solution: they are found by it, though what they have is what most have. */
static void test_class(void **state)
{
	uint64_t seed = 9;
	uint32_t copied[LONGEST], obvious[LONGEST], solution[LONGEST];
	int of;

	(void)state;
	shapes_draw(copied, 250, 60, &seed);
	shapes_draw(obvious, 100, 60, &seed);
	shapes_draw(solution, 250, 60, &seed);
	for (int with = 0; with <= 40; with += 40) {
		Alike all = {.sets = NULL};
		AlikeEdges edges;
		AlikeClusters clusters;

		alike_set_add(&all, ALIKE_CLASS, "");
		alike_set_add(&all, ALIKE_SOLUTION, "");
		for (int i = 0; i < 60; i++) {
			uint32_t own[LONGEST];

			shapes_draw(own, 250, 60, &seed);
			memcpy(own,
			       i >= 60 - with ? solution
			       : i < 10       ? copied
					      : own,
			       sizeof *own * 250);
			own[draw(&seed) % 250] = 7;
			memcpy(own + 250, obvious, sizeof *own * 100);
			owner_put(&all, 0, own, 350);
		}
		owner_put(&all, 1, solution, 250);
		alike_sort(&all);
		edges_find(&edges, &all);
		for (int a = 0; a < 60 - with; a++)
			for (int b = a + 1; b < 60 - with; b++)
				assert_int_equal(has_edge(&edges, a, b), b < 10);
		for (int a = 0; a < 60; a++)
			assert_int_equal(has_edge(&edges, a, 60), a >= 60 - with);
		clusters_find(&clusters, &all, &edges);
		assert_int_equal(clusters.count, with == 0 ? 1 : 2);
		assert_int_equal(clusters.list[0].of_class, with == 0 ? 10 : 40);
		assert_int_equal(solutions_count(&all, &edges, &of), with);
		assert_int_equal(of, 60);
		clusters_release(&clusters);
		edges_release(&edges);
		alike_release(&all);
	}
}

static int taken;

static void pair_take(int first, int second, void *context)
{
	const Alike *all = context;

	assert_int_equal(all->texts[first].owner + 1, all->texts[second].owner);
	taken++;
}

/* A ring of any size is tied together, with work that grows as it does: pairs i, i + 1 of a chain in which each shares
 * half of its text with the next, and one part of it with everybody. */
static void test_index(void **state)
{
	uint64_t seed = 13;
	uint32_t pieces[101][120], whole[240];
	Alike all = {.sets = NULL};

	(void)state;
	alike_set_add(&all, ALIKE_CLASS, "");
	for (int i = 0; i <= 100; i++)
		shapes_draw(pieces[i], 120, 1000, &seed);
	for (int i = 0; i < 100; i++) {
		memcpy(whole, pieces[i], sizeof pieces[i]);
		memcpy(whole + 120, pieces[i + 1], sizeof pieces[i]);
		owner_put(&all, 0, whole, 240);
	}
	alike_sort(&all);
	pairs_find(&all, 0, 1, &nothing, pair_take, &all);
	assert_int_equal(taken, 99);
	alike_release(&all);
}

/* --- clusters --------------------------------------------------------------------------------- */

/* Union-find against reachability, worked out by squaring the matrix until nothing is new. */
static void test_roots(void **state)
{
	uint64_t seed = 17;

	(void)state;
	for (int round = 0; round < 200; round++) {
		enum { N = 24 };
		Alike all = {.owner_count = N};
		AlikeEdge list[N];
		bool ties[N], reach[N][N] = {{false}};
		AlikeEdges edges = {list, (int)(draw(&seed) % N), 0, 0};

		for (int i = 0; i < N; i++)
			reach[i][i] = true;
		for (int i = 0; i < edges.count; i++) {
			list[i] = (AlikeEdge){
				(int)draw(&seed) % N, (int)draw(&seed) % N, 1, 70, 70, 100};
			ties[i] = draw(&seed) % 4 > 0;
			if (ties[i])
				reach[list[i].a][list[i].b] = reach[list[i].b][list[i].a] = true;
		}
		for (int k = 0; k < N; k++)
			for (int i = 0; i < N; i++)
				for (int j = 0; j < N; j++)
					reach[i][j] = reach[i][j] || (reach[i][k] && reach[k][j]);

		int *root = roots_find(&all, &edges, ties);

		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++)
				assert_int_equal(root[i] == root[j], reach[i][j]);
		free(root);
	}
}

/* Two groups of 12 in which all are alike, and a row of 24 chances that leads from one to the other. */
static void test_ties(void **state)
{
	Alike all = {.sets = NULL};
	AlikeEdges edges = {.list = NULL};

	(void)state;
	alike_set_add(&all, ALIKE_CLASS, "");
	for (int i = 0; i < 48; i++)
		alike_owner_add(&all, 0, i, text_new("%d", i), NULL);
	for (int a = 0; a < 48; a++)
		for (int b = a + 1; b < 48; b++) {
			bool dense = a / 12 == b / 12 && a / 12 % 3 == 0, row = b == a + 1;

			if (!dense && !row)
				continue;
			edges.list = list_grown(edges.list, edges.count, sizeof *edges.list);
			edges.list[edges.count++] =
				(AlikeEdge){a, b, 1, dense ? 85 : 62, dense ? 85 : 62, 99};
		}

	AlikeClusters clusters;

	clusters_find(&clusters, &all, &edges);
	assert_int_equal(clusters.count, 2);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(clusters.list[i].count, 12);
		assert_int_equal(clusters.list[i].edge_count, 66);
		assert_int_equal(clusters.list[i].members[11] - clusters.list[i].members[0], 11);
	}
	clusters_release(&clusters);
	edges_release(&edges);
	alike_release(&all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {

		cmocka_unit_test(test_share),        cmocka_unit_test(test_starter),
		cmocka_unit_test(test_fingerprints), cmocka_unit_test(test_blocks),
		cmocka_unit_test(test_class),        cmocka_unit_test(test_index),
		cmocka_unit_test(test_roots),        cmocka_unit_test(test_ties),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
