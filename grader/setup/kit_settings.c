/* kit_settings.c - read once, when first asked for. */
#include "grader/setup/kit_settings.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/file.h"
#include "grader/base/text.h"

#define SETTINGS_MAX 65536

static char program[PATH_MAX], build[PATH_MAX] = "build", root[PATH_MAX];
static char *settings; /* the file; "" where it cannot be read */

/* Removes the last part of the path. */
static int folder_above(char *path)
{
	char *slash = strrchr(path, '/');

	if (!slash || slash == path)
		return 0;
	*slash = '\0';
	return 1;
}

static int kit_is_in(const char *folder)
{
	char *mark = text_new("%s/grader/stubs/lab.h", folder);
	int there = access(mark, F_OK) == 0;

	free(mark);
	return there;
}

static void places_find(void)
{
	char whole[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
	size_t above;

	if (length <= 0)
		return;
	program[length] = '\0';
	text_format(whole, sizeof whole, "%s", program);
	for (int up = 0; up < 2; up++) /* from BUILD/bin/usegpu */
		if (!folder_above(whole))
			return;
	text_format(build, sizeof build, "%s", whole);
	text_format(root, sizeof root, "%s", whole);
	while (folder_above(root) && !kit_is_in(root))
		;
	above = strlen(root);
	if (!kit_is_in(root))
		root[0] = '\0';
	else if (strncmp(whole, root, above) == 0 && whole[above] == '/')
		text_format(build, sizeof build, "%s", whole + above + 1);
}

static void settings_load(void)
{
	char *path;
	size_t bytes;

	if (settings)
		return;
	places_find();
	path = text_new("%s%s%s/settings", build[0] == '/' ? "" : root,
			build[0] == '/' || !root[0] ? "" : "/", build);
	settings = file_load(AT_FDCWD, path, SETTINGS_MAX, &bytes);
	free(path);
	if (!settings || bytes >= SETTINGS_MAX) {
		settings = text_new("%s", "");
		return;
	}
	settings[bytes] = '\0';
}

const char *kit_setting(const char *name, const char *otherwise)
{
	static char *lines[64];
	static int count = -1;
	size_t length = strlen(name);

	settings_load();
	if (count < 0) {
		char *rest = settings;

		for (count = 0; rest && count < 64;)
			lines[count++] = strsep(&rest, "\n");
	}
	for (int i = 0; i < count; i++)
		if (strncmp(lines[i], name, length) == 0 && lines[i][length] == '=')
			return lines[i] + length + 1;
	return otherwise;
}

const char *kit_build(void)
{
	settings_load();
	return build;
}

const char *kit_root(void)
{
	settings_load();
	return root[0] != '\0' ? root : NULL;
}

const char *kit_program(void)
{
	settings_load();
	return program[0] != '\0' ? program : NULL;
}
