/* report.c - prints the report. Colours on a terminal only, and not where NO_COLOR is set.
 *
 * --quick leaves out the lines of the checks that passed before and all that is not news while one is
 * working on a lab. */
#include "grader/grade/report.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/page_link.h"
#include "grader/base/text.h"
#include "grader/base/wrap.h"
#include "grader/compile/diagnostics.h"
#include "grader/gpu/gpu_detect.h"
#include "grader/grade/output_lines.h"
#include "grader/grade/progress.h"
#include "grader/setup/hidden.h"

#define INDENT           "                  "
#define OUTPUT_LINES_MAX 12
#define DIAGNOSTICS_MAX  60

static const char *const words[] = {"pass", "FAIL", "todo", "skip", "unsure", "ERROR"};
static const char *const colours[] = {"32", "31", "33", "36", "36", "35"};

static int colours_wanted(void)
{
	const char *no = getenv("NO_COLOR");

	return isatty(STDOUT_FILENO) && (!no || *no == '\0');
}

static void word_print(VerdictKind kind)
{
	if (colours_wanted())
		printf("  \033[%sm%-5s\033[0m", colours[kind], words[kind]);
	else
		printf("  %-5s", words[kind]);
}

static void diagnostics_print(const CompileResult *build)
{
	size_t bytes = build->diagnostics_bytes;
	char *text = text_new("%s", build->diagnostics);

	/* Warnings do not help before the errors are gone. Text with a NUL in it stays whole. */
	if (build->outcome == COMPILE_BROKEN && strlen(text) == bytes) {
		bytes = diagnostics_errors(text, bytes);
		output_lines_print("  | ", text, bytes, DIAGNOSTICS_MAX, build->cut, NULL);
	} else {
		output_lines_print("  | ", build->diagnostics, bytes, DIAGNOSTICS_MAX, build->cut,
				   NULL);
	}
	free(text);
}

/* A lab that could not be built has one fate: one line instead of one for each exercise. */
static void unbuilt_print(const LabResult *lab, VerdictKind kind)
{
	const CompileResult *build = &lab->build;
	double points = 0;
	char line[600];

	for (int i = 0; i < lab->count; i++)
		points += lab->checks[i].check->points;
	if (build->outcome == COMPILE_ABSENT) {
		snprintf(line, sizeof line, "%s: %d exercise%s todo, 0 of %g points",
			 build->message, lab->count, lab->count == 1 ? "" : "s", points);
		printf("  ");
		wrap_print(stdout, wrap_width(), 2, INDENT, line);
		return;
	}
	/* What was refused begins with the file's name. */
	snprintf(line, sizeof line, "%s%s%s%s (%d exercise%s, %g points)",
		 build->outcome == COMPILE_BROKEN  ? lab->lab->name
		 : build->outcome == COMPILE_FAULT ? "the build"
						   : "",
		 build->outcome == COMPILE_BROKEN ? lab_ending(lab->lab) : "",
		 build->outcome == COMPILE_BROKEN || build->outcome == COMPILE_FAULT ? ": " : "",
		 build->message, lab->count, lab->count == 1 ? "" : "s", points);
	word_print(kind);
	printf(" ");
	wrap_print(stdout, wrap_width(), 8, "        ", line);
}

/* Each check builds as many GPUs as it needs, of the model that was asked for. */
static void machine_print(const Options *o, const LabResult *lab)
{
	int most = 0;

	for (int i = 0; i < lab->count; i++)
		if (lab->checks[i].check->gpus > most)
			most = lab->checks[i].check->gpus;
	printf("simulated %s", o->machine);
	if (most == 0)
		printf(" (%s none)", lab->count == 1 ? "its check needs" : "its checks need");
	else if (most != atoi(o->machine))
		printf(" (checks get up to %dx%s)", most, o->model);
}

void report_lab(const Options *o, const LabResult *lab)
{
	if (o->hint || o->coverage)
		return;
	printf("%s   gpu: ", lab->lab->name);
	if (o->gpu == GPU_SIM)
		machine_print(o, lab);
	else if (o->gpu == GPU_CUDA)
		printf("cuda, %d here", gpu_usable());
	else
		printf("none");
	if (o->tier != SANDBOX_FULL)
		printf("   isolation: %s", sandbox_tier_name(o->tier));
	if (simulator_said(o))
		printf("   simulator: %s", simulator_said(o));
	printf("   seed %u\n", o->seed);
	diagnostics_print(&lab->build);
	fflush(stdout);
}

