/* program_look.c - opens the program and the kit's own objects, has a process apart read them, and checks its answer. */
#include "grader/compile/program_look.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/text.h"
#include "grader/compile/program_policy.h"
#include "grader/probe/apart.h"
#include "grader/setup/kit_copy.h"

#define SECONDS 10

static void say(ObjectLook *look, const LabChecks *lab, const char *what)
{
	text_format(look->where, sizeof look->where, "%s%s", lab->name, lab_ending(lab));
	text_format(look->message, sizeof look->message, "%s: %s", look->where, what);
}

/* -1 when one of them is missing. */
static int files_open(const Options *o, const LabChecks *lab, const char *program, int *files)
{
	int bad;

	files[PROGRAM_FILE] = open(program, O_RDONLY | O_CLOEXEC);
	bad = files[PROGRAM_FILE] < 0;
	for (int i = 0; i < LINT_DRIVES; i++) {
		char *path = kit_drive(o->build, i == 0 ? lab : NULL, i);

		files[PROGRAM_DRIVES + i] = open(path, O_RDONLY | O_CLOEXEC);
		bad |= files[PROGRAM_DRIVES + i] < 0;
		free(path);
	}
	return bad ? -1 : 0;
}

/* What was answered may be forged. */
static void answer_take(Fault *fault, const LabChecks *lab, ObjectLook *look)
{
	char clean[sizeof fault->text], what[sizeof clean + 80];

	if (!fault->found)
		return;
	text_clean(clean, sizeof clean, fault->text, strnlen(fault->text, sizeof fault->text));
	text_format(what, sizeof what, "the program that is made of it %s; take out what brings it",
		    clean);
	look->outcome = OBJECT_REFUSED;
	say(look, lab, what);
}

static void files_look(const Options *o, const LabChecks *lab, const char *box, const int *files,
		       ObjectLook *look)
{
	const ProgramQuestion question = {
		.kernels = lab->is_cuda,
		.instrumented = options_are_instrumented(o),
	};
	Apart apart = {
		.tier = o->tier,
		.box = box,
		.body = program_answer,
		.about = &question,
		.count = PROGRAM_FILES,
		.seconds = SECONDS,
		.answer_max = sizeof(Fault),
	};
	void *bytes;
	size_t count;
	char why[200], what[240];
	ApartEnd end;

	memcpy(apart.files, files, sizeof *files * PROGRAM_FILES);
	end = apart_run(&apart, &bytes, &count, why, sizeof why);
	if (end == APART_DONE && count == sizeof(Fault)) {
		answer_take(bytes, lab, look);
	} else if (end == APART_FAULT) {
		look->outcome = OBJECT_FAULT;
		say(look, lab, why);
	} else {
		look->outcome = OBJECT_REFUSED;
		text_format(what, sizeof what, "the program that is made of it %s",
			    end == APART_DONE ? "cannot be read" : why);
		say(look, lab, what);
	}
	free(bytes);
}

void program_look(const Options *o, const LabChecks *lab, const char *box, const char *program,
		  ObjectLook *look)
{
	int files[PROGRAM_FILES];

	memset(look, 0, sizeof *look);
	if (files_open(o, lab, program, files) < 0) {
		look->outcome = OBJECT_FAULT;
		say(look, lab, "the program, or the kit's own objects, cannot be read");
	} else {
		files_look(o, lab, box, files, look);
	}
	for (int i = 0; i < PROGRAM_FILES; i++)
		if (files[i] >= 0)
			close(files[i]);
}
