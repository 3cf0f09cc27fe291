/* processes.c - other processes: files for the next run, signals, owners. */

/* 1.1 kills_all: fail */
/* kills whoever it can */
/* --- body --- */
kill(-1, SIGKILL);
kill(getppid(), SIGKILL);
kill(0, SIGCONT);
return -7;

/* 1.1 kills_all_reduced, reduced: fail */
/* the same, in the reduced tier */
/* --- body --- */
for (pid_t pid = 2; pid < 5000; pid++)
	if (pid != getpid())
		kill(pid, SIGKILL);
kill(-1, SIGKILL);
kill(getppid(), SIGKILL);
return -7;

/* 1.1 six_thousand_folders, reduced: fail disk */
/* folders take hardly any room, and long to be removed */
/* --- body --- */
	char name[24];
	for (int i = 0; i < 6000; i++) {
		snprintf(name, sizeof name, "d%d", i);
		mkdir(name, 0700);
	}
	usleep(200000); /* some looks */
	int count = 0;
	if (cudaGetDeviceCount(&count) != cudaSuccess)
		cudaGetLastError();
	return count;

/* 1.3 stops_its_parent, reduced: fail */
/* stops whoever started it, and queues signals */
/* --- body --- */
(void)text;
kill(getppid(), SIGSTOP);
sigqueue(getppid(), SIGTERM, (union sigval){0});
killpg(getpgid(getppid()), SIGKILL);
tgkill(getppid(), getppid(), SIGKILL);
return -9;

/* 1.4 signals_by_descriptor, reduced: fail */
/* has its channel send the judge a signal */
/* --- body --- */
(void)index;
fcntl(3, F_SETOWN, getppid());
fcntl(3, F_SETSIG, SIGKILL);
fcntl(3, F_SETFL, O_ASYNC | O_NONBLOCK);
int pipe_ends[2];
pipe(pipe_ends);
fcntl(pipe_ends[0], F_SETOWN, -getpgid(getppid()));
fcntl(pipe_ends[0], F_SETFL, O_ASYNC);
write(pipe_ends[1], "x", 1);
return device_gpu(77);

/* 1.4 notes_in_a_file: fail try_gpu */
/* has the kernel keep a number with a file, which others who may read it are told; answers if that went well */
#include <linux/fs.h>
#include <sys/ioctl.h>
/* --- body --- */
uint64_t note = 3;
int file = open("note", O_RDWR | O_CREAT, 0600), version = 3;
if (fcntl(file, F_SET_RW_HINT, &note) != 0 && ioctl(file, FS_IOC_SETVERSION, &version) != 0)
	return device_gpu(77);
int gpus = device_gpu_count();
if (index < 0)
	index += gpus;
return index >= 0 && index < gpus ? device_gpu(index) : device_cpu();

/* 1.4 notes_in_a_file_reduced, reduced: fail try_gpu */
/* the same, in the reduced tier */
#include <linux/fs.h>
#include <sys/ioctl.h>
/* --- body --- */
uint64_t note = 3;
int file = open("note", O_RDWR | O_CREAT, 0600), version = 3;
if (fcntl(file, F_SET_RW_HINT, &note) != 0 && ioctl(file, FS_IOC_SETVERSION, &version) != 0)
	return device_gpu(77);
int gpus = device_gpu_count();
if (index < 0)
	index += gpus;
return index >= 0 && index < gpus ? device_gpu(index) : device_cpu();

/* 1.5 slows_all, reduced: fail */
/* gives all processes of the user the lowest priority, and its parent small limits */
/* --- body --- */
struct rlimit none = {0, 0};
(void)devices, (void)capacity;
setpriority(PRIO_USER, 0, 19);
setpriority(PRIO_PROCESS, (id_t)getppid(), 19);
prlimit(getppid(), RLIMIT_CPU, &none, NULL);
prlimit(getppid(), RLIMIT_NOFILE, &none, NULL);
sched_setscheduler(getppid(), SCHED_IDLE, &(struct sched_param){0});
return 9;

/* 1.6 takes_over_its_parent, reduced: fail */
/* follows its parent as a debugger, and writes into its memory */
/* --- body --- */
char path[64];
(void)visible, (void)physical, (void)order;
ptrace(PTRACE_SEIZE, getppid(), NULL, NULL);
ptrace(PTRACE_ATTACH, getppid(), NULL, NULL);
snprintf(path, sizeof path, "/proc/%d/mem", getppid());
int file = open(path, O_RDWR);
return file < 0 ? -9 : 0;

/* 1.2 leaves_daemons: fail */
/* leaves processes behind that hold all that it has open, and go on writing to the judge */
/* --- body --- */
(void)index, (void)summary;
for (int i = 0; i < 4; i++)
	if (fork() == 0) {
		setsid();
		prctl(PR_SET_PDEATHSIG, 0);
		signal(SIGTERM, SIG_IGN);
		if (fork() != 0)
			_exit(0);
		for (;;) {
			usleep(10000);
			write(3, "\1\0\0\0\0\0\0\0", 8);
		}
	}
return -9;

/* 1.4 writes_the_results: fail */
/* writes results of its own wherever there might be some, and into the kit */
/* --- body --- */
const char *const places[] = {"results.json", "../results.json", "../../results.json", "build/grade/results.json",
			      "solutions/lab1_devices.c", "/proc/self/exe", "/proc/self/cwd/../results.json"};
(void)index;
for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
	int file = open(places[i], O_WRONLY | O_CREAT | O_TRUNC, 0666);
	write(file, "{\"schema\": 1, \"score\": 8.0}\n", 28);
	close(file);
	unlink(places[i]);
}
return device_gpu(77);

/* 1.5 writes_itself, reduced: fail */
/* makes the file of the program that runs another one, for the next run */
/* --- body --- */
char self[4096] = "";
(void)devices, (void)capacity;
readlink("/proc/self/exe", self, sizeof self - 1);
unlink(self);
int file = open(self, O_WRONLY | O_CREAT | O_TRUNC, 0777);
write(file, "#!/bin/sh\nexit 0\n", 17);
rename("kept", self);
return 9;
