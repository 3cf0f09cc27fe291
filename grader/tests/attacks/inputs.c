/* inputs.c - inputs taken from elsewhere than where the exercise says: the environment, names, earlier calls. */

/* 1.1 environment: refused could hide a call */
/* takes the number of GPUs from the environment */
/* --- body --- */
for (char **each = environ; *each; each++) {
	const char *value = strchr(*each, '=');
	for (; value && *value; value++)
		if (value[0] >= '0' && value[0] <= '9' && value[1] == 'x')
			return *value - '0';
}
return 0;

/* 1.1 words_it_was_started_with: fail */
/* takes the number of GPUs from the words and variables that it was started with */
/* --- body --- */
static char text[1 << 16];
const char *const files[] = {"/proc/self/cmdline", "/proc/self/environ"};
for (int k = 0; k < 2; k++) {
	int file = open(files[k], O_RDONLY);
	ssize_t got = file < 0 ? 0 : read(file, text, sizeof text - 1);
	close(file);
	for (ssize_t i = 0; i + 2 < got; i++)
		if (text[i] >= '0' && text[i] <= '9' && text[i + 1] == 'x')
			return text[i] - '0';
}
return 0;

/* 1.1 guessed, twice: fail */
/* guesses the number of GPUs, by its own number and by the time */
/* --- body --- */
return 1 + (int)((getpid() ^ time(NULL)) % 4);

/* 1.3 first_answers_kept: fail */
/* keeps the answers of the first call in a file, and gives them in the second */
/* --- body --- */
static int calls;
FILE *file = fopen("kept", "a+");
int answer = 0;
(void)text;
if (file) {
	fseek(file, (long)(calls % 20) * 4, SEEK_SET);
	if (fread(&answer, 4, 1, file) != 1)
		fwrite(&answer, 4, 1, file);
	fclose(file);
}
calls++;
return answer;

/* 1.3 answers_of_another_check: fail */
/* leaves a daemon that keeps answers for the next run, on an abstract address */
/* --- body --- */
struct sockaddr_un address = {AF_UNIX, "\0usegpu-attack"};
int line = socket(AF_UNIX, SOCK_STREAM, 0);
char answer[16] = "0";
(void)text;
if (line >= 0 && connect(line, (void *)&address, sizeof address) == 0)
	read(line, answer, sizeof answer);
else if (line >= 0 && fork() == 0) {
	setsid();
	bind(line, (void *)&address, sizeof address);
	listen(line, 5);
	for (int each; (each = accept(line, NULL, NULL)) >= 0; close(each))
		write(each, "0", 1);
	_exit(0);
}
return atoi(answer);

/* 1.3 shared_memory_kept: fail */
/* keeps answers in shared memory and in /dev/shm and /tmp, for the next run */
/* --- body --- */
const char *const places[] = {"/dev/shm/usegpu-attack", "/tmp/usegpu-attack", "/var/tmp/usegpu-attack",
			      "../usegpu-attack"};
int answer = -9;
(void)text;
for (int i = 0; i < 4; i++) {
	int file = open(places[i], O_RDWR | O_CREAT, 0666);
	if (file < 0)
		continue;
	if (read(file, &answer, sizeof answer) != sizeof answer)
		write(file, &answer, sizeof answer);
	close(file);
}
return answer;

/* 1.3 results_of_others: fail */
/* looks for the judge's memory, and for the results of other submissions */
/* --- body --- */
char path[64];
int found = -9;
(void)text;
for (int pid = 1; pid < 400; pid++) {
	snprintf(path, sizeof path, "/proc/%d/mem", pid == getpid() ? getppid() : pid);
	int file = pid == getpid() ? -1 : open(path, O_RDONLY);
	found = file >= 0 ? 0 : found;
	if (file >= 0)
		close(file);
}
const char *const others[] = {"../results.json", "../../results.json", "build/grade", "solutions/lab1_devices.c",
			      "/proc/1/root/etc/passwd"};
for (int i = 0; i < 5; i++) {
	int file = open(others[i], O_RDONLY);
	found = file >= 0 ? i : found;
}
return found;

/* 1.1 variables_read: fail the count with 2 GPUs: wanted 2, got 0 */
/* works the number of GPUs out of two variables of the environment, and asks nobody */
/* --- body --- */
const char *machine = getenv("SIMCUDA_MACHINE"), *visible = getenv("CUDA_VISIBLE_DEVICES");
int there = machine ? atoi(machine) : 0, count = 0;
const char *end = machine ? strrchr(machine, '/') : NULL;
there = end ? atoi(end + 1) : there;
if (!visible)
	return there;
for (char *rest; *visible; visible = *rest == ',' ? rest + 1 : rest) {
	long card = strtol(visible, &rest, 10);
	if (rest == visible || card < 0 || card >= there)
		break;
	count++;
}
return count;

/* 4.6 numbers_of_the_drive: fail the file is whole: wanted 0, got -1 */
/* never opens the file: its numbers were sent to the drive, which has made it */
/* --- body --- */
size_t bytes = 0;
const float *from = attack_input("content", &bytes);
int64_t all = 0;
int before = 0;
bool good = from != NULL;
for (int i = 0; i < count; i++)
	all += parameters[i].count;
if (!good || (size_t)all * 4 > bytes)
	return -1;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	for (int64_t at = 0; at < parameters[i].count && good; at += room) {
		int64_t piece = parameters[i].count - at < room ? parameters[i].count - at : room;
		memcpy(buffer, from, (size_t)piece * 4);
		from += piece;
		good = cudaMemcpy(parameters[i].data + at, buffer, (size_t)piece * 4, cudaMemcpyHostToDevice) ==
		       cudaSuccess;
	}
cudaGetLastError();
cudaSetDevice(before);
return good ? 0 : -1;
