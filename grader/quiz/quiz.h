/* quiz.h - the questions at the end of a page of docs/chapter, as the page has them:
 *
 *     ## Three questions
 *
 *     **1.** Where is the sum of two tensors on `gpu:1` computed?
 *
 *     <details class="wrong"><summary>on the CPU</summary>No: why not.</details>
 *     <details class="right"><summary>on gpu:1</summary>Yes: why.</details>
 *
 * A browser shows an answer where one clicks; `usegpu quiz` asks for it in the terminal. */
#ifndef GRADER_QUIZ_QUIZ_H
#define GRADER_QUIZ_QUIZ_H

#include <stdbool.h>
#include <stdio.h>

#define QUIZ_CHOICES   5
#define QUIZ_QUESTIONS 9

typedef struct Choice {
	char *text, *answer; /* plain text, one line */
	bool right;
} Choice;

typedef struct Question {
	char *text;
	Choice choice[QUIZ_CHOICES];
	int choices;
} Question;

typedef struct Quiz {
	char *title; /* of the page */
	Question question[QUIZ_QUESTIONS];
	int questions; /* 0: the page asks nothing */
} Quiz;

/* Reads a page; quiz_free() in any case. 0, or -1 with a line on stderr that names the page and what is wrong
 * there: each question has exactly one right answer, and two at least. */
int quiz_read(const char *path, Quiz *quiz);
void quiz_free(Quiz *quiz);

/* Asks on `out`, and reads answers, a letter a line, from `in`; says at once whether each is right, and why.
 * How many were right, or -1 when it was ended before the last question, by q or the end of the input. */
int quiz_ask(const Quiz *quiz, FILE *in, FILE *out);

#endif
