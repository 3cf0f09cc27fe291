/* check.c - compares what a labelled program did with what its labels say.
 *
 *     check PROGRAM.c REPORT.json OUTPUT STATUS
 *
 * The labels are comments on lines of their own at the top of the program, after the one that says
 * what it does:
 *
 *     / * expect: race at @copy and @axpy * /      one finding; a line for each
 *     / * expect: nothing * /
 *     / * prints: y[0] = 0 * /                     the whole of stdout; a line for each
 *     / * ends: SIGSEGV * /                        instead of exit status 0
 *
 * A comment of nothing but @copy marks the line that it ends, or the next one when it stands alone.
 * Findings must agree in kind, in number and in all places, whose order counts too: first where it
 * happened. Labels that make no sense are failures: a tag that no line has, or that nothing uses, a
 * program in faulty/ that expects nothing. Exit status 0 when all agrees, else what differs is
 * printed. */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 16
#define TEXT 256

typedef struct Tag {
	char name[32];
	int line;
	bool used;
} Tag;

typedef struct Expected {
	char kind[32];
	int places;
	char tag[2][32];
	bool found;
} Expected;

typedef struct Program {
	const char *path, *file; /* `file` is the last part of the path */
	Tag tag[MOST];
	int tags;
	Expected expected[MOST];
	int expecteds;
	bool nothing; /* expect: nothing */
	char printed[MOST][TEXT];
	int lines;
	bool crashes;
} Program;

static int problems;

#define PROBLEM(...) (problems++, printf(__VA_ARGS__), putchar('\n'))

static const char *const kinds[] = {"race",
				    "out-of-bounds",
				    "use-after-free",
				    "double-free",
				    "uninitialised-read",
				    "wrong-device",
				    "host-pointer",
				    "device-pointer",
				    "leak",
				    "unsynchronised-timing",
				    "not-initialised",
				    "misaligned",
				    "divergent-barrier",
				    "endless-loop",
				    "trap"};

/* --- reading the labels ----------------------------------------------------------------------- */

static void read_expect(Program *p, const char *text, int line)
{
	if (strcmp(text, "nothing */\n") == 0) {
		p->nothing = true;
		return;
	}
	Expected e = {.places = 0};
	char end[3] = "", known = 0;
	if (sscanf(text, "%31s at @%31s and @%31s %2[*/]", e.kind, e.tag[0], e.tag[1], end) == 4)
		e.places = 2;
	else if (sscanf(text, "%31s at @%31s %2[*/]", e.kind, e.tag[0], end) == 3)
		e.places = 1;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		known |= strcmp(kinds[i], e.kind) == 0;
	if (e.places == 0 || strcmp(end, "*/") != 0 || !known || p->expecteds == MOST)
		PROBLEM("%s:%d: not a label: expect: %s", p->file, line, text);
	else
		p->expected[p->expecteds++] = e;
}

static void read_tag(Program *p, const char *from, bool alone, int line)
{
	Tag tag = {.line = line + alone};
	char end[3] = "";
	if (sscanf(from, "/* @%31[a-z0-9_] %2[*/]", tag.name, end) != 2 || p->tags == MOST)
		PROBLEM("%s:%d: not a tag", p->file, line);
	else
		p->tag[p->tags++] = tag;
}

static void read_line(Program *p, const char *text, int line)
{
	static const char expect[] = "/* expect: ", prints[] = "/* prints: ", ends[] = "/* ends: ";
	const char *tag = strstr(text, "/* @");
	const char *close = strstr(text, " */\n");
	if (strncmp(text, expect, sizeof expect - 1) == 0)
		read_expect(p, text + sizeof expect - 1, line);
	else if (strncmp(text, prints, sizeof prints - 1) == 0 && close && p->lines < MOST)
		snprintf(p->printed[p->lines++], TEXT, "%.*s\n",
			 (int)(close - text - (long)sizeof prints + 1), text + sizeof prints - 1);
	else if (strcmp(text, "/* ends: SIGSEGV */\n") == 0)
		p->crashes = true;
	else if (strncmp(text, prints, sizeof prints - 1) == 0 ||
		 strncmp(text, ends, sizeof ends - 1) == 0)
		PROBLEM("%s:%d: not a label", p->file, line);
	if (tag)
		read_tag(p, tag, strspn(text, " \t") == (size_t)(tag - text), line);
}

static Tag *find_tag(Program *p, const char *name, const Tag *after)
{
	for (int i = 0; i < p->tags; i++)
		if (strcmp(p->tag[i].name, name) == 0 && &p->tag[i] != after)
			return &p->tag[i];
	return NULL;
}

