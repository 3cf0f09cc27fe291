/* parse.c - decides about 1.3: the names of devices, and texts that are none. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "grader/labs/common/order.h"
#include "grader/labs/lab1/judge.h"

enum { CPU = -1, INVALID = -2 };

static const struct {
	const char *text;
	int device;
} device_names[] = {
	{"cpu", CPU},         {"gpu", 0},           {"cuda", 0},         {"gpu:0", 0},
	{"gpu:10", 10},       {"cpu:0", CPU},       {"cpu:3", CPU},      {"tpu:0", INVALID},
	{"", INVALID},        {"gpus", INVALID},    {"gpu:", INVALID},   {"cpu:", INVALID},
	{"gpu:x", INVALID},   {"cuda:1x", INVALID}, {"gpu1", INVALID},   {"cudas", INVALID},
	{"cpux:0", INVALID},  {"cudx:0", INVALID},  {"cpx", INVALID},    {"gpx:1", INVALID},
	{"g", INVALID},       {"cuda:", INVALID},   {"cpu:x", INVALID},  {":0", INVALID},
	{"gpu:1x", INVALID},  {"cpu:1x", INVALID},  {"cuda:x", INVALID}, {"cpus", INVALID},
	{"gpu:1:1", INVALID}, {"gpu0", INVALID},    {"cud:0", INVALID},  {"gp", INVALID},
	{"gpu:1.0", INVALID}, {"gpu:1e2", INVALID}, {"gpu:9999", 9999},  {"cpu:9999", CPU},
	{"cuda:9999", 9999},  {"cxu", INVALID},     {"gxu:1", INVALID},  {"cxda", INVALID},
	{"cuxa:0", INVALID},  {"cpu:1x1", INVALID},
};

enum { CPU_WORD, WORDS = 3 };
static const char *const words[WORDS] = {"cpu", "gpu", "cuda"};

/* The numbers up to 9999 have so many digits. */
enum { DIGITS_MOST = 4 };

/* One of so many digits. */
static int draw_number(Judge *j, int digits)
{
	int least = 1;
	for (int i = 1; i < digits; i++)
		least *= 10;
	return (int)judge_between(j, least, 10 * least - 1);
}

static const char *say_device(Judge *j, int64_t device)
{
	if (device == CPU)
		return "CPU_DEVICE";
	return device == INVALID ? "INVALID_DEVICE" : judge_text(j, "%lld", (long long)device);
}

/* Whether what stands before the colon, or alone, is one of the words. */
static bool is_word(const char *text)
{
	size_t length = strcspn(text, ":");
	for (int i = 0; i < WORDS; i++)
		if (strlen(words[i]) == length && strncmp(text, words[i], length) == 0)
			return true;
	return false;
}

/* What is read wrongly in a text that stands for `wanted`. */
static const char *parse_cause(const char *text, int64_t wanted)
{
	if (wanted == CPU)
		return "cpu-name";
	if (wanted != INVALID)
		return "gpu-name";
	return is_word(text) ? "text-left" : "no-device-word";
}

/* Longer than the room that somebody may have made for a word. */
enum { LONG = 300 };

/* A text that is none, and that nobody has seen before: a letter too many, another one or one too few, far too many, or a
 * number that does not stand alone behind a colon. */
static const char *draw_no_device(Judge *j, int kind)
{
	const char *word = words[judge_between(j, 0, WORDS - 1)], *text;
	do {
		char letter = (char)('a' + judge_between(j, 0, 25));
		char other = "!#%*,./;=_"[judge_between(j, 0, 9)]; /* than letters, too */
		int at = (int)judge_between(j, 0, (int64_t)strlen(word)),
		    number = (int)judge_between(j, 1, 9999), more = (int)judge_between(j, 10, 9999);
		const char *colon = number % 2 ? judge_text(j, ":%d", number) : "";
		switch (kind) {
		case 0:
			text = judge_text(j, "%.*s%c%s%s", at, word, letter, word + at, colon);
			break;
		case 1:
			text = judge_text(j, "%.*s%c%s%s", at, word, letter,
					  word + at + (word[at] != '\0'), colon);
			break;
		case 2:
			text = judge_text(j, "%s:%d%c", word, number, letter);
			break;
		case 3:
			text = judge_text(j, "%s:%c%d", word, letter, number);
			break;
		case 4:
			text = judge_text(j, "%s:%d%c", word, number, other);
			break;
		case 5:
			text = judge_text(j, "%s:%c%d", word, other, number);
			break;
		case 6:
			text = judge_text(j, "%.*s%s", at > 0 ? at - 1 : 0, word, colon);
			break;
		case 7:
			text = judge_text(j, "%s%d%s", word, number, colon);
			break;
		case 8: /* behind two digits at least, and with others behind it */
			text = judge_text(j, "%s:%d%c%d", word, more, letter, number);
			break;
		case 9:
			text = judge_text(j, "%s:%d%c%d", word, more, number % 3 ? other : ':',
					  number);
			break;
		case 10: /* whoever reads its first characters alone sees a device */
			text = judge_text(j, "%s:%d%0*d%c", word, more, LONG, 0, letter);
			break;
		default:
			text = judge_text(j, "%s%0*d%s", word, LONG, 0, colon);
		}
	} while ((kind < 2 || kind == 6) && is_word(text));
	return text;
}

void judge_1_3(Judge *j)
{
	enum {
		KNOWN = sizeof device_names / sizeof *device_names,
		NUMBERED = KNOWN + WORDS * DIGITS_MOST,
		KINDS = 12,
		COUNT = NUMBERED + 2 * KINDS
	};
	const char *texts[COUNT], *all = "";
	int64_t wanted[COUNT], order[COUNT] = {0}, count;
	draw_order(j, order, COUNT);
	for (int i = 0; i < KNOWN; i++) {
		texts[order[i]] = device_names[i].text;
		wanted[order[i]] = device_names[i].device;
	}
	for (int i = KNOWN; i < NUMBERED; i++) {
		const int word = (i - KNOWN) % WORDS;
		int number = draw_number(j, 1 + (i - KNOWN) / WORDS);
		texts[order[i]] = judge_text(j, "%s:%d", words[word], number);
		wanted[order[i]] = word == CPU_WORD ? CPU : number;
	}
	for (int i = NUMBERED; i < COUNT; i++) {
		texts[order[i]] = draw_no_device(j, i % KINDS);
		wanted[order[i]] = INVALID;
	}
	for (int i = 0; i < COUNT; i++)
		all = i ? judge_text(j, "%s\n%s", all, texts[i]) : texts[i];
	Run *r = judge_run(j, 0);
	run_text(r, "texts", all);
	run_int(r, "count", COUNT);
	run_go(r);
	const int64_t *got = run_get_ints(r, "devices", &count);
	judge_complete(j, count == COUNT);
	judge_that_for(j, run_get_int(r, "kept"), "text-changed",
		       "a text that was to be read was changed");
	for (int i = 0; i < COUNT; i++)
		judge_that_for(j, got[i] == wanted[i], (parse_cause(texts[i], wanted[i])),
			       "parse_device(\"%.40s%s\"): wanted %s, got %s", texts[i],
			       strlen(texts[i]) > 40 ? "..." : "", say_device(j, wanted[i]),
			       say_device(j, got[i]));
	int refused = 0;
	for (int i = 0; i < COUNT; i++)
		refused += got[i] == INVALID;
	judge_lesson(j,
		     "A name is right only if all of it was read, to its last character: of %d "
		     "texts yours took %d and refused %d, the same ones as the framework.",
		     COUNT, COUNT - refused, refused);
}