/* " HIDDEN=folder" for a hidden check, which is found only with it, else nothing; to be freed. That
 * folder is the one typed for make; what make hands on was built of it and lies elsewhere. */
static char *hidden_words(const Check *check)
{
	const char *typed = getenv("HIDDEN");
	char *folder = text_quote(typed && *typed != '\0' ? typed : "folder");
	char *words =
		text_new("%s%s", check->hidden ? " HIDDEN=" : "", check->hidden ? folder : "");

	free(folder);
	return words;
}

/* A command for this check with the same inputs: make WHAT CHECK=3.2 SEED=41 ... */
static void command_print(const Options *o, const char *what, const CheckResult *result)
{
	char *submission = text_quote(o->submission), *hidden = hidden_words(result->check);

	printf("make %s CHECK=%s SEED=%u", what, result->check->id, o->seed);
	if (o->gpu != GPU_SIM)
		printf(" GPU=%s", gpu_kind_name(o->gpu));
	if (strcmp(o->machine, "2xa100") != 0)
		printf(" MACHINE=%s", o->machine);
	if (strcmp(o->submission, "labs") != 0)
		printf(" SUBMISSION=%s", submission);
	printf("%s\n", hidden);
	free(hidden);
	free(submission);
}

/* The command that repeats this check alone; after a crash also the one that stops before it. */
static void again_print(const Options *o, const LabResult *lab, const CheckResult *result)
{
	char what[32];

	snprintf(what, sizeof what, "%s LAB=%d",
		 strcmp(o->submission, "labs") == 0 ? "check" : "grade", lab->lab->number);
	printf(INDENT "again: ");
	command_print(o, what, result);
	if (o->gpu == GPU_SIM && result->verdict.pictured) {
		printf(INDENT "see:   ");
		command_print(o, "see", result);
	}
	if (o->gpu != GPU_SIM || !strstr(result->verdict.message, " crashed ("))
		return;
	printf(INDENT "look:  ");
	command_print(o, "debug", result);
}

static void line_print(const char *line)
{
	if (line[0] == '\0')
		return;
	printf(INDENT);
	wrap_print(stdout, wrap_width(), (int)strlen(INDENT), INDENT, line);
}

void report_message(const Check *check, const Verdict *v, char *line, size_t size)
{
	const char *message = v->message[0] != '\0' ? v->message : check->title;
	int placed = v->kind != VERDICT_PASS && v->where[0] != '\0' && v->message[0] != '\0' &&
		     strstr(message, v->where) != message;
	int named = v->kind == VERDICT_FAIL && !strstr(message, check->function);
	bool stretch = v->kind == VERDICT_TODO && check->stretch;

	snprintf(line, size, "%s%s%s%s%s%s", placed ? v->where : "", placed ? "  " : "",
		 named ? check->function : "", named ? ": " : "", message,
		 stretch ? " (stretch)" : "");
}

static void message_print(const CheckResult *result, int column)
{
	char line[REPORT_MESSAGE_MAX];

	report_message(result->check, &result->verdict, line, sizeof line);
	wrap_print(stdout, wrap_width(), column, INDENT, line);
}

/* What helps with this failure: what is to be mended before, a hint, and the page that explains it, with its heading as it is there. */
static void help_print(const CheckResult *result)
{
	const Verdict *v = &result->verdict;
	const Check *first = result->rests_on;
	char line[400];

	if (first) {
		snprintf(line, sizeof line, "it calls %s, and %s does not pass: mend that first",
			 first->function, first->id);
		line_print(line);
	}
	if (v->hint[0] != '\0') {
		snprintf(line, sizeof line, "hint: %s", v->hint);
		printf(INDENT);
		wrap_print(stdout, wrap_width(), (int)strlen(INDENT), INDENT "      ", line);
	}
	if (v->page[0] != '\0') {
		snprintf(line, sizeof line, "see docs/%.*s, \"%s\"", (int)strcspn(v->page, "#"),
			 v->page, page_heading(v->page));
		printf(INDENT);
		wrap_print(stdout, wrap_width(), (int)strlen(INDENT), INDENT, line);
	}
}

