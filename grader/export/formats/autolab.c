/* autolab.c - what an Autolab autograder prints: the feedback, a line of JSON that shows it in
 * stages, and as the last line the scores. https://docs.autolabproject.com/lab/,
 * https://docs.autolabproject.com/features/formatted-feedback/
 *
 * The problems of the assessment must be called as the labs (lab1_devices ...), or, with
 * COLUMNS=total, usegpu. */
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/export/formats/format.h"

static void feedback_write(FILE *out, const Record *record)
{
	for (int i = 0; i < record->lab_count; i++) {
		const RecordLab *lab = &record->labs[i];

		fprintf(out, "%s\n", lab->name);
		for (int k = 0; k < lab->count; k++) {
			const RecordCheck *check = &lab->checks[k];
			char *story = check_story(record, lab, check), number[NUMBER_SIZE];

			fprintf(out, "  %-12s %s  %s", verdict_word(check->verdict), check->id,
				number_text(number, check->points));
			fprintf(out, "/%s  %s\n", number_text(number, check->max_points),
				check->title);
			for (char *line = strtok(story, "\n"); line; line = strtok(NULL, "\n"))
				fprintf(out, "      %s\n", line);
			free(story);
		}
	}
}

/* {"3.1 its title": {"passed": false, "hint": "..."}} */
static json_t *stage_json(const RecordLab *lab)
{
	json_t *stage = json_object();

	for (int i = 0; i < lab->count; i++) {
		const RecordCheck *check = &lab->checks[i];
		char *name = text_new("%s %s", check->id, check->title);
		int passed = check->verdict == RECORD_PASS;

		if (verdict_is_judged(check->verdict))
			json_object_set_new(stage, name,
					    passed ? json_pack("{s:b}", "passed", 1)
						   : json_pack("{s:b, s:s}", "passed", 0, "hint",
							       check_reason(check)));
		free(name);
	}
	return stage;
}

int autolab_write(FILE *out, const Job *job)
{
	const Record *record = &job->list->records[0];
	json_t *stages = json_array(), *scores = json_object();
	json_t *shown = json_pack("{s:s, s:o}", "_presentation", "semantic", "stages", stages);

	feedback_write(out, record);
	for (int i = 0; i < record->lab_count; i++) {
		const RecordLab *lab = &record->labs[i];
		double mark = lab_mark(lab, lab->max_score + lab->unjudged);

		json_array_append_new(stages, json_string(lab->name));
		json_object_set_new(shown, lab->name, stage_json(lab));
		if (mark >= 0 && !job->by_total)
			json_object_set_new(scores, lab->name, json_points(mark));
	}
	if (job->by_total)
		json_object_set_new(scores, job_column(job),
				    json_points(record_mark(record, record_full(record))));
	if (json_finish(out, shown, JSON_COMPACT) < 0) {
		json_decref(scores);
		return -1;
	}
	return json_finish(out, json_pack("{s:o}", "scores", scores), JSON_COMPACT);
}
