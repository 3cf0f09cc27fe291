/* object_look.c - opens what has to be read, has a process apart read it, and checks its answer. */
#include "grader/compile/object_look.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/text.h"
#include "grader/compile/object_facts.h"
#include "grader/probe/apart.h"
#include "grader/setup/kit_copy.h"

#define SECONDS 10

static void say(ObjectLook *look, const LabChecks *lab, int line, const char *what)
{
	char at[16] = "";

	if (line > 0)
		snprintf(at, sizeof at, ":%d", line);
	snprintf(look->where, sizeof look->where, "%s%s%s", lab->name, lab_ending(lab), at);
	text_format(look->message, sizeof look->message, "%s: %s", look->where, what);
}

/* --- what was answered, which may be forged --------------------------------------------------- */

static int line_check(int line)
{
	return line > 0 ? line : 0;
}

static void use_check(SymbolUse *use)
{
	use->symbol[sizeof use->symbol - 1] = '\0';
	use->line = line_check(use->line);
}

static void facts_check(CheckFacts *facts)
{
	facts->line = line_check(facts->line);
	use_check(&facts->forbidden);
	use_check(&facts->detour);
}

static void answer_take(ObjectAnswer *answer, const LabChecks *lab, ObjectLook *look)
{
	char clean[sizeof answer->fault.text];

	if (answer->fault.found) {
		text_clean(clean, sizeof clean, answer->fault.text,
			   strnlen(answer->fault.text, sizeof answer->fault.text));
		look->outcome = OBJECT_REFUSED;
		say(look, lab, line_check(answer->fault.line), clean);
		return;
	}
	memcpy(look->facts, answer->facts, sizeof look->facts);
	for (int i = 0; i < lab->count; i++)
		facts_check(&look->facts[i]);
}

/* --- what is read ----------------------------------------------------------------------------- */

static int file_open(const char *path)
{
	return open(path, O_RDONLY | O_CLOEXEC);
}

static void files_close(const int *files)
{
	for (int i = 0; i < LOOK_FILES; i++)
		if (files[i] >= 0)
			close(files[i]);
}

/* Opens the kit's own; the lab's is there. -1 when one is missing. */
static int files_open(const Options *o, const LabChecks *lab, int *files)
{
	int bad = 0;

	for (int i = 0; i < LOOK_FILES; i++) {
		char *path;

		if (i == LAB_FILE)
			continue;
		if (i < LIBRARY_FILE)
			path = kit_drive(o->build, i == DRIVE_FILE ? lab : NULL, i - DRIVE_FILE);
		else
			path = text_new("%s/%s", o->build, lint_libraries[i - LIBRARY_FILE].file);
		files[i] = file_open(path);
		bad |= files[i] < 0;
		free(path);
	}
	return bad ? -1 : 0;
}

/* Asks; APART_DONE with the answer, which is to be freed. */
static ApartEnd answer_ask(const Options *o, const LabChecks *lab, const char *box,
			   const int *files, ObjectAnswer **answer, char *why, size_t why_size)
{
	const ObjectQuestion question = {
		.lab = lab,
		.instrumented = options_are_instrumented(o),
	};
	Apart apart = {
		.tier = o->tier,
		.box = box,
		.body = object_answer,
		.about = &question,
		.count = LOOK_FILES,
		.seconds = SECONDS,
		.answer_max = sizeof(ObjectAnswer),
	};
	void *bytes;
	size_t count;
	ApartEnd end;

	memcpy(apart.files, files, sizeof *files * LOOK_FILES);
	end = apart_run(&apart, &bytes, &count, why, why_size);
	if (end == APART_DONE && count != sizeof **answer) {
		text_format(why, why_size, "cannot be read");
		end = APART_BROKEN;
	}
	if (end != APART_DONE) {
		free(bytes);
		bytes = NULL;
	}
	*answer = bytes;
	return end;
}

/* Whether the same look at an object of the kit's own comes to its end. A process that fails there
 * too would have failed with any lab. */
static bool control_works(const Options *o, const LabChecks *lab, const char *box, const int *files)
{
	ObjectAnswer *answer;
	int control[LOOK_FILES];
	char why[8];

	memcpy(control, files, sizeof control);
	control[LAB_FILE] = files[DRIVE_FILE];
	bool works = answer_ask(o, lab, box, control, &answer, why, sizeof why) == APART_DONE;

	free(answer);
	return works;
}

static void files_look(const Options *o, const LabChecks *lab, const char *box, const int *files,
		       ObjectLook *look)
{
	ObjectAnswer *answer = NULL;
	char why[200], line[240];
	ApartEnd end = files[LAB_FILE] < 0
			       ? APART_BROKEN
			       : answer_ask(o, lab, box, files, &answer, why, sizeof why);

	if (files[LAB_FILE] < 0)
		text_format(why, sizeof why, "cannot be read");
	if (end == APART_DONE) {
		answer_take(answer, lab, look);
	} else if (end == APART_FAULT) {
		look->outcome = OBJECT_FAULT;
		say(look, lab, 0, why);
	} else if (!control_works(o, lab, box, files)) {
		look->outcome = OBJECT_FAULT;
		say(look, lab, 0, "the kit's own objects cannot be read");
	} else {
		look->outcome = OBJECT_REFUSED;
		text_format(line, sizeof line, "its compiled form %s", why);
		say(look, lab, 0, line);
	}
	free(answer);
}

void object_look(const Options *o, const LabChecks *lab, const char *box, const char *object,
		 ObjectLook *look)
{
	int files[LOOK_FILES];

	memset(look, 0, sizeof *look);
	if (files_open(o, lab, files) < 0) {
		look->outcome = OBJECT_FAULT;
		say(look, lab, 0, "the kit's own objects cannot be read");
	}
	files[LAB_FILE] = file_open(object);
	if (look->outcome == OBJECT_ALLOWED)
		files_look(o, lab, box, files, look);
	files_close(files);
}
