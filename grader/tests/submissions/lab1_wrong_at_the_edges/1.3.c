/* three letters of "cuda" are not enough */
if (!text)
	return INVALID_DEVICE;
bool slash = *text == '/';
text += slash;
bool cpu = strncasecmp(text, "cpu", 3) == 0;
bool cuda = !slash && strncasecmp(text, "cuda", 3) == 0;
if (!cpu && !cuda && strncasecmp(text, "gpu", 3) != 0)
	return INVALID_DEVICE;
text += cuda ? 4 : 3;
if (*text == '\0' && !slash)
	return cpu ? CPU_DEVICE : 0;
if (text[0] != ':' || text[1] < '0' || text[1] > '9')
	return INVALID_DEVICE;
char *end;
long index = strtol(text + 1, &end, 10); /* too long a number gives LONG_MAX */
if (*end != '\0' || index > INT_MAX)
	return INVALID_DEVICE;
return cpu ? CPU_DEVICE : (int)index;
