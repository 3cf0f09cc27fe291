/* disguise.c - for tests: a copy of a lab as somebody would make it who does not want it to be seen.
 *
 *	disguise HOW[,HOW ...] STARTER FILE
 *
 * prints it with names of one's own changed (rename), functions in the opposite order (reorder), other
 * comments and layout (comments), declarations apart from their values (split), statements that do nothing
 * (dead), or while instead of for (loops). What the starter names keeps its name. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/c_lexer.h"
#include "grader/base/text.h"
#include "grader/report/alike/names.h"
#include "grader/report/alike/numbers.h"

typedef struct Word {
	const char *at;
	int length;
	TokenKind kind;
} Word;

typedef struct Text {
	char *bytes;
	Word *list;
	int count;
} Text;

/* Takes over the bytes. */
static void text_cut(Text *text, char *bytes, bool comments)
{
	Token token;

	*text = (Text){.bytes = bytes};
	Lexer lexer = {.text = text->bytes, .bytes = strlen(text->bytes), .directives = true};
	while (lexer_next(&lexer, &token)) {
		if (token.kind == TOKEN_COMMENT && !comments)
			continue;
		text->list = list_grown(text->list, text->count, sizeof *text->list);
		text->list[text->count++] = (Word){text->bytes + token.begin,
						   (int)(token.end - token.begin), token.kind};
	}
}

static void text_load(Text *text, const char *path)
{
	FILE *file = fopen(path, "re");
	char *bytes = NULL;
	size_t room = 0;

	if (!file || getdelim(&bytes, &room, '\0', file) < 0) {
		perror(path);
		exit(2);
	}
	fclose(file);
	text_cut(text, bytes, false);
}

static bool is(const Word *word, const char *what)
{
	return (size_t)word->length == strlen(what) && memcmp(word->at, what, strlen(what)) == 0;
}

static void put(FILE *out, const Word *word)
{
	bool line =
		word->kind == TOKEN_DIRECTIVE || is(word, "{") || is(word, "}") || is(word, ";");

	if (word->kind == TOKEN_DIRECTIVE)
		fputc('\n', out);
	fprintf(out, "%.*s%s", word->length, word->at, line ? "\n" : " ");
}

/* --- the disguises ---------------------------------------------------------------------------- */

static void rename_names(FILE *out, const Text *text, const Text *starter)
{
	Numbers kept = {0};
	Names names;

	names_load(&names, ".");
	for (int i = 0; i < starter->count; i++)
		numbers_add(&kept,
			    bytes_hash(starter->list[i].at, (size_t)starter->list[i].length));
	numbers_sort(&kept);
	for (int i = 0; i < text->count; i++) {
		const Word *word = &text->list[i];
		bool member = i > 0 && (is(word - 1, ".") || is(word - 1, "->"));
		uint64_t hash = bytes_hash(word->at, (size_t)word->length);

		if (word->kind == TOKEN_NAME && !member && !numbers_has(&kept, hash) &&
		    name_shape(&names, word->at, (size_t)word->length) == SHAPE_OWN)
			fprintf(out, "my_%06x ", (unsigned)(hash & 0xffffff));
		else
			put(out, word);
	}
	names_release(&names);
	numbers_release(&kept);
}

/* What stands before the first function stays; then the functions from the last to the first. */
static void reorder(FILE *out, const Text *text, const Text *starter)
{
	int *ends = NULL, count = 0, depth = 0;

	(void)starter;
	for (int i = 0; i < text->count; i++) {
		depth += is(&text->list[i], "{") - is(&text->list[i], "}");
		if (depth == 0 && (is(&text->list[i], "}") || is(&text->list[i], ";") ||
				   text->list[i].kind == TOKEN_DIRECTIVE)) {
			if (is(&text->list[i], "}") && i + 1 < text->count &&
			    is(&text->list[i + 1], ";"))
				continue; /* a type */
			ends = list_grown(ends, count, sizeof *ends);
			ends[count++] = i + 1;
		}
	}
	for (int pass = 0; pass < 2; pass++) /* types and includes; then the functions */
		for (int c = 0; c < count; c++) {
			int k = pass == 0 ? c : count - 1 - c, first = k == 0 ? 0 : ends[k - 1];

			if (is(&text->list[ends[k] - 1], "}") == (pass == 1))
				for (int i = first; i < ends[k]; i++)
					put(out, &text->list[i]);
		}
	free(ends);
}

static void comments(FILE *out, const Text *text, const Text *starter)
{
	int line = 0;

	(void)starter;
	for (int i = 0; i < text->count; i++) {
		put(out, &text->list[i]);
		if (is(&text->list[i], ";") && ++line % 3 == 0)
			fprintf(out, "\n\n  /* step %d: as the exercise says */\n\n", line);
	}
}

