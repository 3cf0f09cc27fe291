/* atoi never says that something was wrong */
if (!text)
	return INVALID_DEVICE;
const char *colon = strchr(text, ':');
int slash = *text == '/';
if (!strncasecmp(text + slash, "cpu", 3))
	return CPU_DEVICE;
if (!strncasecmp(text + slash, "gpu", 3) || !strncasecmp(text, "cuda", 4))
	return colon ? atoi(colon + 1) : 0;
return INVALID_DEVICE;