/* A check of one lab that passes for the first time. */
static bool is_new(const Options *o, const LabResult *lab, const CheckResult *result)
{
	return o->lab != 0 && result->verdict.lesson[0] != '\0' &&
	       !progress_has_passed(o, lab->lab, result->check->id);
}

void report_check(const Options *o, const LabResult *lab, const CheckResult *result)
{
	const Verdict *v = &result->verdict;
	int failed = v->kind == VERDICT_FAIL, column;

	if (o->hint || o->coverage ||
	    (o->quick && v->kind == VERDICT_PASS && !o->check && !is_new(o, lab, result)))
		return;
	if (lab->build.outcome != COMPILE_OK) {
		if (result == &lab->checks[0])
			unbuilt_print(lab, v->kind);
		fflush(stdout);
		return;
	}
	word_print(v->kind);
	column = 7 + printf(" %-4s ", result->check->id);
	if (verdict_is_judged(v->kind))
		column += printf("%g/%g  ", verdict_points(v, result->check->points),
				 result->check->points);
	else
		column += printf("-/%g  ", result->check->points);
	message_print(result, column);
	line_print(v->measured);
	line_print(v->times);
	if (o->lab != 0) /* of nine labs it would be too much to read */
		line_print(v->lesson);
	if (failed || o->check)
		output_lines_print(INDENT "| ", v->output, v->output_bytes, OUTPUT_LINES_MAX,
				   v->cut, v);
	if (failed)
		help_print(result);
	if (failed)
		again_print(o, lab, result);
	fflush(stdout);
}

static void counts_print(const Marks *marks, const char *note)
{
	const char *between = "";

	for (int i = 0; i < 6; i++) {
		if (marks->of[i] == 0)
			continue;
		printf("%s%d %s", between, marks->of[i], words[i]);
		between = ", ";
	}
	if (marks->unjudged > 0)
		printf("; %g points unjudged", marks->unjudged);
	printf("%s\n", note);
}

/* The first exercise of the core, or of the stretch ones, that was judged and does not pass; NULL: none. */
static const CheckResult *open_find(const LabResult *lab, bool stretch)
{
	for (int i = 0; i < lab->count; i++)
		if (lab->checks[i].verdict.kind != VERDICT_PASS &&
		    lab->checks[i].verdict.kind != VERDICT_SKIP &&
		    lab->checks[i].check->stretch == stretch)
			return &lab->checks[i];
	return NULL;
}

/* What to do now: the core comes first. */
static void next_print(const LabResult *lab)
{
	const CheckResult *core = open_find(lab, false);
	const CheckResult *next = core ? core : open_find(lab, true);
	bool skipped = false;
	const char *word = !core && next && !lab->lab->is_beyond ? "core done; stretch" : "next";
	const LabChecks *after = NULL;

	for (int i = 0; i < lab->count; i++)
		skipped |= lab->checks[i].verdict.kind == VERDICT_SKIP;
	for (int i = registry_count() - 1; i >= 0; i--)
		if (registry_at(i)->number > lab->lab->number)
			after = registry_at(i);
	if (next && next->verdict.where[0] != '\0')
		printf("  %s: %s %s (%s)\n", word, next->check->id, next->check->function,
		       next->verdict.where);
	else if (next)
		printf("  %s: %s %s\n", word, next->check->id, next->check->function);
	else if (skipped)
		printf("  next: what was skipped, on simulated GPUs: make check LAB=%d\n",
		       lab->lab->number);
	else if (after)
		printf("  done; next: docs/lab%d.md and make check LAB=%d\n", after->number,
		       after->number);
	else
		printf("  done; that was the last lab\n");
}

/* Who has the whole lab right may compare; where the solutions are withheld there is no such file. */
static void solution_tell(const Options *o, const LabResult *lab, const Marks *marks)
{
	char *own = text_new("%s/solutions", o->root);
	char *file = text_new("%s/%s%s", own, lab->lab->name, lab_ending(lab->lab));

	if (o->lab != 0 && lab->count == lab->lab->count && marks->of[VERDICT_PASS] == lab->count &&
	    strcmp(own, o->submission_whole) != 0 && access(file, R_OK) == 0)
		printf("  compare with solutions/%s%s\n", lab->lab->name, lab_ending(lab->lab));
	free(file);
	free(own);
}

