/* channel_windows.c - where measured windows begin and end, and what the machine says of them. */
#include <stdbool.h>
#include <string.h>

#include "grader/wire/channel_inside.h"

static bool window_fits(const FrameWindow *window)
{
	/* What only ever grows cannot have shrunk. live_bytes alone may. */
#define GREW(field) (window->end.field >= window->go.field)
	return window->counted == 0 ||
	       (window->counted == 1 && GREW(copies_h2d) && GREW(copies_d2h) && GREW(copies_d2d) &&
		GREW(copies_p2p) && GREW(bytes_h2d) && GREW(bytes_d2h) && GREW(bytes_d2d) &&
		GREW(bytes_p2p) && GREW(pinned_bytes) && GREW(managed_bytes) && GREW(linked_h2d) &&
		GREW(linked_d2h) && GREW(linked_p2p) && GREW(links_h2d) && GREW(links_d2h) &&
		GREW(links_p2p) && GREW(memsets) && GREW(launches) && GREW(synchronizes) &&
		GREW(allocations) && GREW(library_calls) && GREW(from_pool) && GREW(frees) &&
		GREW(peak_bytes) && GREW(api_calls) && GREW(asked_pointers) &&
		GREW(asked_allocations) && GREW(asked_times) && GREW(streams) &&
		GREW(streams_apart) && GREW(events) && GREW(resets) && GREW(host_ns));
#undef GREW
}

static int orders_give(Channel *c, const Orders *o)
{
	for (int gpu = 0; gpu < ORDERS_GPUS; gpu++)
		if (o->slow[gpu] > 0 &&
		    channel_link_done(c, c->link.slow(c->link.context, gpu, o->slow[gpu])) < 0)
			return -1;
	if (o->hands && channel_link_done(c, c->link.hand(c->link.context, o->dye, o->dyes)) < 0)
		return -1;
	return o->order ? channel_link_done(c, c->link.order(c->link.context, o->order)) : 0;
}

static int failing_arm(Channel *c, const Failing *failing)
{
	return failing->kind ? channel_link_done(c, c->link.arm(c->link.context, failing->kind,
								failing->at, failing->times,
								failing->what))
			     : 0;
}

static int windows_most(const Channel *c)
{
	const int wanted = c->windows[c->round];

	return wanted > 0 && wanted < FRAME_WINDOWS ? wanted : FRAME_WINDOWS;
}

int channel_window_begin(Channel *c, Answers *answers)
{
	if (answers->begun > answers->ended)
		return channel_slip(c, "drive_go was called twice");
	if (answers->begun == windows_most(c))
		return channel_slip(c, "drive_go was called too often");
	/* what was done since then nobody has counted */
	if (c->thawed && (c->thaws[c->round] == 0 || answers->begun < c->thaws[c->round]))
		return channel_slip(c, "drive_go was called after drive_thaw");
	const Orders *orders = &c->orders[c->round];
	const int window = answers->begun++;

	answers->linked = c->link.peek != NULL;
	c->thawed = 0;
	if (c->link.arm && window == 0 && orders_give(c, orders) < 0)
		return -1;
	if (c->link.arm && window == orders->failing.window && failing_arm(c, &orders->failing) < 0)
		return -1;
	if (c->link.go && channel_link_done(c, c->link.go(c->link.context, c->single,
							  c->rough[c->round], &c->seen)) < 0)
		return -1;
	return channel_go(c);
}

/* Eleven days, in ns. A program can move the clock on as far as it likes; at its end nothing takes time any more, and
 * before that nothing takes little. */
#define CLOCK_MOST INT64_C(1000000000000000)

/* The counters of a window. */
int channel_window_end(Channel *c, Answers *answers, const unsigned char *payload)
{
	const int number = answers->ended;
	FrameWindow *window = &answers->window[number];

	if (answers->begun == 0)
		return channel_slip(c, "drive_end was called before drive_go");
	if (answers->ended == answers->begun)
		return channel_slip(c, "drive_end was called twice");
	answers->ended++;
	memcpy(window, payload, sizeof *window);
	if (!c->link.freeze)
		return window_fits(window) ? 0 : -1;
	*window = (FrameWindow){1, c->seen, c->seen};
	int second = 0;

	if (channel_link_done(c, c->link.freeze(c->link.context, &window->end, &second)) < 0 ||
	    channel_link_done(c, c->link.marks(c->link.context, &answers->marks[number].mark,
					       &answers->marks[number].count,
					       &answers->marks[number].lost)) < 0 ||
	    (c->link.launched &&
	     channel_link_done(c, c->link.launched(c->link.context, &answers->launched[number].list,
						   &answers->launched[number].count,
						   &answers->launched[number].lost,
						   &answers->launched[number].readings)) < 0) ||
	    (c->link.notes &&
	     channel_link_done(c, c->link.notes(c->link.context, &answers->notes[number].list,
						&answers->notes[number].count,
						&answers->notes[number].lost,
						&answers->notes[number].rest)) < 0) ||
	    (c->link.kernels && window->end.launches > window->go.launches &&
	     channel_link_done(c, c->link.kernels(c->link.context, &answers->kernels[number].list,
						  &answers->kernels[number].count,
						  &answers->kernels[number].lost)) < 0) ||
	    (c->link.events && window->go.events > 0 &&
	     channel_link_done(c, c->link.events(c->link.context, window->go.events,
						 &answers->events[number].list,
						 &answers->events[number].count)) < 0))
		return -1;
	if (window->end.host_ns > CLOCK_MOST)
		return channel_slip(c, "more time has passed than the machine can tell apart");
	answers->second |= second;
	return channel_go(c);
}

/* Results that are told from here on are late. */
int channel_thaw(Channel *c, const Answers *answers)
{
	if (answers->ended == 0 || answers->ended < answers->begun)
		return channel_slip(c, "drive_thaw was called before drive_end");
	if (c->thawed)
		return channel_slip(c, "drive_thaw was called twice");
	if (c->link.thaw && channel_link_done(c, c->link.thaw(c->link.context)) < 0)
		return -1;
	c->thawed = 1;
	return c->link.thaw ? channel_go(c) : 0;
}
