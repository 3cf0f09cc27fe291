/* signal_words.h - what a signal that has ended a program is called for students. */
#ifndef GRADER_BASE_SIGNAL_WORDS_H
#define GRADER_BASE_SIGNAL_WORDS_H

/* "segmentation fault"; of an unknown one "ended by a signal". */
const char *signal_words(int number);

#endif
