/* log.h - what the grader printed about one submission. */
#ifndef LOG_H
#define LOG_H

#include <stddef.h>

#define LOG_FILE "log.txt"

/* Why the grader failed, one line, from FOLDER/log.txt and its status as of waitpid() (-1: it could
 * not be started). */
void log_reason(const char *folder, int status, char *why, size_t why_size);

#endif
