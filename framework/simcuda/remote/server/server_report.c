/* server_report.c - counters and findings as the machine itself has them, whatever the program
 * wrote:
 *
 *     {"finished":true, "findings":[{"kind":"leak", "message":"..."}],
 *      "counters":{"copies_h2d":3, ...}}
 *
 * A judge has asked for the counters itself, of each part: to it they do not come.
 * "finished" says that the program came to its end and had its leaks looked for. Lines of code are
 * not in it: only the program knows where its code lies. */
#include "framework/simcuda/remote/server/server_report.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static json_t *counters_json(const SimcudaCounters *c)
{
	const struct {
		const char *name;
		uint64_t value;
	} all[] = {
		{"copies_h2d", c->copies_h2d},
		{"copies_d2h", c->copies_d2h},
		{"copies_d2d", c->copies_d2d},
		{"copies_p2p", c->copies_p2p},
		{"bytes_h2d", c->bytes_h2d},
		{"bytes_d2h", c->bytes_d2h},
		{"bytes_d2d", c->bytes_d2d},
		{"bytes_p2p", c->bytes_p2p},
		{"linked_h2d", c->linked_h2d},
		{"linked_d2h", c->linked_d2h},
		{"linked_p2p", c->linked_p2p},
		{"links_h2d", c->links_h2d},
		{"links_d2h", c->links_d2h},
		{"links_p2p", c->links_p2p},
		{"memsets", c->memsets},
		{"launches", c->launches},
		{"synchronizes", c->synchronizes},
		{"allocations", c->allocations},
		{"from_pool", c->from_pool},
		{"frees", c->frees},
		{"live_bytes", c->live_bytes},
		{"peak_bytes", c->peak_bytes},
		{"library_bytes", c->library_bytes},
		{"api_calls", c->api_calls},
		{"asked_pointers", c->asked_pointers},
		{"asked_times", c->asked_times},
		{"streams", c->streams},
		{"streams_apart", c->streams_apart},
		{"events", c->events},
		{"handles", c->handles},
		{"resets", c->resets},
		{"host_ns", (uint64_t)c->host_ns},
	};
	json_t *object = json_object();
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		json_object_set_new(object, all[i].name, json_integer((json_int_t)all[i].value));
	return object;
}

static json_t *report_json(const Server *server)
{
	const SimFinding *findings = NULL;
	int count = server->sim ? sim_findings(server->sim, &findings) : 0;
	json_t *list = json_array();
	for (int i = 0; i < count; i++)
		json_array_append_new(list, json_pack("{s:s, s:s}", "kind",
						      sim_finding_kind_name(findings[i].kind),
						      "message", findings[i].message));
	return json_pack("{s:b, s:s, s:o}", "finished", server->finished || !server->sim, "refused",
			 server->refused, "findings", list);
}

int report_write(const Server *server, const char *path)
{
	SimcudaCounters counters = {0};
	json_t *root = report_json(server);
	if (server->sim)
		sim_counters(server->sim, 0, &counters);
	json_object_set_new(root, "counters", counters_json(&counters));
	int failed = !root || json_dump_file(root, path, JSON_COMPACT) != 0;
	json_decref(root);
	return failed ? -1 : 0;
}

static int all_send(int fd, const char *text)
{
	for (size_t left = strlen(text); left > 0;) {
		ssize_t sent = send(fd, text, left, MSG_NOSIGNAL);
		if (sent < 0 && errno != EINTR)
			return -1;
		text += sent < 0 ? 0 : sent;
		left -= sent < 0 ? 0 : (size_t)sent;
	}
	return 0;
}

/* In one piece: json_dumpfd() makes a system call of every word and every quotation mark. */
int report_send(const Server *server, int fd)
{
	json_t *root = report_json(server);
	char *text = root ? json_dumps(root, JSON_COMPACT) : NULL;
	int failed = !text || all_send(fd, text) < 0;
	free(text);
	json_decref(root);
	return failed ? -1 : 0;
}
