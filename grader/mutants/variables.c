/* variables.c - reads declarations: which variables there are, and of which type. */
#include <stdio.h>
#include <string.h>

#include "grader/mutants/source.h"

/* Behind what a declaration begins with: "static const float", "struct Pair", "Tensor". */
static int specifiers_end(const Source *s, int i)
{
	int named = 0;

	for (;; i++) {
		if (token_is_any(s, i, " const static register volatile extern "))
			continue;
		if (token_is_any(s, i, " struct enum union ")) {
			i++; /* its name */
			named = 1;
			continue;
		}
		if (token_is_type(s, i) && !token_is_name(s, i)) {
			named = 1;
			continue;
		}
		if (named || !token_is_name(s, i))
			return i;
		named = 1;
	}
}

int declaration_begins(const Source *s, int i)
{
	int at = specifiers_end(s, i);

	if (at == i)
		return 0;
	if (!token_is_name(s, i)) /* a keyword */
		return 1;
	while (token_is_any(s, at, " * const "))
		at++;
	return token_is_name(s, at) && token_is_any(s, at + 1, " = ; , [ ");
}

static void type_write(const Source *s, int first, int end, char *type, size_t size)
{
	size_t at = 0;

	type[0] = '\0';
	for (int i = first; i < end; i++)
		if (!token_is_any(s, i, " const static register volatile extern ") && at < size)
			at += (size_t)snprintf(type + at, size - at, "%.*s ",
					       (int)(s->tokens[i].end - s->tokens[i].begin),
					       s->text + s->tokens[i].begin);
}

/* Reads the declaration in the tokens `first` to `last`; of members, all declarations there. */
void variables_find(Source *s, int first, int last, int group, int is_member)
{
	for (int i = first; i <= last;) {
		int base = i, end = token_find(s, i, last + 1, " ; ");
		int at = specifiers_end(s, i);
		char type[32];

		type_write(s, base, at, type, sizeof type);
		memset(s->fixed + base, 1, (size_t)(at - base));
		while (at < end) {
			int comma = token_find(s, at, end, " , "), stars = 0;
			int value = token_find(s, at, comma, " = ");
			Variable *v = &s->variables[s->variable_count];

			for (; token_is_any(s, at, " * const "); at++)
				stars += token_is(s, at, "*");
			if (at < value && token_is_name(s, at)) {
				stars += token_is(s, at + 1, "[");
				*v = (Variable){.name = at, .group = group, .is_member = is_member};
				snprintf(v->type, sizeof v->type, "%s%.*s", type,
					 stars > 8 ? 8 : stars, "********");
				s->variable_count++;
			}
			for (at = base; at < value; at++)
				s->fixed[at] = 1;
			base = at = comma + 1;
		}
		i = end + 1;
	}
}
