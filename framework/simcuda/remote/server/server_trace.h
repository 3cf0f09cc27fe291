/* server_trace.h - a trace that the program has no part in. One machine of a process has one. */
#ifndef SERVER_TRACE_H
#define SERVER_TRACE_H

#include "framework/simcuda/remote/server/server.h"

/* Makes a file in memory for it and returns its descriptor, or -1 with errno. */
int server_trace_open(Server *server);

/* The machine has been made; a request has been answered; nothing more comes. */
void server_trace_begin(Server *server);
void server_trace_part(const Server *server, bool begins); /* a measured part does, or ends */
void server_trace_pass_on(const Server *server);
void server_trace_end(const Server *server);

bool server_trace_is_ours(const Server *server);

#endif
