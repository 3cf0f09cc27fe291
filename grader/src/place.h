/* place.h - the line of the student's file that an address in the built program belongs to. */
#ifndef PLACE_H
#define PLACE_H

#include <stdint.h>

/* Looks at the places, innermost first, and returns the line of the first one that lies in `source`
 * ("lab3_copies.c"); 0 when none does. The places come from the student's process and the debug
 * information from the student's source, so a child process reads them: it may crash, or take too
 * long. The caller must have no other children. */
int place_line(const char *program, const char *source, const uint64_t *places, int count);

#define PLACE_FRAMES 4

/* From where in the program a call came: the places, innermost first, 0 after the last. */
typedef struct PlaceCall {
	uint64_t frame[PLACE_FRAMES];
	int line; /* in `source`; 0: elsewhere */
} PlaceCall;

/* Fills in their lines, likewise in a child process. */
void place_calls(const char *program, const char *source, PlaceCall *calls, int count);

#endif
