/* grader_log.h - reads the log that the grader printed about one submission. */
#ifndef GRADER_CLASS_RUN_GRADER_LOG_H
#define GRADER_CLASS_RUN_GRADER_LOG_H

#include <stddef.h>

#define LOG_FILE "log.txt"

/* Why the grader failed, one line, from FOLDER/log.txt and its status as of waitpid() (-1: it could
 * not be started). */
void grader_log_reason(const char *folder, int status, char *why, size_t why_size);

#endif
