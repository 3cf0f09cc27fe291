/* refuse.h - the one line on stderr that ends what cannot be done. */
#ifndef REFUSE_H
#define REFUSE_H

/* Prints "usegpu-class: ..." as one line that a terminal can be shown: what a name brought along
 * (line breaks, escapes) is made harmless. Returns -1. */
int refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
