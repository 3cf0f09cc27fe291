/* hardware.c - counts the driver's device files, /dev/nvidia0 and so on. */
#include "hardware.h"

#include <dirent.h>
#include <string.h>

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
