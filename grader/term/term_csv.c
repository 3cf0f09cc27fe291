/* term_csv.c - the table for a spreadsheet: four columns an assignment. */
#include <stdio.h>
#include <stdlib.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/export/formats/format.h"
#include "grader/export/output.h"
#include "grader/term/term.h"

static void headings_write(FILE *out, const Term *term)
{
	static const char *const ends[] = {"", " of", " late_s", " status"};

	fputs("id,name,email,section", out);
	for (int i = 0; i < term->count; i++)
		for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
			char *heading = text_new("%s%s", term->assignments[i].name, ends[k]);

			cell_text(out, heading, ',');
			free(heading);
		}
	fputs(",missing\n", out);
}

static void assignment_write(FILE *out, const Term *term, const TermStudent *s, int i)
{
	char number[NUMBER_SIZE];
	double mark;

	fputc(',', out);
	if (term_mark(term, s, i, &mark))
		fputs(number_text(number, mark), out);
	fputc(',', out);
	if (s->records[i])
		fputs(number_text(number, term->assignments[i].full), out);
	fputc(',', out);
	if (s->records[i])
		fputs(number_text(number, s->records[i]->late_s), out);
	cell_text(out, term_status(s, i), ',');
}

int term_csv(const Term *term, const char *path)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	int bad = !out;

	if (out) {
		headings_write(out, term);
		for (int i = 0; i < term->student_count; i++) {
			const TermStudent *s = &term->students[i];

			cell_text(out, s->id, '\0');
			cell_text(out, s->name, ',');
			cell_text(out, s->email, ',');
			cell_text(out, s->section, ',');
			for (int k = 0; k < term->count; k++)
				assignment_write(out, term, s, k);
			fprintf(out, ",%d\n", s->missing);
		}
		bad = ferror(out);
		bad = fclose(out) != 0 || bad;
	}
	if (bad)
		refuse("out of memory");
	else
		bad = output_put(path, text, size, 0) < 0;
	free(text);
	return bad ? -1 : 0;
}
