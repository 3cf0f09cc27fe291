/* slurm_answer.c - one JSON object, written to a temporary file and renamed. */
#include "grader/class/engine/slurm_answer.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/file.h"
#include "grader/base/text.h"

#define ANSWER_MAX ((size_t)1 << 16)

int slurm_answer_write(const char *work, const char *key, const SlurmAnswer *a)
{
	char *path = text_new("%s/" SLURM_DONE "/%s", work, key);
	char *fresh = text_new("%s/" SLURM_RUNS "/%s/answer", work, a->run);
	char why[4 * sizeof a->job.why + 8], node[4 * sizeof a->node + 8];

	text_clean(why, sizeof why, a->job.why, strlen(a->job.why));
	text_clean(node, sizeof node, a->node, strlen(a->node));

	json_t *root =
		json_pack("{si si ss ss sI sf ss ss ss ss}", "take", (int)a->job.take, "failed",
			  a->job.failed, "content", a->job.content, "archive", a->job.archive,
			  "newest", (json_int_t)a->job.newest, "total_s", a->job.total_s, "why",
			  why, "kit", a->kit, "node", node, "run", a->run);
	int bad =
		!root || json_dump_file(root, fresh, JSON_INDENT(1)) < 0 || rename(fresh, path) < 0;

	if (bad)
		refuse("%s cannot be written: %s", path, strerror(errno));
	json_decref(root);
	free(fresh);
	free(path);
	return bad ? -1 : 0;
}

/* Copies `from`; 0 when it fits into `to`. */
static int text_take(char *to, size_t size, const char *from)
{
	return snprintf(to, size, "%s", from) < (int)size ? 0 : -1;
}

static int answer_parse(const json_t *root, SlurmAnswer *a)
{
	const char *content, *archive, *why, *kit, *node, *run;
	json_int_t newest;
	int take;

	if (json_unpack((json_t *)(uintptr_t)root, "{si si ss ss sI sF ss ss ss ss}", "take", &take,
			"failed", &a->job.failed, "content", &content, "archive", &archive,
			"newest", &newest, "total_s", &a->job.total_s, "why", &why, "kit", &kit,
			"node", &node, "run", &run) < 0 ||
	    take < COLLECT_OK || take > COLLECT_FAULT || strchr(run, '/') || *run == '.')
		return -1;
	a->job.take = (CollectOutcome)take;
	a->job.newest = newest;
	text_format(a->job.why, sizeof a->job.why, "%s", why);
	text_format(a->node, sizeof a->node, "%s", node);
	return text_take(a->job.content, sizeof a->job.content, content) < 0 ||
			       text_take(a->job.archive, sizeof a->job.archive, archive) < 0 ||
			       text_take(a->kit, sizeof a->kit, kit) < 0 ||
			       text_take(a->run, sizeof a->run, run) < 0
		       ? -1
		       : 0;
}

int slurm_answer_read(const char *work, const char *key, SlurmAnswer *answer)
{
	char *path = text_new("%s/" SLURM_DONE "/%s", work, key);
	size_t bytes = 0;
	char *text = file_load(AT_FDCWD, path, ANSWER_MAX, &bytes);
	json_t *root = !text ? NULL : json_loadb(text, bytes, 0, NULL);
	int bad = !root || answer_parse(root, answer) < 0;

	json_decref(root);
	free(text);
	free(path);
	return bad ? -1 : 0;
}
