/* channel.h - a part of drive.c: bytes and frames on the descriptor that the judge has the other end of. */
#ifndef GRADER_DRIVE_CHANNEL_H
#define GRADER_DRIVE_CHANNEL_H

static size_t channel_some(void *to, size_t bytes)
{
	for (;;) {
		ssize_t got = read(CHANNEL_FD, to, bytes);

		if (got > 0)
			return (size_t)got;
		if (got < 0 && errno == EINTR)
			continue;
		fprintf(stderr, "drive: the judge is gone\n");
		drive_leave(got == 0 ? DRIVE_SHUT : DRIVE_LOST);
	}
}

/* What came with what was asked for: most frames are short, and there are many. */
static char unread[4096];
static size_t unread_from, unread_to;

static void channel_read(void *to, size_t bytes)
{
	char *at = to;

	while (bytes > 0) {
		size_t some = unread_to - unread_from;

		if (some == 0 && bytes >= sizeof unread) {
			some = channel_some(at, bytes);
		} else if (some == 0) {
			unread_from = 0;
			unread_to = channel_some(unread, sizeof unread);
			continue;
		} else {
			some = some < bytes ? some : bytes;
			memcpy(at, unread + unread_from, some);
			unread_from += some;
		}
		at += some;
		bytes -= some;
	}
}

static void channel_write(const void *from, size_t bytes)
{
	const char *at = from;

	while (bytes > 0) {
		ssize_t put = write(CHANNEL_FD, at, bytes);

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			drive_leave(DRIVE_LOST);
		at += put;
		bytes -= (size_t)put;
	}
}

/* Results wait here until the judge has to know: each write would wake it up. */
static char unsent[1 << 16];
static size_t unsent_bytes;

static void unsent_send(void)
{
	channel_write(unsent, unsent_bytes);
	unsent_bytes = 0;
}

static void unsent_add(const void *bytes, size_t count)
{
	if (unsent_bytes + count > sizeof unsent)
		unsent_send();
	if (count > sizeof unsent) {
		channel_write(bytes, count);
	} else if (count > 0) {
		memcpy(unsent + unsent_bytes, bytes, count);
		unsent_bytes += count;
	}
}

/* A payload of NULL with bytes of 0 is an empty one; `nothing` marks one that is not there. */
static volatile sig_atomic_t sending; /* a frame is half out: a signal must not put another in it */

static void frame_send(FrameType type, int nothing, const char *name, const void *payload,
		       size_t bytes)
{
	FrameHead head = {(uint16_t)type, (uint16_t)nothing, (uint32_t)strlen(name), bytes};

	sending = 1;
	unsent_add(&head, sizeof head);
	unsent_add(name, head.name_bytes);
	unsent_add(payload, bytes);
	if (type > FRAME_TENSOR) /* no result, or one that the judge has to look at */
		unsent_send();
	sending = 0;
}

#endif
