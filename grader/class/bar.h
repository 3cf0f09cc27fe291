/* bar.h - how far a class run is, on the last line of a terminal. Where stdout is no terminal
 * nothing of it is printed. */
#ifndef BAR_H
#define BAR_H

typedef struct Bar {
	int wanted; /* 1: stdout is a terminal */
	int total, done;
	double begin; /* seconds */
} Bar;

void bar_begin(Bar *bar, int total);

/* One more is done; the line is drawn anew. `name` is the last one's, clean. */
void bar_step(Bar *bar, const char *name);

/* Takes the line away, so that something else can be printed, and at the end. */
void bar_clear(const Bar *bar);

/* The line itself, at most `width` columns, after `seconds`; for tests. */
void bar_text(const Bar *bar, double seconds, int width, const char *name, char *out, int size);

#endif
