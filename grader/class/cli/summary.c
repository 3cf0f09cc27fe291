/* summary.c - prints a line for each submission or, on a terminal, only for those that need
 * attention; then the totals. Names are cleaned of control characters first. */
#include "grader/class/cli/summary.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/class/cli/table.h"
#include "grader/class/engine/engine.h"
#include "grader/class/run/section.h"

#define LINES_MAX 20 /* lines of one kind; the rest is only counted */
#define SLOWEST   5

#define NAME_COLUMNS 24

static const char *clean(const char *name)
{
	static char text[200];

	text_clean(text, sizeof text, name, strlen(name));
	return text;
}

static const char *many(int count)
{
	return count == 1 ? "" : "s";
}

static int state_count(const Class *class, State state)
{
	int count = 0;

	for (int i = 0; i < class->entries.count; i++)
		count += class->list[i].state == state;
	return count;
}

/* --- before ----------------------------------------------------------------------------------- */

static void strangers_tell(const Class *class)
{
	int count = 0, known = 0;

	if (class->roster.count == 0)
		return;
	for (int i = 0; i < class->entries.count; i++) {
		const Submission *s = &class->list[i];

		known += s->state != STATE_LEFT && s->entry->student >= 0;
		if (s->state == STATE_LEFT || s->state == STATE_APART || s->entry->student >= 0)
			continue;
		if (count++ >= LINES_MAX)
			continue;
		if (s->entry->doubt)
			printf("  %s: of %s? Graded as a student of its own; the roster's column "
			       "folder can tell\n",
			       s->entry->folder, clean(s->entry->doubt));
		else
			printf("  %s: nobody's in the roster; graded as a student of its own\n",
			       s->entry->folder);
	}
	if (count > LINES_MAX)
		printf("  and %d more that are nobody's in the roster\n", count - LINES_MAX);
	if (count > 1 && known == 0)
		puts("  nobody of the roster has handed in: is it the roster of this class? "
		     "ROSTER= takes another, make forget STUDENT= removes who is in it wrongly");
}

static void left_tell(const Class *class)
{
	int count = 0;

	for (int i = 0; i < class->entries.count; i++) {
		const Entry *entry = class->list[i].entry;

		if (!entry->left)
			continue;
		if (count++ < LINES_MAX) {
			printf("  %s: left alone: ", entry->folder);
			puts(clean(entry->left));
		}
	}
	if (count > LINES_MAX)
		printf("  and %d more are left alone\n", count - LINES_MAX);
}

/* A platform that marks files as late does not say when they came. */
static void late_tell(const Class *class)
{
	int count = 0;

	for (int i = 0; i < class->entries.count; i++)
		if (class->list[i].state != STATE_LEFT && class->list[i].entry->late &&
		    count++ < LINES_MAX)
			printf("%s%s", count > 1 ? ", " : "  the platform marks as late: ",
			       class->list[i].entry->folder);
	if (count > LINES_MAX)
		printf(" and %d more", count - LINES_MAX);
	if (count > 0)
		puts("\n  by how much it does not say: the roster's column submitted does, or make "
		     "override STUDENT=id SUBMITTED=time");
}

/* When a clone's commits were pushed is not in it, nor in files when they were given to a platform. */
static void undated_tell(const Class *class)
{
	const char *kind = NULL;
	int count = 0;

	for (int i = 0; i < class->entries.count; i++) {
		const Entry *entry = class->list[i].entry;

		if (!entry->undated || class->list[i].state == STATE_LEFT ||
		    entry->told.when[0] != '\0' ||
		    (entry->student >= 0 &&
		     *class->roster.students[entry->student].submitted != '\0'))
			continue;
		kind = entry->undated;
		count++;
	}
	if (count > 0)
		printf("  %s: %d; when they were handed in is not known, so none is late: the "
		       "roster's column submitted tells it\n",
		       kind, count);
}

static void seeds_tell(const Class *class)
{
	const char *first = NULL;
	bool differ = false, fresh = false;

	for (int i = 0; i < class->entries.count; i++) {
		if (class->list[i].state != STATE_TO_GRADE)
			continue;
		first = first ? first : class->list[i].seed;
		differ |= strcmp(class->list[i].seed, first) != 0;
		fresh |= strcmp(class->list[i].seed, class->fresh) == 0;
	}
	if (differ)
		printf("; each with its seed of last time, ");
	if (differ && fresh)
		printf("what is new with seed %s, ", class->fresh);
	if (differ)
		return;
	printf("; seed %s, ", !first ? class->seed : first);
}

void summary_begin(const Class *class)
{
	int all = class->entries.count - state_count(class, STATE_LEFT);
	int wanted = state_count(class, STATE_TO_GRADE);

	strangers_tell(class);
	left_tell(class);
	late_tell(class);
	undated_tell(class);
	printf("%s: %d submission%s, %d to grade", clean(class->options.submissions), all,
	       many(all), wanted);
	if (class->roster.count > 0)
		printf(", %d student%s in the roster", class->roster.count,
		       many(class->roster.count));
	if (wanted > 0)
		seeds_tell(class);
	if (wanted > 0 && class->options.engine == &engine_local)
		printf("%d at once", class->options.jobs);
	else if (wanted > 0 && class->options.tasks > 0)
		printf("%d at once in the cluster", class->options.tasks);
	else if (wanted > 0)
		printf("in the cluster");
	putchar('\n');
	fflush(stdout);
}

/* --- one -------------------------------------------------------------------------------------- */

static void why_tell(const Submission *s)
{
	printf("  %s: ", s->entry->folder);
	puts(clean(s->why));
}

