/* gpu_detect.c - counts the driver's device files, /dev/nvidia0 and so on.
 *
 * Windows's Linux has one device file for all GPUs, of whatever maker. That one of them is NVIDIA's
 * is seen by the library that its Windows driver brings along
 * (https://docs.nvidia.com/cuda/wsl-user-guide/). */
#include "grader/gpu/gpu_detect.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/text.h"

static int is_there(const char *root, const char *path)
{
	char *whole = text_new("%s%s", root, path);
	int there = access(whole, F_OK) == 0;

	free(whole);
	return there;
}

int gpu_detect_below(const char *root)
{
	char *path = text_new("%s/dev", root);
	DIR *folder = opendir(path);
	struct dirent *entry;
	int count = 0;

	free(path);
	while (folder && (entry = readdir(folder))) {
		const char *number = entry->d_name + 6;

		if (strncmp(entry->d_name, "nvidia", 6) == 0 && *number != '\0' &&
		    strspn(number, "0123456789") == strlen(number))
			count++;
	}
	if (folder)
		closedir(folder);
	if (count == 0 && is_there(root, "/dev/dxg") &&
	    is_there(root, "/usr/lib/wsl/lib/libcuda.so.1"))
		count = 1;
	return count;
}

int gpu_detect(void)
{
	int count = gpu_detect_below("");

	return count > gpu_usable() ? count : gpu_usable();
}

char *gpu_list(int gpus)
{
	const char *own = getenv("CUDA_VISIBLE_DEVICES");
	size_t length = 0;
	char list[256] = "";

	for (int i = 0; !own && i < gpus; i++)
		snprintf(list + strlen(list), sizeof list - strlen(list), "%s%d", i ? "," : "", i);
	for (int i = 0; own && i < gpus && own[length] != '\0'; i++)
		length += strcspn(own + length + (i > 0), ",") + (i > 0);
	return !own ? text_new("%s", list) : text_new("%.*s", (int)length, own);
}
