/* capture.h - runs a program and captures its output. */
#ifndef GRADER_CLASS_RUN_CAPTURE_H
#define GRADER_CLASS_RUN_CAPTURE_H

typedef struct Captured {
	int status; /* exit status; 128 + signal when a signal ended it, as at the time limit */
	char *out, *err; /* what it printed, at most 64 MiB; to be freed by capture_release */
} Captured;

/* Looks the program up in PATH, and kills it after that many seconds. Its stdin is empty, and a
 * Ctrl-C on the terminal does not reach it. 0, or -1 with errno when it cannot be run; release
 * `captured` after 0. */
int capture(const char *const *words, double seconds, Captured *captured);

void capture_release(Captured *captured);

/* The first line of stderr, else of stdout, cleaned and without "NAME: error: "; "" for none. */
void capture_complaint(const Captured *captured, char *line, int size);

#endif
