/* server_report.h - what a machine counted and found, in a file. */
#ifndef SERVER_REPORT_H
#define SERVER_REPORT_H

#include "framework/simcuda/remote/server/server.h"

/* Writes counters and findings as JSON. 0, or -1 with errno. */
int report_write(const Server *server, const char *path);

/* The findings to a descriptor. */
int report_send(const Server *server, int fd);

#endif
