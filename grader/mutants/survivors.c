/* survivors.c - reads the reviewed list line by line. */
#include "grader/mutants/survivors.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"

static int fail(const char *path, int line, const char *wanted)
{
	fprintf(stderr, "usegpu: %s:%d: wanted %s\n", path, line, wanted);
	return -1;
}

/* "3.7  operand", or "lab 3  operand" for a helper. */
static int head_read(Survivors *all, const char *text, int line)
{
	Survivor s = {.line = line};
	int used = 0, number;

	if (sscanf(text, "lab %d %15[a-z] %n", &s.lab, s.op, &used) == 2)
		strcpy(s.exercise, "helper");
	else if (sscanf(text, "%d.%d %15[a-z] %n", &s.lab, &number, s.op, &used) != 3 ||
		 sscanf(text, "%15s", s.exercise) != 1)
		return -1;
	if (text[used] != '\0')
		return -1;
	all->list = list_grown(all->list, all->count, sizeof s);
	all->list[all->count++] = s;
	return 0;
}

/* "    was  text": gives the text to the latest entry, a reason to all that have none yet. */
static const char *part_read(Survivors *all, const char *text)
{
	Survivor *last = all->count > 0 ? &all->list[all->count - 1] : NULL;
	const char *what = text + strspn(text, " \t"), *rest = what + strcspn(what, " \t");

	rest += strspn(rest, " \t");
	if (!last || last->why || *rest == '\0')
		return "\"3.7  operator\" before this line";
	if (strncmp(what, "was ", 4) == 0 && !last->was)
		return last->was = text_new("%s", rest), NULL;
	if (strncmp(what, "is ", 3) == 0 && last->was && !last->is)
		return last->is = text_new("%s", rest), NULL;
	int is_equal = strncmp(what, "equal ", 6) == 0,
	    is_chance = strncmp(what, "chance ", 7) == 0;

	if ((!is_equal && !is_chance && strncmp(what, "accept ", 7) != 0) || !last->is)
		return "was, is, and equal, accept or chance, in this order";
	for (int i = all->count - 1; i >= 0 && !all->list[i].why; i--) {
		all->list[i].is_equal = is_equal;
		all->list[i].is_chance = is_chance;
		all->list[i].why = text_new("%s", rest);
	}
	return NULL;
}

static int line_read(Survivors *all, const char *path, char *text, int line)
{
	const char *wanted;

	text[strcspn(text, "\n")] = '\0';
	if (text[0] == '#' || text[strspn(text, " \t")] == '\0')
		return 0;
	if (text[0] == ' ' || text[0] == '\t') {
		wanted = part_read(all, text);
		return !wanted ? 0 : fail(path, line, wanted);
	}
	if (all->count > 0 && !all->list[all->count - 1].is)
		return fail(path, line, "was and is of the entry above");
	if (head_read(all, text, line) < 0)
		return fail(path, line, "\"3.7  operator\" or \"lab 3  operator\"");
	return 0;
}

int survivors_read(Survivors *all, const char *path)
{
	FILE *file = fopen(path, "re");
	char *text = NULL;
	size_t room = 0;
	int line = 0, bad = 0;

	*all = (Survivors){.list = NULL};
	if (!file) {
		fprintf(stderr, "usegpu: %s: %s; wanted the reviewed list\n", path,
			strerror(errno));
		return -1;
	}
	while (!bad && getline(&text, &room, file) >= 0)
		bad = line_read(all, path, text, ++line);
	if (!bad && all->count > 0 && !all->list[all->count - 1].why)
		bad = fail(path, line, "equal, accept or chance, and a reason, of the last entry");
	free(text);
	fclose(file);
	return bad;
}

void survivors_free(Survivors *all)
{
	for (int i = 0; i < all->count; i++) {
		free(all->list[i].was);
		free(all->list[i].is);
		free(all->list[i].why);
	}
	free(all->list);
	*all = (Survivors){.list = NULL};
}

static int survivor_says(const Survivor *s, int lab, const char *exercise, const char *op,
			 const char *was, const char *is)
{
	return s->lab == lab && strcmp(s->exercise, exercise) == 0 && strcmp(s->op, op) == 0 &&
	       strcmp(s->was, was) == 0 && strcmp(s->is, is) == 0;
}

void survivors_note(Survivors *all, int lab, const char *exercise, const char *op, const char *was,
		    const char *is, int is_tried)
{
	for (int i = 0; i < all->count; i++) {
		if (survivor_says(&all->list[i], lab, exercise, op, was, is)) {
			all->list[i].mutants++;
			all->list[i].tried += is_tried;
		}
	}
}

Survivor *survivors_find(const Survivors *all, int lab, const char *exercise, const char *op,
			 const char *was, const char *is)
{
	for (int i = 0; i < all->count; i++) {
		Survivor *s = &all->list[i];

		if (!s->claimed && survivor_says(s, lab, exercise, op, was, is))
			return s;
	}
	return NULL;
}

void survivor_print(FILE *out, int lab, const char *exercise, const char *op, const char *was,
		    const char *is)
{
	if (strcmp(exercise, "helper") == 0)
		fprintf(out, "lab %d", lab);
	else
		fprintf(out, "%s", exercise);
	fprintf(out, "  %s\n    was  %s\n    is   %s\n", op, was, is);
}

int survivors_judge(const Survivors *all, int lab, const char *check, const char *file)
{
	int bad = 0;

	for (int i = 0; i < all->count; i++) {
		const Survivor *s = &all->list[i];

		if (s->lab != lab || s->claimed || s->tried < s->mutants ||
		    (check && strcmp(check, s->exercise) != 0))
			continue;
		if (s->is_chance && s->mutants > 0)
			continue; /* caught this time */
		printf("%s: %s: line %d of the list speaks for %s\n", file,
		       s->mutants > 0 ? "CAUGHT" : "GONE", s->line,
		       s->mutants > 0 ? "a mutant that is caught now" : "no mutant");
		survivor_print(stdout, lab, s->exercise, s->op, s->was, s->is);
		bad++;
	}
	return bad;
}
