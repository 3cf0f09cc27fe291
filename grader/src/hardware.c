/* hardware.c - counts the driver's device files, /dev/nvidia0 and so on. */
#include "hardware.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

int hardware_gpus(void)
{
	DIR *folder = opendir("/dev");
	struct dirent *entry;
	int count = 0;

	while (folder != NULL && (entry = readdir(folder)) != NULL) {
		const char *number = entry->d_name + 6;

		if (strncmp(entry->d_name, "nvidia", 6) == 0 && *number != '\0' &&
		    strspn(number, "0123456789") == strlen(number))
			count++;
	}
	if (folder != NULL)
		closedir(folder);
	return count;
}

char *hardware_list(int gpus)
{
	const char *own = getenv("CUDA_VISIBLE_DEVICES");
	size_t length = 0;
	char list[256] = "";

	for (int i = 0; own == NULL && i < gpus; i++)
		snprintf(list + strlen(list), sizeof list - strlen(list), "%s%d", i ? "," : "", i);
	for (int i = 0; own != NULL && i < gpus && own[length] != '\0'; i++)
		length += strcspn(own + length + (i > 0), ",") + (i > 0);
	return own == NULL ? text_new("%s", list) : text_new("%.*s", (int)length, own);
}
