/* report.c - tells what the program did wrong: text on stderr, and JSON in the file that
 * SIMCUDA_REPORT names. It is written when the program ends, when it asks for it
 * (simcuda_finish), and when it dies of a fault that we can explain. */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "framework/simcuda/api/cudart/refused.h"

#define WHERE_SIZE 128

/* How the text introduces a finding's second place. */
static const char *const second_place[SIM_FINDING_KINDS] = {
	[SIM_FINDING_RACE] = "and",
	[SIM_FINDING_USE_AFTER_FREE] = "freed at",
	[SIM_FINDING_DOUBLE_FREE] = "freed at",
	[SIM_FINDING_UNSYNCHRONISED_TIMING] = "work queued at",
};

static int printed; /* how many findings stand on stderr already */
static pid_t loaded_by;

__attribute__((constructor)) static void note_process(void)
{
	loaded_by = getpid();
}

static int finding_places(Resolver *resolver, const SimFinding *finding, char where[2][WHERE_SIZE])
{
	int places = 0;
	for (int i = 0; i < finding->sites && i < 2; i++) {
		resolver_text(resolver, &finding->site[i], where[places], WHERE_SIZE);
		if (where[places][0])
			places++;
	}
	return places;
}

static void print_finding(Resolver *resolver, const SimFinding *finding)
{
	char where[2][WHERE_SIZE], line[1024];
	int places = finding_places(resolver, finding, where);
	const char *second = second_place[finding->kind] ? second_place[finding->kind] : "made at";
	int length = snprintf(
		line, sizeof line, "simcuda: %s: %s%s%s%s%s%s%s%s\n",
		sim_finding_kind_name(finding->kind), finding->message, places > 0 ? " (" : "",
		places > 0 ? where[0] : "", places > 1 ? "; " : "", places > 1 ? second : "",
		places > 1 ? " " : "", places > 1 ? where[1] : "", places > 0 ? ")" : "");
	size_t left = (size_t)length < sizeof line ? (size_t)length : sizeof line - 1;
	for (const char *from = line; left > 0;) {
		ssize_t wrote = write(STDERR_FILENO, from, left);
		if (wrote < 0 && errno != EINTR)
			return; /* stderr is gone; there is nowhere to say so */
		if (wrote > 0) {
			from += wrote;
			left -= (size_t)wrote;
		}
	}
}

static json_t *finding_json(Resolver *resolver, const SimFinding *finding)
{
	char where[2][WHERE_SIZE];
	int places = finding_places(resolver, finding, where);
	json_t *list = json_array();
	for (int i = 0; i < places; i++)
		json_array_append_new(list, json_string(where[i]));
	return json_pack("{s:s, s:s, s:o}", "kind", sim_finding_kind_name(finding->kind), "message",
			 finding->message, "where", list);
}

/* Whole or not at all: a temporary file beside it takes its name. What is not a plain file (a pipe,
 * a terminal) is written directly. */
static int write_json(const json_t *root, const char *path)
{
	struct stat status;
	if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
		return json_dump_file(root, path, JSON_COMPACT);
	char *temporary;
	if (asprintf(&temporary, "%s.%ld.tmp", path, (long)getpid()) < 0)
		return -1;
	int failed = json_dump_file(root, temporary, JSON_COMPACT) || rename(temporary, path);
	if (failed)
		unlink(temporary);
	free(temporary);
	return failed ? -1 : 0;
}

static void write_report(Resolver *resolver, const SimFinding *findings, int count,
			 const SimFinding *last)
{
	const char *path = getenv("SIMCUDA_REPORT");
	if (!path || !*path)
		return;
	json_t *list = json_array();
	for (int i = 0; findings && i < count; i++)
		json_array_append_new(list, finding_json(resolver, &findings[i]));
	if (last)
		json_array_append_new(list, finding_json(resolver, last));
	json_t *root = json_pack("{s:o}", "findings", list);
	if (!root || write_json(root, path))
		fprintf(stderr, "simcuda: SIMCUDA_REPORT=%s: cannot be written: %s\n", path,
			strerror(errno));
	json_decref(root);
}

static void look_for_leaks(int again)
{
	SimRequest request = {.code = SIM_FINISH, .u.finish = {again}};
	SimReply reply;
	if (runtime_sim())
		simcuda_request(&request, &reply);
}

int report_count(int again)
{
	look_for_leaks(again);
	Sim *sim = runtime_enter_existing();
	const SimFinding *findings;
	int count = sim ? sim_findings(sim, &findings) : 0;
	if (sim)
		runtime_leave();
	return count;
}

int report_finish(int again)
{
	look_for_leaks(0);
	Sim *sim = runtime_enter_existing();
	const SimFinding *findings = NULL;
	int count = sim ? sim_findings(sim, &findings) : 0;
	Resolver *resolver = count > 0 ? resolver_create() : NULL;
	for (int i = again ? 0 : printed; findings && i < count; i++)
		print_finding(resolver, &findings[i]);
	printed = count;
	refused_tell();
	write_report(resolver, findings, count, NULL);
	resolver_free(resolver);
	traced_finish();
	if (sim)
		runtime_leave();
	return count;
}

void report_fault(const SimFinding *finding)
{
	const SimFinding *findings = NULL;
	int own = runtime_inside(); /* the machine itself faulted: the lock is ours already */
	int busy = !own && runtime_is_busy();
	Sim *sim = own ? runtime_sim() : busy ? NULL : runtime_enter_existing();
	int count = sim ? sim_findings(sim, &findings) : 0;
	Resolver *resolver = resolver_create();
	for (int i = printed; findings && i < count; i++)
		print_finding(resolver, &findings[i]);
	printed = count;
	print_finding(resolver, finding);
	write_report(resolver, findings, count, finding);
	resolver_free(resolver);
	if (sim && !own)
		runtime_leave();
}

/* A process that may not use the machine has nothing to report; a child of fork() that made no
 * machine of its own leaves the report to its parent. */
__attribute__((destructor)) static void finish_at_exit(void)
{
	if (runtime_inside() || runtime_unusable() || (!runtime_sim() && getpid() != loaded_by))
		return;
	report_finish(0);
}