void summary_submission(ProgressBar *bar, const Submission *s)
{
	if (s->state != STATE_GRADED) {
		progress_bar_clear(bar);
		printf("  %s: not graded: ", s->entry->folder);
		puts(clean(s->why));
	} else if (!bar->wanted) {
		int blanks = NAME_COLUMNS - text_columns(s->entry->folder);

		printf("  %s%*s %6.1f of %-6.1f %6.1f s\n", s->entry->folder,
		       blanks > 0 ? blanks : 0, "", s->score, s->max_score, s->total_s);
	}
	if (s->state == STATE_GRADED && s->why[0] != '\0') {
		progress_bar_clear(bar);
		why_tell(s);
	}
	progress_bar_step(bar, s->entry->folder);
	fflush(stdout);
}

/* --- after ------------------------------------------------------------------------------------ */

static int by_time(const void *a, const void *b)
{
	const Submission *const *x = a, *const *y = b;

	return ((*x)->total_s < (*y)->total_s) - ((*x)->total_s > (*y)->total_s);
}

static void slowest_tell(const Class *class, int graded)
{
	const Submission **sorted =
		memory_new((size_t) class->entries.count * sizeof(Submission *));
	int count = 0;

	for (int i = 0; i < class->entries.count; i++)
		if (class->list[i].state == STATE_GRADED)
			sorted[count++] = &class->list[i];
	if (count > 1 && graded == count) {
		qsort(sorted, (size_t)count, sizeof(Submission *), by_time);
		printf("slowest:");
		for (int i = 0; i < count && i < SLOWEST; i++)
			printf("%s %s %.1f s", i > 0 ? "," : "", sorted[i]->entry->folder,
			       sorted[i]->total_s);
		putchar('\n');
	}
	free(sorted);
}

/* How the workers' time divides into compiling, checking, and the rest. */
static void times_tell(const Class *class, double seconds)
{
	double compile = 0, check = 0, total = 0;
	int graded = 0, split = 0;

	for (int i = 0; i < class->entries.count; i++) {
		const Submission *s = &class->list[i];

		if (s->state != STATE_GRADED)
			continue;
		graded++;
		total += s->total_s;
		split += s->compile_s >= 0 && s->check_s >= 0;
		compile += s->compile_s > 0 ? s->compile_s : 0;
		check += s->check_s > 0 ? s->check_s : 0;
	}
	if (graded == 0)
		return;
	printf("time: %.1f s; the graders took %.1f s, %.1f s each", seconds, total,
	       total / graded);
	if (split == graded)
		printf(": %.0f %% compiling, %.0f %% checking", 100 * compile / total,
		       100 * check / total);
	putchar('\n');
	slowest_tell(class, graded);
}

/* Counts gradings by sandbox tier, as the nodes of a cluster may support different ones. */
static void tiers_tell(const Class *class)
{
	for (SandboxTier tier = SANDBOX_NONE; tier < SANDBOX_FULL; tier++) {
		int count = 0;

		for (int i = 0; i < class->entries.count; i++)
			count +=
				class->list[i].state == STATE_GRADED && class->list[i].tier == tier;
		if (count > 0)
			printf("isolation: %s for %d of the %d graded (docs/isolation.md)\n",
			       sandbox_tier_name(tier), count, state_count(class, STATE_GRADED));
	}
}

static void problems_tell(const Class *class)
{
	int count = 0;

	for (int i = 0; i < class->entries.count; i++) {
		const Submission *s = &class->list[i];

		if (s->state != STATE_REFUSED && s->state != STATE_FAILED)
			continue;
		if (count == 0)
			printf("no mark, a person has to look:\n");
		if (count++ < LINES_MAX)
			why_tell(s);
	}
	if (count > LINES_MAX)
		printf("  and %d more: make marks tells all\n", count - LINES_MAX);
}

/* Files that were made from another kit, as last year's, may have another task. */
static void other_tasks_tell(const Class *class)
{
	int count = 0;

	for (int i = 0; i < class->entries.count; i++) {
		const Submission *s = &class->list[i];

		if (s->state != STATE_GRADED || s->other_tasks[0] == '\0')
			continue;
		if (count == 0)
			printf("tasks that read otherwise than in this kit, as of an older one:\n");
		if (count++ < LINES_MAX)
			printf("  %s: %s\n", s->entry->folder, s->other_tasks);
	}
	if (count > LINES_MAX)
		printf("  and %d more\n", count - LINES_MAX);
}

/* Of the section, where one is graded. */
static int absent_count(const Class *class)
{
	int absent = 0;

	for (int i = 0; i < class->roster.count; i++)
		absent += section_has_student(class, i);
	for (int i = 0; i < class->entries.count; i++)
		absent -= class->entries.list[i].student >= 0 && section_has(&class->list[i]);
	return absent;
}

void summary_end(const Class *class, double seconds)
{
	int apart = state_count(class, STATE_APART);
	int bad = state_count(class, STATE_REFUSED) + state_count(class, STATE_FAILED);

	problems_tell(class);
	other_tasks_tell(class);
	times_tell(class, seconds);
	tiers_tell(class);
	printf("%d graded, %d unchanged, %d not graded", state_count(class, STATE_GRADED),
	       state_count(class, STATE_CURRENT), bad);
	if (class->roster.count > 0)
		printf(", %d absent", absent_count(class));
	if (apart > 0)
		printf(", %d of other sections left as they were", apart);
	printf("\nmarks: %s\n", clean(book_path(class->book)));
	if (class->options.report && !class->options.book)
		printf("page:  %s/class.html\n", clean(class->folder));
}
