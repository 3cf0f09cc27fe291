/* visible.c - CUDA_VISIBLE_DEVICES, recomputed; and decides about 1.6, where students do so. */
#include <stdio.h>
#include <string.h>

#include "grader/labs/lab1/judge.h"

int visible_order(const char *text, int physical, int *order)
{
	int count = 0, card, length;
	if (!text) {
		for (; count < physical; count++)
			order[count] = count;
		return count;
	}
	for (; sscanf(text, "%d%n", &card, &length) == 1; text += length) {
		if (card < 0 || card >= physical)
			break;
		order[count++] = card;
		length += text[length] == ',';
	}
	return count;
}

enum { BITS_24 = 1 << 24, BITS_30 = 1 << 30 };

const char *draw_visible(Judge *j, int physical, int stop)
{
	int cards[16] = {0}, count = (int)judge_between(j, 2, physical);
	for (int i = 0; i < physical; i++)
		cards[i] = i;
	for (int i = physical - 1; i > 0; i--) {
		int other = (int)judge_between(j, 0, i), card = cards[i];
		cards[i] = cards[other];
		cards[other] = card;
	}
	int at = stop ? (int)judge_between(j, 1, count - 1) : -1;
	int off = stop >= FAR_TOO_SMALL ? (int)judge_between(j, 1, 90) : 0;
	int none = stop == TOO_SMALL || stop == FAR_TOO_SMALL ? -1 - off : physical + off;
	if (off % 2) /* its lower 24 bits alone are a card's number */
		none = (none < 0 ? -BITS_24 : BITS_24) * off +
		       (int)judge_between(j, 0, physical - 1);
	const char *text = "";
	for (int i = 0; i < count; i++) {
		if (i == at)
			text = judge_text(j, "%s,%d", text, none);
		text = judge_text(j, "%s%s%d", text, i ? "," : "", cards[i]);
	}
	return text;
}

const char *say_gpus(Judge *j, int count)
{
	return judge_text(j, "%d GPU%s", count, count == 1 ? "" : "s");
}

const char no_driver[] = "no driver";

const char *say_machine(Judge *j, int physical, const char *visible)
{
	enum { SAID_MOST = 80 };
	if (visible == no_driver)
		return no_driver;
	const char *gpus = say_gpus(j, physical);
	return visible ? judge_text(j, "%s and CUDA_VISIBLE_DEVICES=\"%.*s%s\"", gpus, SAID_MOST,
				    visible, strlen(visible) > SAID_MOST ? "..." : "")
		       : gpus;
}

/* --- 1.6 -------------------------------------------------------------------------------------- */

static void judge_visible(Judge *j, int physical, const char *text)
{
	int order[17];
	int64_t room;
	int wanted = visible_order(text, physical, order);
	const int64_t mark = draw_mark(j);
	Run *r = judge_run(j, 0);
	run_int(r, "physical", physical);
	run_int(r, "mark", mark);
	run_int(r, "set", text != NULL);
	run_text(r, "visible", text ? text : "");
	run_go(r);
	const char *at = say_machine(j, physical, text);
	judge_because(j, !text || *text == '\0' ? "unset-or-empty" : "list-ends");
	judge_int(j, judge_text(j, "%s: how many are visible", at), run_get_int(r, "count"),
		  wanted);
	const int64_t *got = run_get_ints(r, "order", &room);
	judge_complete(j, room == 17);
	judge_because(j, "list-order");
	for (int i = 0; i < wanted; i++)
		judge_int(j, judge_text(j, "%s: the card behind gpu:%d", at, i), got[i], order[i]);
	judge_that_for(j, run_get_int(r, "kept"), "text-changed", "%s: the text was changed", at);
	judge_that_for(j, got[physical] == mark + physical, "written-behind",
		       "%s: order[%d] was written, behind the end", at, physical);
}

/* A card, and behind it far more numbers than there are cards, none of which names one: each of four digits, so that the
 * text is longer than any place of fixed length is likely to be. */
static const char *draw_long_visible(Judge *j, int physical)
{
	enum { NUMBERS = 300, FIRST = 1000 };
	const char *text = judge_text(j, "%d", (int)judge_between(j, 0, physical - 1));
	const int first = FIRST + (int)judge_between(j, 0, FIRST);
	for (int i = 0; i < NUMBERS; i++)
		text = judge_text(j, "%s,%d", text, first + i);
	return text;
}

void judge_1_6(Judge *j)
{
	int physical = (int)judge_between(j, 5, 16);
	judge_visible(j, physical, draw_visible(j, physical, WHOLE));
	for (int stop = TOO_SMALL; stop <= FAR_TOO_LARGE; stop++)
		judge_visible(j, physical, draw_visible(j, physical, stop));
	judge_visible(j, physical, NULL);
	judge_visible(j, physical, "");
	/* behind the last card the number of another one, but for the highest bits that an int has */
	const int high = judge_between(j, 0, 1) ? BITS_30 : -BITS_30;
	const int low = (int)judge_between(j, 0, physical - 2);
	judge_visible(j, physical, judge_text(j, "%d,%d", physical - 1, high + low));
	judge_visible(j, 16, "12,9,10"); /* numbers of two digits */
	judge_visible(j, physical, draw_long_visible(j, physical));
	judge_visible(j, 0, NULL);
	judge_visible(j, 0, "0");
	judge_lesson(j,
		     "CUDA_VISIBLE_DEVICES gives cards new numbers and ends at the first one that "
		     "is none: in \"12,9,10\" gpu:0 is card 12, by yours and by CUDA; so two "
		     "programs' gpu:0 may be two cards.");
}
