/* similar_texts.c - takes in what is compared. What students wrote is read in the sandbox, many texts in one process; the
 * kit's own starters and solutions here. */
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/compile/copy_in.h"
#include "grader/report/alike/text.h"
#include "grader/report/alike/tokens.h"
#include "grader/report/class/similar.h"
#include "grader/report/data/graded.h"
#include "grader/setup/registry.h"

#define BATCH 256 /* texts that are read in one process */

/* Texts that wait to be read. */
typedef struct Batch {
	AlikeSource sources[BATCH];
	int owner[BATCH], lab[BATCH], count;
} Batch;

/* The file, with blanks for what would end it early; NULL: there is none. To be freed. */
static char *file_text(int folder, const char *name)
{
	size_t bytes = 0;
	char *text = file_load(folder, name, COPY_IN_MAX, &bytes), *whole;

	if (!text)
		return NULL;
	whole = memory_new(bytes + 1);
	for (size_t i = 0; i < bytes; i++)
		whole[i] = text[i] == '\0' ? ' ' : text[i];
	free(text);
	return whole;
}

static char *lab_text(const char *folder, const LabChecks *lab)
{
	char *path = text_new("%s/%s%s", folder, lab->name, lab_ending(lab));
	char *text = file_text(AT_FDCWD, path);

	free(path);
	return text;
}

static AlikeSource source_of(const LabChecks *lab, const char *text)
{
	return (AlikeSource){.text = text, .is_cuda = strcmp(lab_ending(lab), ".cu") == 0};
}

static void text_add(Similar *s, int owner, int lab, const AlikeTokens *tokens)
{
	s->all.texts = list_grown(s->all.texts, s->all.text_count, sizeof *s->all.texts);
	text_make(&s->all.texts[s->all.text_count++], owner, lab, tokens, &s->starters[lab]);
}

/* --- what students wrote ---------------------------------------------------------------------- */

static int batch_end(Similar *s, Batch *batch)
{
	int bad = alike_tokens_read(batch->sources, batch->count, &s->names, s->tier, s->box,
				    s->why, sizeof s->why) < 0;

	for (int i = 0; i < batch->count; i++) {
		if (batch->sources[i].tokens.broken)
			similar_note(s, "Lab %d of %s could not be read.", batch->lab[i],
				     s->all.owners[batch->owner[i]].name);
		else if (!bad && batch->sources[i].tokens.in_doubt)
			similar_note(s,
				     "Much of lab %d of %s hangs on names or on macros that lead "
				     "far: the "
				     "compiler may read another text than was compared. Read it.",
				     batch->lab[i], s->all.owners[batch->owner[i]].name);
		if (!batch->sources[i].tokens.broken && !bad)
			text_add(s, batch->owner[i], batch->lab[i], &batch->sources[i].tokens);
		alike_tokens_release(&batch->sources[i].tokens);
		free((char *)batch->sources[i].text);
	}
	if (!bad)
		s->why[0] = '\0'; /* of a text that broke its reader */
	batch->count = 0;
	return bad ? -1 : 0;
}

/* Takes over the text. */
static int batch_add(Similar *s, Batch *batch, int owner, int lab, char *text)
{
	batch->owner[batch->count] = owner;
	batch->lab[batch->count] = lab;
	batch->sources[batch->count++] = source_of(registry_lab(lab), text);
	return batch->count < BATCH ? 0 : batch_end(s, batch);
}

static bool is_lab(int number)
{
	return number > 0 && number < ALIKE_LABS && registry_lab(number);
}

static json_t *details_load(const Similar *s, int student)
{
	const char *key = s->data->students[student].key;
	char *path;
	json_t *details;

	if (!key)
		return NULL;
	path = text_new("%s/students/%s/details.json", s->data->folder, key);
	details = json_file_load(path, 0);
	free(path);
	return details;
}

