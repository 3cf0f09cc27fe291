/* debug.c - judges once to learn which run fails, and once more with gdb in that run. */
#include "grader/grade/debug.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/base/wrap.h"
#include "grader/compile/compile.h"
#include "grader/grade/report.h"
#include "grader/judge/judge_state.h"
#include "grader/setup/registry.h"

/* Whether a program of that name is in one of the folders that the run's PATH will have. */
static int is_installed(const char *program)
{
	static const char *const folders[] = {"/usr/bin", "/bin"};
	int found = 0;

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		char *path = text_new("%s/%s", folders[i], program);

		found |= access(path, X_OK) == 0;
		free(path);
	}
	return found;
}

/* Later flags win, so what one steps through is what was written. */
static int lab_build(const Options *o, const LabChecks *lab, CompileResult *result)
{
	char plain[] = "-O0";
	Options unoptimised = *o;
	int count = 0;

	while (o->cflags[count])
		count++;
	unoptimised.cflags = memory_new(((size_t)count + 2) * sizeof *unoptimised.cflags);
	memcpy(unoptimised.cflags, o->cflags, (size_t)count * sizeof *o->cflags);
	unoptimised.cflags[count] = plain;
	compile_lab(&unoptimised, lab, result);
	free(unoptimised.cflags);
	if (result->outcome == COMPILE_OK)
		return 0;
	fputs(result->diagnostics, stderr);
	refuse("%s: %s", lab->name, result->message);
	return -1;
}

static void judge_once(Judge *judge, const Options *o, const LabChecks *lab, const Check *check,
		       const CheckFacts *facts, int attended)
{
	if (!judge_begin(judge, o, lab, check, facts))
		return;
	judge->attended = attended;
	judge_decide(judge);
}

/* Prints it within the width of the terminal, and frees it. */
static void text_print(char *text)
{
	wrap_print(stdout, wrap_width(), 0, "", text);
	free(text);
}

/* A pass has no message of its own. */
static void verdict_print(const Judge *judge, const Check *check)
{
	const Verdict *v = &judge->verdict;
	char line[REPORT_MESSAGE_MAX], head[32];

	if (v->kind == VERDICT_PASS && v->message[0] == '\0') {
		printf("pass: nothing is wrong in its runs (%d of them); another SEED draws other "
		       "inputs\n",
		       judge->started);
		return;
	}
	snprintf(head, sizeof head, "%s: ", verdict_name(v->kind));
	report_message(check, v, line, sizeof line);
	printf("%s", head);
	wrap_print(stdout, wrap_width(), (int)strlen(head), "      ", line);
}

int debug_check(const Options *o)
{
	static Judge judge;
	static CompileResult build;
	const LabChecks *lab = registry_lab_of(o->check);
	const Check *check = lab->checks;

	while (strcmp(check->id, o->check) != 0)
		check++;
	if (!is_installed("gdb")) {
		refuse("gdb is not installed (Debian: gdb)");
		return -1;
	}
	if (lab_build(o, lab, &build) < 0)
		return -1;
	const CheckFacts *facts = &build.facts[check - lab->checks];

	judge_once(&judge, o, lab, check, facts, 0);
	printf("%s  %s\n", check->id, check->title);
	verdict_print(&judge, check);
	if (judge.started == 0) {
		printf("Nothing was run, so there is nothing to look at in gdb.\n");
		return 0;
	}

	int attended = judge.verdict.kind == VERDICT_PASS ? 1 : judge.started;

	text_print(text_new(
		"Run %d of this check, under gdb, stopped where %s begins. next: one line on; "
		"step: into a call; print x: the value of x; continue: go on; backtrace: "
		"where am I; quit: leave.",
		attended, check->function));
	if (lab->is_cuda)
		text_print(text_new(
			"gdb sees the host's code. In a kernel printf() tells what a thread has: "
			"if (threadIdx.x == 0) printf(...)."));
	if (judge.second_call)
		text_print(text_new("The first call is right, and the second is not: continue "
				    "brings you there."));
	fflush(stdout);
	judge_once(&judge, o, lab, check, facts, attended);
	return 0;
}
