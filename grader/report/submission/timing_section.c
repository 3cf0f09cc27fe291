/* timing_section.c - shows every run, so that the median can be checked. */
#include "grader/report/submission/timing_section.h"

#include "grader/report/data/graded.h"
#include "grader/report/page/html.h"

static void runs_write(FILE *out, const char *whose, const json_t *runs)
{
	html_print(out, "<tr><th scope=\"row\">%s</th>", whose);
	for (size_t i = 0; i < json_array_size(runs); i++)
		fprintf(out, "<td>%.4g</td>", json_number_value(json_array_get(runs, i)));
	fputs("</tr>\n", out);
}

static void gpu_write(FILE *out, const json_t *gpu)
{
	const json_t *clock = json_object_get(gpu, "sm_clock_mhz");

	if (!json_is_object(gpu)) {
		fputs("<p class=\"soft\">The driver told nothing about the GPU.</p>\n", out);
		return;
	}
	html_print(out, "<p class=\"soft\">%s, %g to %g MHz%s%s</p>\n", text_of(gpu, "name"),
		   json_number_value(json_array_get(clock, 0)),
		   json_number_value(json_array_get(clock, 1)),
		   json_is_true(json_object_get(gpu, "slowed"))
			   ? ", slowed down by heat or for want of power"
			   : "",
		   int_of(gpu, "other_programs") > 0 ? ", used by another program too" : "");
}

void measured_write(FILE *out, const json_t *detail)
{
	const json_t *list = json_object_get(detail, "measured"), *one;
	size_t i, k;

	json_array_foreach(list, i, one)
	{
		const json_t *times = json_object_get(one, "times"), *time;
		const char *unit = text_of(one, "unit");

		fputs("<details><summary>Measured on the GPU</summary>\n", out);
		gpu_write(out, json_object_get(one, "gpu"));
		json_array_foreach(times, k, time)
		{
			html_print(out,
				   "<div class=\"scroll\" tabindex=\"0\"><table><caption>%s, "
				   "%s%s%s</caption>\n",
				   text_of(one, "at"), text_of(time, "name"),
				   *unit == '\0' ? "" : ", in", unit);
			runs_write(out, "the program", json_object_get(time, "program"));
			runs_write(out, "the kit's own", json_object_get(time, "reference"));
			fputs("</table></div>\n", out);
		}
		fputs("</details>\n", out);
	}
}
