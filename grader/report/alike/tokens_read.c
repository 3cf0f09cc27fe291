/* tokens_read.c - reads students' texts in a process apart, many at once, and checks what it says. */
#include <stdlib.h>
#include <string.h>

#include "grader/base/file.h"
#include "grader/base/text.h"
#include "grader/probe/apart.h"
#include "grader/report/alike/tokens.h"

#define SECONDS 20 /* of the processor, for all texts of a process */
#define TOKENS_MOST                                                                                \
	(ALIKE_TOKENS_MOST * ((size_t)256 << 10)) /* of a text, by the bytes that it may have */

typedef struct Batch {
	AlikeSource *sources;
	int count;
	const Names *names;
} Batch;

/* In the process apart: of each text whether it is in doubt and the number of its tokens, then they themselves. */
static int batch_answer(const int *files, int answer, const void *about)
{
	const Batch *batch = about;

	(void)files;
	for (int i = 0; i < batch->count; i++) {
		AlikeTokens tokens;
		int bad;

		alike_tokens_make(&tokens, batch->names, &batch->sources[i]);
		const size_t in_doubt = tokens.in_doubt;
		bad = file_write(answer, &in_doubt, sizeof in_doubt) < 0 ||
		      file_write(answer, &tokens.count, sizeof tokens.count) < 0 ||
		      file_write(answer, tokens.list, tokens.count * sizeof *tokens.list) < 0;
		alike_tokens_release(&tokens);
		if (bad)
			return 1;
	}
	return 0;
}

/* Whether lines and parts are in order, and no line is behind the text. */
static bool is_plausible(const AlikeToken *list, size_t count, const char *text)
{
	uint32_t lines = 1, line = 1, part = 0;

	for (const char *at = text; (at = strchr(at, '\n')); at++)
		lines++;
	for (size_t i = 0; i < count; i++) {
		if (list[i].line < line || list[i].line > lines || list[i].part < part ||
		    list[i].head > 1 || list[i].shape == SHAPE_NONE)
			return false;
		line = list[i].line;
		part = list[i].part;
	}
	return true;
}

/* Takes the answer apart: how many texts it has rightly. */
static int batch_take(const Batch *batch, const char *answer, size_t bytes)
{
	int done = 0;

	for (; done < batch->count; done++) {
		AlikeSource *source = &batch->sources[done];
		size_t in_doubt, count;

		if (bytes < sizeof in_doubt + sizeof count)
			break;
		memcpy(&in_doubt, answer, sizeof in_doubt);
		memcpy(&count, answer + sizeof in_doubt, sizeof count);
		answer += sizeof in_doubt + sizeof count;
		bytes -= sizeof in_doubt + sizeof count;
		if (count > TOKENS_MOST || bytes < count * sizeof(AlikeToken))
			break;

		AlikeToken *list = memory_new(count * sizeof *list + 1);

		memcpy(list, answer, count * sizeof *list);
		answer += count * sizeof *list;
		bytes -= count * sizeof *list;
		if (!is_plausible(list, count, source->text)) {
			free(list);
			break;
		}
		source->tokens =
			(AlikeTokens){.list = list, .count = count, .in_doubt = in_doubt != 0};
	}
	return bytes > 0 ? 0 : done;
}

static size_t answer_most(const Batch *batch)
{
	size_t most = 0;

	for (int i = 0; i < batch->count; i++)
		most += 2 * sizeof(size_t) +
			ALIKE_TOKENS_MOST * strlen(batch->sources[i].text) * sizeof(AlikeToken);
	return most;
}

/* 1: all are read; 0: not so; -1: no process. */
static int batch_read(const Batch *batch, SandboxTier tier, const char *box, char *why,
		      size_t why_size)
{
	const Apart apart = {.tier = tier,
			     .box = box,
			     .body = batch_answer,
			     .about = batch,
			     .seconds = SECONDS,
			     .answer_max = answer_most(batch)};
	void *answer = NULL;
	size_t bytes = 0;
	ApartEnd end = apart_run(&apart, &answer, &bytes, why, why_size);
	int all = end == APART_DONE && batch_take(batch, answer, bytes) == batch->count;

	free(answer);
	for (int i = 0; !all && i < batch->count; i++)
		alike_tokens_release(&batch->sources[i].tokens);
	return end == APART_FAULT ? -1 : all;
}

int alike_tokens_read(AlikeSource *sources, int count, const Names *names, SandboxTier tier,
		      const char *box, char *why, size_t why_size)
{
	Batch batch = {sources, count, names};
	int all = count == 0 ? 1 : batch_read(&batch, tier, box, why, why_size);

	if (all == 0 && count == 1)
		sources->tokens.broken = true;
	for (int i = 0; all == 0 && count > 1 && i < count; i++)
		if (alike_tokens_read(sources + i, 1, names, tier, box, why, why_size) < 0)
			return -1;
	return all < 0 ? -1 : 0;
}