/* Checks that are not here, but that will count. */
static void hidden_tell(const Options *o, const LabChecks *lab)
{
	HiddenSum sum;

	if (hidden_sum(o, lab->number, &sum) == 0 && sum.checks > 0)
		printf("  hidden: %g point%s, graded by your instructor (%d check%s)\n", sum.points,
		       sum.points == 1 ? "" : "s", sum.checks, sum.checks == 1 ? "" : "s");
}

/* Who works on with the file of an older kit should know. */
static void other_tasks_tell(const LabResult *lab)
{
	char *ids = text_new("%s", ""), *line;

	for (int i = 0; i < lab->count; i++)
		if (lab->checks[i].other_task)
			ids = text_listed(ids, lab->checks[i].check->id);
	line = text_new(
		"  %s: the task reads otherwise in this kit, see grader/stubs/%s%s: was the "
		"file made from an older one?",
		ids, lab->lab->name, lab_ending(lab->lab));
	if (*ids != '\0')
		wrap_print(stdout, wrap_width(), 0, "  ", line);
	free(line);
	free(ids);
}

void report_lab_end(const Options *o, const LabResult *lab)
{
	Marks marks = marks_of_lab(lab);

	if (o->quick && lab->gained > 0) {
		printf(colours_wanted() ? "  \033[32m+%g point%s\033[0m\n" : "  +%g point%s\n",
		       lab->gained, lab->gained == 1 ? "" : "s");
	}
	if (o->hint || o->coverage || lab->build.outcome == COMPILE_ABSENT)
		return;
	other_tasks_tell(lab);
	if (lab->count < 2 && o->check)
		return;
	const bool unlisted =
		o->quick && !o->check && marks.of[VERDICT_PASS] > 0 && marks.score > lab->gained;

	printf("  %g of %g points: ", marks.score, marks.max_score);
	counts_print(&marks, unlisted ? " (what passed before is not listed)" : "");
	hidden_tell(o, lab->lab);
	solution_tell(o, lab, &marks);
	if (o->quick && o->lab != 0)
		next_print(lab);
}

static void changed_print(const KitDiff *changed)
{
	char names[600], line[620];

	if (changed->count == 0)
		return;
	kit_diff_text(changed, names, sizeof names);
	snprintf(line, sizeof line, "not used: %s", names);
	wrap_print(stdout, wrap_width(), 0, "          ", line);
}

/* The first check that failed and has hints of its own; NULL: none. */
static const CheckResult *hinted_find(const Grade *grade)
{
	for (int i = 0; i < grade->count; i++)
		for (int k = 0; k < grade->labs[i].count; k++) {
			const CheckResult *result = &grade->labs[i].checks[k];

			if (result->verdict.kind == VERDICT_FAIL && result->check->hints[0])
				return result;
		}
	return NULL;
}

/* Once, below all: what was said of each failure is about that failure alone. */
static void hints_tell(const Grade *grade)
{
	const CheckResult *failed = hinted_find(grade);
	char *hidden = !failed ? NULL : hidden_words(failed->check);

	if (failed)
		printf("make hint CHECK=%s%s gives hints on the exercise\n", failed->check->id,
		       hidden);
	free(hidden);
}

void report_totals(const Grade *grade, const char *results)
{
	const Options *o = grade->options;
	Marks marks = marks_of_grade(grade);

	if (o->hint || o->see)
		return;
	if (!o->quick || grade->count > 1) {
		changed_print(&grade->changed);
		printf("total  %g of %g points: ", marks.score, marks.max_score);
		counts_print(&marks, "");
	}
	if (o->quick) {
		hints_tell(grade);
		return;
	}
	if (strncmp(results, o->root, strlen(o->root)) == 0 && results[strlen(o->root)] == '/')
		results += strlen(o->root) + 1;

	char *shown = text_quote(results);

	printf("       %s\n", shown);
	free(shown);
	if (o->gpu != GPU_CUDA && gpu_detect() > 0)
		printf("       this machine has an NVIDIA driver: GPU=cuda runs on real GPUs\n");
	hints_tell(grade);
}
