/* capture.h - runs a program to read what it prints. */
#ifndef CAPTURE_H
#define CAPTURE_H

typedef struct Captured {
	int status; /* exit status; 128 and more: a signal, or it took too long and was killed */
	char *out, *err; /* what it printed, at most 64 MiB; to be freed by capture_release */
} Captured;

/* Looks the program up in PATH, and waits for its end at most that many seconds. It reads nothing,
 * and a Ctrl-C on the terminal does not reach it. 0, or -1 with errno when it cannot be run; to be
 * released in the first case. */
int capture(const char *const *words, double seconds, Captured *captured);

void capture_release(Captured *captured);

/* The first line of its stderr, else of its stdout, clean, without "NAME: error: "; "" for none. */
void capture_complaint(const Captured *captured, char *line, int size);

#endif