static int student_load(Similar *s, Batch *batch, int student)
{
	json_t *details = details_load(s, student);
	const json_t *labs = json_object_get(details, "labs");
	int owner = -1, bad = 0;

	for (size_t i = 0; !bad && i < json_array_size(labs); i++) {
		const json_t *lab = json_array_get(labs, i);
		int number = lab_number(text_of(lab, "lab"));

		if (!is_lab(number) || *text_of(lab, "source") == '\0')
			continue;
		if (owner < 0)
			owner = alike_owner_add(&s->all, 0, student,
						text_new("%s", s->data->students[student].name),
						NULL);
		bad = batch_add(s, batch, owner, number, text_new("%s", text_of(lab, "source")));
	}
	json_decref(details);
	return bad ? -1 : 0;
}

int similar_owner_load(Similar *s, int set, char *name, char *folder)
{
	static Batch batch; /* too large for some stacks */
	int owner = alike_owner_add(&s->all, set, -1, name, folder), bad = 0;

	for (int i = 0; !bad && i < registry_count(); i++) {
		int number = lab_number(registry_at(i)->name);
		char *text = is_lab(number) ? lab_text(folder, registry_at(i)) : NULL;

		if (text)
			bad = batch_add(s, &batch, owner, number, text);
	}
	return batch_end(s, &batch) < 0 || bad ? -1 : 0;
}

/* --- what is the kit's ------------------------------------------------------------------------ */

static void starter_load(Similar *s, const LabChecks *lab)
{
	char *folder = text_new("%s/grader/stubs", s->asked->kit);
	char *text = lab_text(folder, lab);
	int number = lab_number(lab->name);
	AlikeSource source = source_of(lab, text);
	AlikeTokens tokens;

	if (text && is_lab(number)) {
		alike_tokens_make(&tokens, &s->names, &source);
		starter_add(&s->starters[number], &tokens);
		numbers_sort(&s->starters[number]);
		alike_tokens_release(&tokens);
	}
	free(text);
	free(folder);
}

static void solutions_load(Similar *s)
{
	char *folder = text_new("%s/solutions", s->asked->kit);
	int set = alike_set_add(&s->all, ALIKE_SOLUTION, "the published solutions");
	int owner = alike_owner_add(&s->all, set, -1, text_new("the published solutions"), folder);

	for (int i = 0; i < registry_count(); i++) {
		char *text = lab_text(folder, registry_at(i));
		AlikeSource source = source_of(registry_at(i), text);
		AlikeTokens tokens;

		if (text && is_lab(lab_number(registry_at(i)->name))) {
			alike_tokens_make(&tokens, &s->names, &source);
			text_add(s, owner, lab_number(registry_at(i)->name), &tokens);
			alike_tokens_release(&tokens);
		}
		free(text);
	}
}

int similar_texts_load(Similar *s)
{
	static Batch batch;
	int bad = 0;

	names_load(&s->names, s->asked->kit);
	for (int i = 0; i < registry_count(); i++)
		starter_load(s, registry_at(i));
	alike_set_add(&s->all, ALIKE_CLASS, "the class");
	for (int i = 0; !bad && i < s->data->student_count; i++)
		bad = student_load(s, &batch, i) < 0;
	if (batch_end(s, &batch) < 0 || bad)
		return -1;
	solutions_load(s);
	return 0;
}

char *similar_source(const Similar *s, int owner, int lab)
{
	const AlikeOwner *o = &s->all.owners[owner];
	char *text = o->folder ? lab_text(o->folder, registry_lab(lab)) : NULL;
	json_t *details = o->folder ? NULL : details_load(s, o->student);
	const json_t *labs = json_object_get(details, "labs");

	for (size_t i = 0; !text && i < json_array_size(labs); i++)
		if (lab_number(text_of(json_array_get(labs, i), "lab")) == lab)
			text = text_new("%s", text_of(json_array_get(labs, i), "source"));
	json_decref(details);
	return !text ? text_new("%s", "") : text;
}

void similar_note(Similar *s, const char *format, ...)
{
	char line[600];
	va_list arguments;

	va_start(arguments, format);
	int length = vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);

	char *note = text_new("%s%s%s", s->note, *s->note == '\0' || length < 0 ? "" : " ",
			      length < 0 ? "" : line);

	free(s->note);
	s->note = note;
}
