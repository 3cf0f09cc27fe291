/* report.c - prints the report. Colours on a terminal only, and not where NO_COLOR is set.
 *
 * --quick leaves out the lines of the checks that passed and all that is not news while one is
 * working on a lab. */
#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hardware.h"
#include "text.h"

#define INDENT           "                  "
#define OUTPUT_LINES_MAX 12
#define DIAGNOSTICS_MAX  60

static const char *const words[] = {"pass", "FAIL", "todo", "skip", "unsure", "ERROR"};
static const char *const colours[] = {"32", "31", "33", "36", "36", "35"};

static int colours_wanted(void)
{
	const char *no = getenv("NO_COLOR");

	return isatty(STDOUT_FILENO) && (no == NULL || *no == '\0');
}

/* Prints whole lines of untrusted text, at most `most` of them, each behind `prefix`. */
static void lines_print(const char *prefix, const char *text, size_t count, int most, int cut)
{
	for (int i = 0; count > 0; i++) {
		const char *newline = memchr(text, '\n', count);
		size_t length = newline == NULL ? count : (size_t)(newline - text);
		char clean[240];

		if (i == most) {
			cut = 1;
			break;
		}
		text_clean(clean, sizeof clean, text, length);
		printf("%s%s\n", prefix, clean);
		length += newline != NULL;
		text += length;
		count -= length;
	}
	if (cut)
		printf("%s... (more was printed)\n", prefix);
}

void report_lab(const Options *o, const LabResult *lab)
{
	if (o->hint)
		return;
	printf("%s   gpu: ", lab->lab->name);
	if (o->gpu == GPU_SIM)
		printf("simulated %s", o->machine);
	else if (o->gpu == GPU_CUDA)
		printf("cuda, %d here", hardware_gpus());
	else
		printf("none");
	printf("   seed %u\n", o->seed);
	lines_print("  | ", lab->build.diagnostics, lab->build.diagnostics_bytes, DIAGNOSTICS_MAX,
		    lab->build.cut);
	fflush(stdout);
}

/* The command that repeats this check alone. */
static void again_print(const Options *o, const LabResult *lab, const CheckResult *result)
{
	int own = strcmp(o->submission, "labs") == 0;

	printf(INDENT "again: make %s LAB=%d CHECK=%s SEED=%u", own ? "check" : "grade",
	       lab->lab->number, result->check->id, o->seed);
	if (o->gpu != GPU_SIM)
		printf(" GPU=%s", gpu_kind_name(o->gpu));
	if (strcmp(o->machine, "2xa100") != 0)
		printf(" MACHINE=%s", o->machine);
	if (!own)
		printf(strchr(o->submission, ' ') ? " SUBMISSION='%s'" : " SUBMISSION=%s",
		       o->submission);
	printf("\n");
}

/* A message that does not say whose it is gets the function's name in front. */
static void message_print(const CheckResult *result)
{
	const Check *check = result->check;
	const Verdict *v = &result->verdict;

	if (v->kind == VERDICT_FAIL && strstr(v->message, check->function) == NULL &&
	    strncmp(v->message, "does not ", 9) != 0)
		printf("%s: ", check->function);
	printf("%s", v->message[0] != '\0' ? v->message : check->title);
	if (v->kind != VERDICT_PASS && v->where[0] != '\0' && v->message[0] != '\0')
		printf("   %s", v->where);
	printf("\n");
}

void report_check(const Options *o, const LabResult *lab, const CheckResult *result)
{
	const Verdict *v = &result->verdict;
	int colour = colours_wanted(), failed = v->kind == VERDICT_FAIL;

	if (o->hint || (o->quick && v->kind == VERDICT_PASS && o->check == NULL))
		return;
	if (colour)
		printf("  \033[%sm%-5s\033[0m", colours[v->kind], words[v->kind]);
	else
		printf("  %-5s", words[v->kind]);
	printf(" %-4s ", result->check->id);
	if (verdict_is_judged(v->kind))
		printf("%g/%g  ", v->kind == VERDICT_PASS ? result->check->points : 0.0,
		       result->check->points);
	else
		printf("-/%g  ", result->check->points);
	message_print(result);
	if (failed || o->check != NULL)
		lines_print(INDENT "| ", v->output, v->output_bytes, OUTPUT_LINES_MAX, v->cut);
	if (result->hint[0] != '\0' && lab->build.outcome == BUILD_OK)
		printf(INDENT "hint: %s\n", result->hint);
	if (failed && lab->build.outcome == BUILD_OK)
		again_print(o, lab, result);
	fflush(stdout);
}

static void counts_print(const Marks *marks)
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
	printf("\n");
}

void report_lab_end(const Options *o, const LabResult *lab)
{
	Marks marks = marks_of_lab(lab);

	if (o->hint || (lab->count < 2 && o->check != NULL))
		return;
	printf("  %g of %g points: ", marks.score, marks.max_score);
	counts_print(&marks);
}

void report_totals(const Grade *grade, const char *results)
{
	const Options *o = grade->options;
	Marks marks = marks_of_grade(grade);

	if (o->hint || o->quick)
		return;
	printf("total  %g of %g points: ", marks.score, marks.max_score);
	counts_print(&marks);
	if (strncmp(results, o->root, strlen(o->root)) == 0 && results[strlen(o->root)] == '/')
		results += strlen(o->root) + 1;
	printf("       %s\n", results);
	if (o->gpu != GPU_CUDA && hardware_gpus() > 0)
		printf("       this machine has an NVIDIA driver: GPU=cuda runs on real GPUs\n");
}
