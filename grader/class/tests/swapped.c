/* swapped.c - loaded before a class run: writes the bytes of the file $SWAP_WITH into the file $SWAPPED, which is
 * open by then, when the folder is made in which an archive is unpacked for the second time: to be graded. Its owner
 * could do so at any moment. $SWAP_MARK is made the first time. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void swap(void)
{
	char bytes[65536];
	int from = open(getenv("SWAP_WITH"), O_RDONLY | O_CLOEXEC);
	int to = open(getenv("SWAPPED"), O_WRONLY | O_TRUNC | O_CLOEXEC);
	ssize_t count = read(from, bytes, sizeof bytes);

	if (count <= 0 || write(to, bytes, (size_t)count) != count)
		abort();
	close(from);
	close(to);
}

__attribute__((visibility("default"))) char *mkdtemp(char *template)
{
	char *(*real)(char *);

	*(void **)&real = dlsym(RTLD_NEXT, "mkdtemp");
	if (strstr(template, "/room/box-") && getenv("SWAP_MARK") &&
	    open(getenv("SWAP_MARK"), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) < 0)
		swap();
	return real(template);
}
