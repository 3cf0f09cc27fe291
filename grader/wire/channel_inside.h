/* channel_inside.h - what the files of the channel share. 0, or -1 when the protocol, or the machine, does not
 * allow it: the channel is damaged then. */
#ifndef GRADER_WIRE_CHANNEL_INSIDE_H
#define GRADER_WIRE_CHANNEL_INSIDE_H

#include "grader/wire/channel.h"

/* Tells how a drive went against the order that its author was told of (drive.h). -1. */
int channel_slip(Channel *c, const char *what);

/* What the judge asked of the machine; 0, or -1 when it did not do it. */
int channel_link_done(Channel *c, DeviceAnswer answer);

int channel_go(Channel *c);

/* Counts bytes that the judge keeps; -1 when they are too many. */
int channel_bytes_take(Channel *c, uint64_t bytes);

/* channel_results.c: keeps a result that came; has one fetched that lies on a GPU. */
int channel_value_keep(Channel *c, Answers *answers, const Frame *frame);
int channel_held_keep(Channel *c, Answers *answers, const char *name);
int channel_file_keep(Channel *c, Answers *answers, const char *name);
int channel_watch_begin(Channel *c, const Answers *answers, const char *name);
int channel_place_take(Channel *c, Answers *answers, const Frame *frame);

/* channel_inputs.c: puts an input on a GPU where the program wants it. */
int channel_input_put(Channel *c, const Answers *answers, const Frame *frame);

/* channel_windows.c */
int channel_window_begin(Channel *c, Answers *answers);
int channel_window_end(Channel *c, Answers *answers, const unsigned char *payload);
int channel_thaw(Channel *c, const Answers *answers);

#endif
