/* kit_parts.c - the list of what programs read, and where they see it. */
#include "grader/setup/kit_parts.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/setup/hidden.h"
#include "grader/setup/kit_copy.h"
#include "grader/setup/registry.h"

const char *kit_seen_build(const Options *o)
{
	return o->copy ? o->copy : o->build;
}

const char *kit_seen_root(const Options *o)
{
	return o->copy ? o->copy : o->root;
}

/* --- the parts -------------------------------------------------------------------------------- */

static void part_add(Parts *parts, char *from, char *to, int headers)
{
	if (parts->count == PARTS_MAX) { /* whoever misses the file says so */
		free(from);
		free(to);
		return;
	}
	parts->list[parts->count++] = (Part){from, to, headers};
}

void parts_free(Parts *parts)
{
	for (int i = 0; i < parts->count; i++) {
		free(parts->list[i].from);
		free(parts->list[i].to);
	}
	parts->count = 0;
}

char *kit_drive(const char *build, const LabChecks *lab, int part)
{
	static const char *const shared[DRIVE_PARTS] = {NULL, "drive", "heap"};

	if (part == 0)
		return text_new("%s/obj/grader/student/lab%d_drive.o", build, lab->number);
	return text_new("%s/obj/grader/drive/%s.o", build, shared[part]);
}

char *kit_seen_drive(const Options *o, const LabChecks *lab, int part)
{
	return kit_drive(kit_seen_build(o), lab, part);
}

static char *hidden_copy(const char *copy, const LabChecks *lab)
{
	return text_new("%s/hidden/lab%d_drive.o", copy, lab->number);
}

char *kit_seen_framework(const Options *o, const Check *check)
{
	if (!check->forbidden)
		return text_new("%s/lib", kit_seen_build(o));
	if (check->hidden && !o->copy)
		return text_new("%s/absent/%s", o->hidden, check->id);
	return text_new("%s/%sabsent/%s", kit_seen_build(o), check->hidden ? "hidden/" : "",
			check->id);
}

char *kit_seen_hidden(const Options *o, const LabChecks *lab)
{
	char *path = hidden_drive(o, lab);

	if (!path || !o->copy)
		return path;
	free(path);
	return hidden_copy(o->copy, lab);
}

const char *word_below(const Options *o, const char *word)
{
	size_t length = strlen(o->root);

	if (strncmp(word, "-I", 2) == 0 || strncmp(word, "-L", 2) == 0)
		word += 2;
	return strncmp(word, o->root, length) == 0 && word[length] == '/' ? word + length : NULL;
}

static void parts_add_words(Parts *parts, const Options *o, char *const *words, const char *copy)
{
	for (; *words; words++) {
		const char *below = word_below(o, *words);

		if (below)
			part_add(parts, text_new("%s%s", o->root, below),
				 text_new("%s%s", copy, below), strncmp(*words, "-L", 2) != 0);
	}
}

void parts_list(Parts *parts, const Options *o, const char *copy)
{
	static const char *const built[] = {"lib", "absent", "simcuda", "simcuda-remote"};

	parts->count = 0;
	for (size_t i = 0; i < sizeof built / sizeof *built; i++)
		part_add(parts, text_new("%s/%s", o->build, built[i]),
			 text_new("%s/%s", copy, built[i]), 0);
	if (o->hidden)
		part_add(parts, text_new("%s/absent", o->hidden),
			 text_new("%s/hidden/absent", copy), 0);
	for (int i = 1; i < DRIVE_PARTS; i++)
		part_add(parts, kit_drive(o->build, NULL, i), kit_drive(copy, NULL, i), 0);
	for (int i = 0; i < registry_count(); i++) {
		const LabChecks *lab = registry_at(i);
		char *hidden = hidden_drive(o, lab);

		part_add(parts, kit_drive(o->build, lab, 0), kit_drive(copy, lab, 0), 0);
		if (hidden)
			part_add(parts, hidden, hidden_copy(copy, lab), 0);
	}
	parts_add_words(parts, o, o->cflags, copy);
	parts_add_words(parts, o, o->ldflags, copy);
}

/* --- walking over a part ---------------------------------------------------------------------- */

static bool is_header(const FTSENT *entry)
{
	const char *dot = strrchr(entry->fts_name, '.');

	return dot && (strcmp(dot, ".h") == 0 || strcmp(dot, ".hpp") == 0);
}

int part_walk(const Part *part, int (*visit)(const Part *, const FTSENT *))
{
	char *const paths[] = {part->from, NULL};
	FTS *walk = fts_open(paths, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, NULL);
	const FTSENT *entry;
	int bad = !walk;

	while (!bad && (entry = fts_read(walk))) {
		int is_file = entry->fts_info == FTS_F || entry->fts_info == FTS_SL;

		if (entry->fts_info == FTS_DP || (is_file && part->headers && !is_header(entry)) ||
		    (entry->fts_info == FTS_NS && entry->fts_errno == ENOENT))
			continue;
		bad = visit(part, entry) < 0;
	}
	if (walk)
		fts_close(walk);
	return bad ? -1 : 0;
}
