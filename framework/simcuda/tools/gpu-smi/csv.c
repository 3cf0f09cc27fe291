/* csv.c - --query-gpu and --query-compute-apps: a line for each GPU, or each process on a GPU.
 *
 * A comma and a space separate the columns, as nvidia-smi has it. A text that holds a comma or a
 * quote is quoted, so that a line always has as many columns as were asked for. */
#include <stdio.h>
#include <string.h>

#include "framework/simcuda/tools/gpu-smi/smi.h"

static void print_text(const char *text)
{
	if (!strpbrk(text, ",\"")) {
		fputs(text, stdout);
		return;
	}
	putchar('"');
	for (; *text; text++) {
		if (*text == '"')
			putchar('"');
		putchar(*text);
	}
	putchar('"');
}

static void print_field(const Field *field, const void *row, int units)
{
	if (!field_known(field, row))
		fputs("[N/A]", stdout);
	else if (field->kind == FIELD_TEXT)
		print_text(field_text(field, row));
	else
		printf("%.*f%s%s", field->kind == FIELD_WATT ? 2 : 0, field_number(field, row),
		       units && *field->unit ? " " : "", units ? field->unit : "");
}

static void print_row(const Options *options, const void *row)
{
	for (int i = 0; i < options->fields; i++) {
		fputs(i ? ", " : "", stdout);
		print_field(options->field[i], row, options->units);
	}
	putchar('\n');
}

static void print_header(const Options *options)
{
	for (int i = 0; i < options->fields; i++) {
		const Field *field = options->field[i];
		int unit = options->units && *field->unit;
		printf("%s%s%s%s%s", i ? ", " : "", field->header, unit ? " [" : "",
		       unit ? field->unit : "", unit ? "]" : "");
	}
	putchar('\n');
}

void print_csv(const Smi *smi, const Options *options, int first)
{
	if (first && options->header)
		print_header(options);
	if (options->show == SHOW_GPUS)
		for (int i = 0; i < smi->gpus; i++)
			print_row(options, &smi->gpu[i]);
	else
		for (int i = 0; i < smi->processes; i++)
			print_row(options, &smi->process[i]);
}
