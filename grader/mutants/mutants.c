/* mutants.c - lets every operator look at every statement, and keeps what they find. */
#include "grader/mutants/mutants.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"

/* Two changes with the same text are equal when they are as short as they can be. */
static void mutant_shorten(const char *text, Mutant *m)
{
	size_t head = 0, tail = 0, length = strlen(m->text);

	while (m->begin + head < m->end && head < length && text[m->begin + head] == m->text[head])
		head++;
	while (tail < length - head && m->begin + head + tail < m->end &&
	       text[m->end - tail - 1] == m->text[length - tail - 1])
		tail++;
	m->begin += head;
	m->end -= tail;
	memmove(m->text, m->text + head, length - head - tail);
	m->text[length - head - tail] = '\0';
}

static bool mutant_is_new(const Mutants *all, const Mutant *m)
{
	if (m->begin == m->end && m->text[0] == '\0')
		return false;
	for (int i = 0; i < all->count; i++) {
		const Mutant *other = &all->mutants[i];

		if (other->begin == m->begin && other->end == m->end &&
		    strcmp(other->text, m->text) == 0)
			return false;
	}
	return true;
}

void mutant_add(Mutants *all, int first, int last, const char *format, ...)
{
	const Token *tokens = all->source->tokens;
	Mutant m = {.op = all->op,
		    .begin = tokens[first].begin,
		    .end = tokens[last].end,
		    .statement = all->statement};
	va_list arguments;

	va_start(arguments, format);
	if (vasprintf(&m.text, format, arguments) < 0)
		abort(); /* no memory: nothing of the user's is lost */
	va_end(arguments);
	mutant_shorten(all->source->text, &m);
	m.line = tokens[first].line;
	while (first < last && tokens[first].end <= m.begin)
		m.line = tokens[++first].line;
	if (!mutant_is_new(all, &m)) {
		free(m.text);
		return;
	}
	all->mutants = list_grown(all->mutants, all->count, sizeof m);
	all->mutants[all->count++] = m;
}

static int by_place(const void *a, const void *b)
{
	const Mutant *one = a, *other = b;

	if (one->statement != other->statement)
		return one->statement < other->statement ? -1 : 1;
	if (one->begin != other->begin)
		return one->begin < other->begin ? -1 : 1;
	if (one->end != other->end)
		return one->end < other->end ? -1 : 1;
	return strcmp(one->text, other->text);
}

void mutants_find(Mutants *all, const Source *source)
{
	static const Operator *const sets[] = {
		operators_of_calls,    operators_of_tokens,    operators_of_statements,
		operators_of_failures, operators_of_waste,     operators_of_subsets,
		operators_of_kernels,  operators_of_sometimes, NULL};

	*all = (Mutants){.source = source};
	for (int i = 0; i < source->statement_count; i++) {
		const Statement *s = &source->statements[i];

		all->statement = i;
		for (int k = 0; sets[k]; k++) {
			for (const Operator *o = sets[k]; o->name; o++) {
				all->op = o->name;
				o->look(all, s, s->first, s->last);
			}
		}
	}
	if (all->count > 0) /* each operator went over its statement by itself */
		qsort(all->mutants, (size_t)all->count, sizeof *all->mutants, by_place);
}

void mutants_free(Mutants *all)
{
	for (int i = 0; i < all->count; i++)
		free(all->mutants[i].text);
	free(all->mutants);
	memset(all, 0, sizeof *all);
}

const Region *mutant_region(const Source *source, const Mutant *m)
{
	return &source->regions[source->statements[m->statement].region];
}

const char *mutant_exercise(const Source *source, const Mutant *m)
{
	const char *id = mutant_region(source, m)->exercise;

	return id[0] != '\0' ? id : "helper";
}

char *mutant_text(const Source *source, const Mutant *m)
{
	return text_new("%.*s%s%s", (int)m->begin, source->text, m->text, source->text + m->end);
}

/* --- the excerpt ------------------------------------------------------------------------------ */

/* Every run of white space becomes one space. */
static void squeeze(char *text)
{
	char *to = text;

	for (const char *from = text; *from != '\0'; from++)
		if (!isspace((unsigned char)*from))
			*to++ = *from;
		else if (to > text && to[-1] != ' ')
			*to++ = ' ';
	*to = '\0';
}

void mutant_excerpt(const Source *source, const Mutant *m, char **was, char **is)
{
	enum { AROUND = 36 };
	const Statement *s = &source->statements[m->statement];
	int first = s->first, last = s->last;

	/* whole tokens, as many as lie near the change */
	while (first < last && source->tokens[first].end + AROUND < m->begin)
		first++;
	while (last > first && source->tokens[last].begin > m->end + AROUND)
		last--;

	size_t begin = source->tokens[first].begin, end = source->tokens[last].end;

	begin = m->begin < begin ? m->begin : begin;
	end = m->end > end ? m->end : end;
	*was = text_new("%.*s", (int)(end - begin), source->text + begin);
	*is = text_new("%.*s%s%.*s", (int)(m->begin - begin), source->text + begin, m->text,
		       (int)(end - m->end), source->text + m->end);
	squeeze(*was);
	squeeze(*is);
}