static void check_labels(Program *p)
{
	bool faulty = strstr(p->path, "faulty/") != NULL;
	if (p->nothing == (p->expecteds > 0) || p->nothing == faulty)
		PROBLEM("%s: expects the wrong things for its folder, or none", p->file);
	for (int i = 0; i < p->expecteds; i++)
		for (int k = 0; k < p->expected[i].places; k++) {
			Tag *tag = find_tag(p, p->expected[i].tag[k], NULL);
			if (!tag || find_tag(p, tag->name, tag))
				PROBLEM("%s: the tag @%s is not on one line", p->file,
					p->expected[i].tag[k]);
			else
				tag->used = true;
		}
	for (int i = 0; i < p->tags; i++)
		if (!p->tag[i].used)
			PROBLEM("%s: no label uses the tag @%s", p->file, p->tag[i].name);
}

static bool read_program(Program *p, const char *path)
{
	char text[TEXT];
	const char *slash = strrchr(path, '/');
	*p = (Program){.path = path, .file = slash ? slash + 1 : path};
	FILE *file = fopen(path, "r");
	if (!file || !fgets(text, sizeof text, file) || strncmp(text, "/* ", 3) != 0) {
		PROBLEM("%s: expected a program that begins with a comment", path);
		if (file)
			fclose(file);
		return false;
	}
	for (int line = 2; fgets(text, sizeof text, file); line++)
		read_line(p, text, line);
	fclose(file);
	check_labels(p);
	return problems == 0;
}

/* --- comparing -------------------------------------------------------------------------------- */

static bool agrees(Program *p, const Expected *e, const json_t *finding)
{
	const json_t *where = json_object_get(finding, "where");
	const char *kind = json_string_value(json_object_get(finding, "kind"));
	if (!kind || strcmp(kind, e->kind) != 0 || json_array_size(where) != (size_t)e->places)
		return false;
	for (int k = 0; k < e->places; k++) {
		char wanted[TEXT];
		const char *place = json_string_value(json_array_get(where, (size_t)k));
		snprintf(wanted, sizeof wanted, "%s:%d", p->file,
			 find_tag(p, e->tag[k], NULL)->line);
		if (!place || strcmp(place, wanted) != 0)
			return false;
	}
	return true;
}

static void print_expected(Program *p, const Expected *e)
{
	printf("missing: %s", e->kind);
	for (int k = 0; k < e->places; k++)
		printf(" %s:%d", p->file, find_tag(p, e->tag[k], NULL)->line);
	putchar('\n');
}

static void check_findings(Program *p, const char *path)
{
	json_t *root = json_load_file(path, 0, NULL);
	const json_t *list = json_object_get(root, "findings");
	if (!json_is_array(list))
		PROBLEM("there is no report");
	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *finding = json_array_get(list, i);
		int k = 0;
		while (k < p->expecteds &&
		       (p->expected[k].found || !agrees(p, &p->expected[k], finding)))
			k++;
		if (k < p->expecteds) {
			p->expected[k].found = true;
			continue;
		}
		char *text = json_dumps(finding, JSON_COMPACT);
		PROBLEM("not expected: %s", text ? text : "(no memory)");
		free(text);
	}
	for (int k = 0; k < p->expecteds; k++)
		if (!p->expected[k].found) {
			problems++;
			print_expected(p, &p->expected[k]);
		}
	json_decref(root);
}

static void check_output(const Program *p, const char *path)
{
	char text[TEXT];
	FILE *file = fopen(path, "r");
	int line = 0;
	for (; file && fgets(text, sizeof text, file); line++)
		if (line >= p->lines || strcmp(text, p->printed[line]) != 0)
			PROBLEM("it prints as line %d: %s expected: %s", line + 1, text,
				line < p->lines ? p->printed[line] : "nothing");
	if (line < p->lines)
		PROBLEM("it prints %d lines, expected %d", line, p->lines);
	if (file)
		fclose(file);
}

int main(int argc, char **argv)
{
	static Program p;
	if (argc != 5 || !read_program(&p, argv[1]))
		return 1;
	int status = atoi(argv[4]);
	/* 128 + SIGSEGV; a sanitizer catches the signal and ends the program with 1 */
	if (p.crashes ? status != 139 && status != 1 : status != 0)
		PROBLEM("it ended with status %d", status);
	check_findings(&p, argv[2]);
	check_output(&p, argv[3]);
	return problems > 0;
}
