/* look_at.h - for tests of object_look(): compiles a small lab, and looks at it with the kit's real
 * drives and libraries, in the best sandbox that this machine has. */
#ifndef GRADER_COMPILE_TESTS_LOOK_AT_H
#define GRADER_COMPILE_TESTS_LOOK_AT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/folder.h"
#include "grader/compile/object_look.h"
#include "grader/sandbox/process.h"

static char look_folder[] = "/tmp/usegpu-look-XXXXXX", look_box[64], look_object[64];
static char *look_flags[] = {NULL};
static Options look_options;      /* with the best tier that this machine has, */
static SandboxTier look_tiers[2]; /* of these */
static int look_tier_count;

static const Check look_checks[] = {
	{.id = "1.1", .function = "direct", .forbidden = "bad worse"},
	{.id = "1.2", .function = "clean", .forbidden = "bad worse"},
	{.id = "1.3", .function = "hidden"},
	{.id = "1.4", .function = "detour", .forbidden = "bad"},
	{.id = "1.5", .function = "detour"},
	{.id = "1.6", .function = "nowhere", .forbidden = "bad"},
};
static const LabChecks look_lab = {.number = 1,
				   .name = "lab1_devices",
				   .checks = look_checks,
				   .count = sizeof look_checks / sizeof *look_checks};

static int look_begin(void **state)
{
	const char *build = getenv("B");
	char why[400];
	(void)state;

	look_options.build = realpath(build ? build : "build", NULL);
	look_options.cflags = look_flags;
	if (!look_options.build || !mkdtemp(look_folder) || chmod(look_folder, 0755) < 0)
		return -1;
	snprintf(look_box, sizeof look_box, "%s/box-XXXXXX", look_folder);
	snprintf(look_object, sizeof look_object, "%s/lab.o", look_folder);
	if (sandbox_folder_create(look_box) < 0)
		return -1;
	for (int t = SANDBOX_REDUCED; t <= SANDBOX_FULL; t++)
		if (sandbox_probe((SandboxTier)t, look_box, NULL, why, sizeof why) ==
		    (SandboxTier)t)
			look_tiers[look_tier_count++] = look_options.tier = (SandboxTier)t;
	return 0;
}

static int look_end(void **state)
{
	(void)state;
	free(look_options.build);
	folder_remove(look_folder);
	return access(look_folder, F_OK) == 0 ? -1 : 0;
}

/* Makes look_object of the source. */
static void look_compile(const char *source)
{
	static ProcessEnd done;
	char *const argv[] = {"cc",
			      "-O2",
			      "-g",
			      "-fPIC",
			      "-fvisibility=hidden",
			      "-ffunction-sections",
			      "-w",
			      "-c",
			      "lab.c",
			      "-o",
			      "lab.o",
			      NULL};
	char *const env[] = {"PATH=/usr/local/bin:/usr/bin:/bin", NULL};
	ProcessSpec spec = {.argv = argv,
			    .env = env,
			    .folder = look_folder,
			    .wall_s = 60,
			    .cpu_s = 60,
			    .files = 64,
			    .file_bytes = 1 << 24};
	char path[64];
	FILE *file;

	snprintf(path, sizeof path, "%s/lab.c", look_folder);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(source, file);
	fclose(file);
	assert_int_equal(process_run(&spec, &done), 0);
	close(done.folder_fd);
	if (done.status != 0)
		fail_msg("%s", done.output);
}

static inline const ObjectLook *look_again(void)
{
	static ObjectLook look;
	size_t where;

	object_look(&look_options, &look_lab, look_box, look_object, &look);
	where = strlen(look.where);
	assert_int_equal(look.outcome != OBJECT_ALLOWED, look.message[0] != '\0');
	assert_memory_equal(look.message, look.where, look.message[0] != '\0' ? where : 0);
	return &look;
}

static inline const ObjectLook *look_at(const char *source)
{
	look_compile(source);
	return look_again();
}

#endif
