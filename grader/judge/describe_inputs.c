/* describe_inputs.c - writes the inputs of a run in words. The judge has drawn them: nothing here
 * is the program's. */
#include "grader/judge/describe_inputs.h"

#include <stdio.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/judge/judge_state.h"

#define LIST_MOST 4 /* so many whole numbers are written one by one */

static void word_add(char *text, size_t size, const char *word)
{
	size_t length = strlen(text);

	text_format(text + length, size - length, "%s", word);
}

/* "(0, 7) on gpu:1" */
static void tensor_write(const Value *value, char *word, size_t size)
{
	char number[32];
	FrameTensor head;

	memcpy(&head, value->payload, sizeof head);
	text_format(word, size, "%s (", value->name);
	for (int i = 0; i < head.rank && i < TENSOR_MAX_RANK; i++) {
		snprintf(number, sizeof number, "%s%lld", i > 0 ? ", " : "",
			 (long long)head.dim[i]);
		word_add(word, size, number);
	}
	snprintf(number, sizeof number, "gpu:%d", (int)head.device_index);
	word_add(word, size, ") on ");
	word_add(word, size, head.device_kind == DEVICE_GPU ? number : "cpu");
}

/* "{1, 0}", or how many there are */
static void list_write(const Value *value, char *word, size_t size)
{
	size_t count = value->bytes / sizeof(int64_t);
	char number[32];

	if (count > LIST_MOST) {
		text_format(word, size, "%s: %zu numbers", value->name, count);
		return;
	}
	text_format(word, size, "%s {", value->name);
	for (size_t i = 0; i < count; i++) {
		int64_t each;

		memcpy(&each, value->payload + i * sizeof each, sizeof each);
		snprintf(number, sizeof number, "%s%lld", i > 0 ? ", " : "", (long long)each);
		word_add(word, size, number);
	}
	word_add(word, size, "}");
}

static void value_write(const Value *value, char *word, size_t size)
{
	int64_t whole;
	double real;
	char clean[60];

	if (strncmp(value->name, FRAME_FAIL_PREFIX, sizeof FRAME_FAIL_PREFIX - 1) == 0) {
		text_format(word, size, "a %s fails", value->name + sizeof FRAME_FAIL_PREFIX - 1);
		return;
	}
	switch (value->type) {
	case FRAME_INT:
		memcpy(&whole, value->payload, sizeof whole);
		text_format(word, size, "%s %lld", value->name, (long long)whole);
		break;
	case FRAME_REAL:
		memcpy(&real, value->payload, sizeof real);
		text_format(word, size, "%s %.4g", value->name, real);
		break;
	case FRAME_TEXT:
		text_clean(clean, sizeof clean, (const char *)value->payload, value->bytes);
		text_format(word, size, "%s \"%s\"", value->name, value->nothing ? "" : clean);
		break;
	case FRAME_INTS:
		list_write(value, word, size);
		break;
	case FRAME_FLOATS:
		text_format(word, size, "%s: %zu numbers", value->name,
			    value->drawn > 0 ? (size_t)value->drawn : value->bytes / sizeof(float));
		break;
	case FRAME_TENSOR:
		tensor_write(value, word, size);
		break;
	default:
		text_format(word, size, "%s", value->name);
	}
}

const char *about_run(const Run *run, char *text, size_t size)
{
	char word[120];

	text[0] = '\0';
	if (run->about) {
		text_format(text, size, " (%s)", run->about);
		return text;
	}
	for (const Value *value = run->inputs; value; value = value->next) {
		if (value->places)
			continue;
		value_write(value, word, sizeof word);
		word_add(text, size, value == run->inputs ? " (inputs: " : ", ");
		if (strlen(text) + strlen(word) + sizeof ", ...)" > size) {
			word_add(text, size, "...");
			break;
		}
		word_add(text, size, word);
	}
	word_add(text, size, run->inputs ? ")" : "");
	return text;
}
