/* figures.c - what a judge knows of the simulated machine: the figures of its model, read from the
 * kit's own machine files. So an expectation that depends on them is never taken from the student's
 * process. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "judge_state.h"
#include "text.h"

void run_model(Run *r, const char *model)
{
	r->model = model;
}

const char *run_model_name(const Run *r)
{
	return r->model != NULL ? r->model : r->judge->options->model;
}

int judge_is_simulated(const Judge *j)
{
	return j->options->gpu != GPU_CUDA;
}

static json_t *machine_file(Run *r, const char *model)
{
	char *path =
		text_new("%s/framework/simcuda/machines/%s.json", r->judge->options->root, model);
	json_error_t error;
	json_t *root = json_load_file(path, 0, &error);

	free(path);
	if (root == NULL)
		judge_leave(r->judge, VERDICT_ERROR, "the machine file %s.json cannot be read: %s",
			    model, error.text);
	return root;
}

/* A model that extends another takes from it the figures that it does not give itself. */
double run_figure(Run *r, const char *name)
{
	json_t *root = machine_file(r, run_model_name(r));
	const json_t *value = NULL;

	for (;;) {
		value = json_object_get(json_object_get(json_object_get(root, "figures"), name),
					"value");
		const char *extends = json_string_value(json_object_get(root, "extends"));
		if (value != NULL || extends == NULL)
			break;
		json_t *base = machine_file(r, extends);
		json_decref(root);
		root = base;
	}
	double figure = json_number_value(value);
	int found = json_is_number(value);

	json_decref(root);
	if (!found)
		judge_leave(r->judge, VERDICT_ERROR, "the machine file %s.json has no figure %s",
			    run_model_name(r), name);
	return figure;
}

const char *run_gpu_name(Run *r)
{
	json_t *root = machine_file(r, run_model_name(r));
	const char *name = json_string_value(json_object_get(root, "name"));
	const char *text = name != NULL ? judge_text(r->judge, "%s", name) : NULL;

	json_decref(root);
	if (text == NULL)
		judge_leave(r->judge, VERDICT_ERROR, "the machine file %s.json has no name",
			    run_model_name(r));
	return text;
}
