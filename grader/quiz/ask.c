/* ask.c - questions and answers in a terminal. */
#include <ctype.h>
#include <string.h>

#include "grader/base/wrap.h"
#include "grader/quiz/quiz.h"

static void paragraph(FILE *out, const char *first, const char *rest, const char *text)
{
	fputs(first, out);
	wrap_print(out, wrap_width(), (int)strlen(rest), rest, text);
}

/* The answer's place, or -1 when no more is wanted. */
static int answer_read(const Question *q, FILE *in, FILE *out)
{
	const char last = (char)('a' + q->choices - 1);
	char line[80];

	for (;;) {
		fprintf(out, "   your answer (a to %c; q ends): ", last);
		fflush(out);
		if (!fgets(line, sizeof line, in))
			return fputc('\n', out), -1;

		char *word = line + strspn(line, " \t");
		int letter = tolower((unsigned char)*word);

		if (letter == 'q')
			return -1;
		if (letter >= 'a' && letter <= last)
			return letter - 'a';
		fprintf(out, "   type a letter, a to %c\n", last);
	}
}

int quiz_ask(const Quiz *quiz, FILE *in, FILE *out)
{
	int right = 0;

	for (int i = 0; i < quiz->questions; i++) {
		const Question *q = &quiz->question[i];
		char number[16], letter[] = "   a  ";

		snprintf(number, sizeof number, "%d  ", i + 1);
		paragraph(out, number, "   ", q->text);
		for (int k = 0; k < q->choices; k++) {
			letter[3] = (char)('a' + k);
			paragraph(out, letter, "      ", q->choice[k].text);
		}

		int given = answer_read(q, in, out);

		if (given < 0)
			return -1;
		paragraph(out, "   ", "   ", q->choice[given].answer);
		right += q->choice[given].right;
		for (int k = 0; k < q->choices && !q->choice[given].right; k++) {
			if (!q->choice[k].right)
				continue;
			letter[3] = (char)('a' + k);
			paragraph(out, letter, "      ", q->choice[k].answer);
		}
		fputc('\n', out);
	}
	return right;
}