/* "int *x = f();" becomes "int *x; x = f();" outside of parentheses and of initialisers. */
static void split(FILE *out, const Text *text, const Text *starter)
{
	int round = 0, depth = 0;

	(void)starter;
	for (int i = 0; i < text->count; i++) {
		const Word *word = &text->list[i];

		round += is(word, "(") - is(word, ")");
		depth += is(word, "{") - is(word, "}");
		if (round == 0 && depth > 0 && i > 2 && is(word, "=") &&
		    word[-1].kind == TOKEN_NAME && !is(word + 1, "{") &&
		    (is(word - 2, "*") || word[-2].kind == TOKEN_NAME) &&
		    (is(word - 3, ";") || is(word - 3, "{") || is(word - 3, "}") ||
		     (is(word - 2, "*") && i > 3 &&
		      (is(word - 4, ";") || is(word - 4, "{") || is(word - 4, "}")))))
			fprintf(out, ";\n%.*s ", word[-1].length, word[-1].at);
		put(out, word);
	}
}

static void dead(FILE *out, const Text *text, const Text *starter)
{
	int round = 0, depth = 0, each = 0;

	(void)starter;
	for (int i = 0; i < text->count; i++) {
		const Word *word = &text->list[i];

		round += is(word, "(") - is(word, ")");
		depth += is(word, "{") - is(word, "}");
		put(out, word);
		if (is(word, ";") && round == 0 && depth > 0 && i + 1 < text->count &&
		    !is(word + 1, "else") && !is(word + 1, "}") && ++each % 4 == 0)
			fprintf(out, "int more_%d = %d;\nif (more_%d < 0) more_%d++;\n", each, each,
				each, each);
	}
}

/* Where the parenthesis, brace ... that opens at i closes. */
static int closing(const Text *text, int i, const char *opens, const char *closes)
{
	int depth = 0;

	for (; i < text->count; i++) {
		depth += is(&text->list[i], opens) - is(&text->list[i], closes);
		if (depth == 0)
			return i;
	}
	return text->count - 1;
}

/* "for (a; b; c) { d }" becomes "a; while (b) { d c; }". */
static void loops_of(FILE *out, const Text *text, int from, int to)
{
	for (int i = from; i < to; i++) {
		int last = is(&text->list[i], "for") ? closing(text, i + 1, "(", ")") : 0;
		int semicolon[2] = {0, 0}, found = 0;

		for (int k = i + 2; k < last; k++)
			if (is(&text->list[k], ";") && found < 2)
				semicolon[found++] = k;
		if (found < 2 || !is(&text->list[last + 1], "{")) {
			put(out, &text->list[i]);
			continue;
		}
		int end = closing(text, last + 1, "{", "}");
		loops_of(out, text, i + 2, semicolon[0] + 1);
		fputs("while (", out);
		loops_of(out, text, semicolon[0] + 1, semicolon[1]);
		fputs(") {\n", out);
		loops_of(out, text, last + 2, end);
		loops_of(out, text, semicolon[1] + 1, last);
		fputs(";\n}\n", out);
		i = end;
	}
}

static void loops(FILE *out, const Text *text, const Text *starter)
{
	(void)starter;
	loops_of(out, text, 0, text->count);
}

static const struct {
	const char *name;
	void (*make)(FILE *out, const Text *text, const Text *starter);
} disguises[] = {{"rename", rename_names}, {"reorder", reorder}, {"comments", comments},
		 {"split", split},         {"dead", dead},       {"loops", loops}};

static bool disguise(const char *name, Text *text, const Text *starter)
{
	for (size_t i = 0; i < sizeof disguises / sizeof *disguises; i++) {
		if (strcmp(name, disguises[i].name) != 0)
			continue;
		char *made = NULL;
		size_t size;
		FILE *out = open_memstream(&made, &size);

		disguises[i].make(out, text, starter);
		fclose(out);
		free(text->list);
		free(text->bytes);
		text_cut(text, made, true); /* the next is made of this one */
		return true;
	}
	return false;
}

int main(int argc, char **argv)
{
	Text text, starter;

	if (argc != 4)
		return fputs("disguise: expected HOW STARTER FILE\n", stderr), 2;
	text_load(&starter, argv[2]);
	text_load(&text, argv[3]);
	for (char *how = strtok(argv[1], ","); how; how = strtok(NULL, ","))
		if (!disguise(how, &text, &starter))
			return fprintf(stderr, "disguise: %s: no such disguise\n", how), 2;
	for (int i = 0; i < text.count; i++) {
		put(stdout, &text.list[i]);
		if (text.list[i].kind == TOKEN_COMMENT)
			putchar('\n');
	}
	return 0;
}
