/* strtol takes a sign and spaces too */
if (!text)
	return INVALID_DEVICE;
int slash = *text == '/';
const char *kind = text + slash;
int cpu = !strncasecmp(kind, "cpu", 3), gpu = !strncasecmp(kind, "gpu", 3);
int cuda = !slash && !strncasecmp(kind, "cuda", 4);
if (!cpu && !gpu && !cuda)
	return INVALID_DEVICE;
kind += cuda ? 4 : 3;
if (!*kind && !slash)
	return cpu ? CPU_DEVICE : 0;
char *end;
long index = strtol(kind + 1, &end, 10);
if (*kind != ':' || end == kind + 1 || *end || index > INT_MAX || index < 0)
	return INVALID_DEVICE;
return cpu ? CPU_DEVICE : (int)index;
