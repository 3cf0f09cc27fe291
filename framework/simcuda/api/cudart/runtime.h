/* runtime.h - the inside of libcudart, grouped by source file.
 *
 * Theory of operation. An entry point such as cudaMemcpy() fills a SimRequest. request.c adds the
 * thread and the call site, takes the lock of the one machine of this process (state.c, which makes
 * it at the first call) and has it answered; then gpu-smi's entry and the trace are brought up to
 * date. The machine reaches the program's memory through host.c. A page that it has closed raises
 * SIGSEGV when the program touches it: fault.c asks the machine to open it, or explains a mistake.
 * The functions in place of the C library's (interpose/) call what stands here, never the other
 * way round. */
#ifndef RUNTIME_H
#define RUNTIME_H

#include <pthread.h>
#include <signal.h>
#include <stdio.h>

#include "framework/simcuda/api/cudart/request.h"
#include "cuda_runtime_api.h"

#define RUNTIME_MAX_PITCH 2147483647 /* of copies of rows */

/* Built with ThreadSanitizer: it has its own versions of functions that block, read, write and
 * install handlers. */
#if defined(__SANITIZE_THREAD__)
#define RUNTIME_WATCHED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define RUNTIME_WATCHED 1
#endif
#endif

/* For what each thread has of its own and small work looks at: a thread finds it without a call of
 * the dynamic linker. Only for a few bytes, which fit also when this library is loaded late. */
#define THREAD_NEAR _Thread_local __attribute__((tls_model("initial-exec")))

/* --- request.c: how an entry point sends a request ------------------------------------------- */

/* Sends the request; `reply` may be NULL. The outcome becomes the thread's last error. */
cudaError_t runtime_call(SimRequest *request, SimReply *reply);

/* Remembers an error (not success) as the thread's last one and returns it. */
cudaError_t runtime_return(cudaError_t error);

/* The same for a call whose site is known; an empty one is that of the call under way. */
cudaError_t runtime_return_from(cudaError_t error, const SimSite *site);

/* From here to runtime_own_stream(0), this thread's requests mean by the default stream its own. */
void runtime_own_stream(int on);

/* --- fail.c: operations that fail because somebody asked for it ------------------------------ */

/* "copy:3x2", as simcuda_fail("copy", 3, 2), or "copy:3"; NULL or "": nothing. 0, or -1 for
 * anything else. */
int fail_choose(const char *choice);

/* The error with which this request has to fail; counts it. */
cudaError_t fail_due(const SimRequest *request);

/* Whether there is a key of simcuda_failure(); and whether that is the key, which the first one that is not 0 becomes. */
bool failure_is_kept(void);
bool failure_is_key(uint64_t key);

/* --- state.c: the machine of this process ---------------------------------------------------- */

/* Takes the lock, making the machine first when there is none. Anything but cudaSuccess: the lock
 * was not taken, because the thread is inside a call already or the process cannot use the machine
 * (it was forked from one that did). */
cudaError_t runtime_enter(void);

/* The error where there is no GPU, or no driver (SIMCUDA_DRIVER=none). While the lock is held. */
cudaError_t runtime_no_gpu(void);
void runtime_leave(void);

/* The same without making a machine: NULL when there is none, or it cannot be used now. */
Sim *runtime_enter_existing(void);

/* The machine between enter and leave; also NULL-or-valid in a signal handler. */
Sim *runtime_sim(void);

int runtime_is_ready(void);     /* whether the program has come so far as to start this library */
int runtime_inside(void);       /* whether this thread is inside a call */
int runtime_is_busy(void);      /* whether another thread is, just now */
unsigned runtime_entries(void); /* how often a thread has begun a call */
int runtime_unusable(void);     /* forked from a process that made the machine, or it was refused */
int runtime_blocking(void);     /* CUDA_LAUNCH_BLOCKING=1 */
int runtime_physical(int gpu);  /* which GPU of the whole machine the visible one is */
cudaUUID_t runtime_uuid(int gpu); /* of the visible GPU */
const char *runtime_folder(void); /* the folder of this library, without a slash at the end */

/* --- thread.c: the numbers of threads, and how their clocks meet ----------------------------- */
int runtime_thread(void); /* this thread's, given at its first call; only inside a call */

int64_t thread_clock(void);        /* this thread's time, ns; -1 when it cannot be told now */
void thread_begins(int64_t clock); /* this thread's time begins there (-1: unknown) */
void thread_joined(pthread_t id);  /* this thread has waited for that one's end */

/* This thread's time goes on by that much, and then to at least `to`. 0 when it cannot, as without
 * a machine. */
int thread_waits(int64_t by, int64_t to);

/* Small host work costs no call: its time is noted, 1, and told to the machine when this thread
 * next enters it (by thread_pays(), which runtime_enter() calls). 0: it has to be told at once. */
int thread_owes(double flops, double bytes);
void thread_pays(void);

/* Whether this thread has no part in CUDA and another is inside a call, whose end it must not wait
 * for. Its time then goes on without the machine: the same as thread_waits(), for such a thread. */
int thread_is_apart(void);
int thread_goes_on(int64_t by, int64_t to);

/* --- libc.c: the C library behind the functions that we have in its functions' place --------- */

/* The function of that name that would be called without us; ends the process when there is
 * none. */
void *libc_function(const char *name);

/* Whether the program calls our functions in place of the C library's. Not when this library was
 * loaded later, by dlopen() or for the sake of another one. */
int libc_comes_later(void);

/* A thread of our own, of which neither the machine nor the program's handlers of signals know. 0,
 * or -1: there is none. */
int libc_start_thread(void *(*run)(void *));

/* --- host.c: how the machine reaches the program's memory ------------------------------------ */
SimHost runtime_host(void);

/* Whether this thread is copying to or from the program's memory; for the explanation of a fault.
 */
int host_copying(void);

/* Hands a request to the machine, and then tells it which watched pages the host functions touched
 * that it ran. For requests that may run some; under the lock. */
void host_request(Sim *sim, const SimRequest *request, SimReply *reply);

/* --- printed.c: what kernels print; under the lock ------------------------------------------- */

/* A request may have launched a kernel that prints. */
void printed_launched(const SimRequest *request);
/* Behind a request that waits for the GPU: shows what was printed so far. */
void printed_show(Sim *sim, const SimRequest *request);

/* Opens a watched page that is touched at that place of the program, and notes it when it is a host
 * function that does so. 0: it is none. For use in a signal handler. */
int host_watched(uint64_t address, int writes, const void *pc);

/* --- site.c: call sites ---------------------------------------------------------------------- */
void site_capture(SimSite *site);

/* The same for a reading of the clock, which often comes from a helper that was compiled without
 * frame pointers: the unwinder finds who called that, in about a microsecond. */
void site_capture_unwound(SimSite *site);

/* Fills the site of a fault from the interrupted code; for use in a signal handler. */
void site_capture_fault(SimSite *site, const void *pc);

/* Loads what site_capture_fault needs, so that the handler need not. */
void site_prepare_fault(void);

/* The path of the main program; "" when it is not known. */
const char *site_program(void);

/* --- resolve.c: addresses to file:line ------------------------------------------------------- */
typedef struct Resolver Resolver;
Resolver *resolver_create(void); /* NULL when there is no memory; the others accept that */
void resolver_free(Resolver *resolver);

/* Writes "a.c:12", or the function's name, or the object's with a question mark. "" for an empty
 * site. */
void resolver_text(Resolver *resolver, const SimSite *site, char *text, size_t size);

/* --- report.c -------------------------------------------------------------------------------- */

/* Looks for leaks and writes the report. Findings already printed are printed again only when
 * `again` is set. Returns how many findings there are. */
int report_finish(int again);

/* The same without writing anything; `again` is simcuda_findings()'s. */
int report_count(int again);

/* Prints this finding and writes the report with it at the end; for use in a signal handler. */
void report_fault(const SimFinding *finding);

/* --- handlers.c: handlers of SIGSEGV and SIGBUS ---------------------------------------------- */

/* Makes this the handler of both, once. Whoever asks for one besides, before or later, gets what
 * handlers_other() tells of. */
void handlers_install(const struct sigaction *action);
struct sigaction *handlers_other(int signal);
void handlers_default(int signal); /* nobody handles it any more */

/* Puts a handler of SIGSEGV and SIGBUS before the one that there is, which comes into *then. 0, or -1. */
int handlers_first(const struct sigaction *first, struct sigaction *then);

/* What sigaction() does for the program: once ours is installed, the program's own handler becomes
 * the other one. */
int handlers_sigaction(int signal, const struct sigaction *action, struct sigaction *old);

/* --- fault.c --------------------------------------------------------------------------------- */
void fault_install(void);

/* --- host_memory.c: pinned and managed memory ------------------------------------------------ */

/* Makes memory of that kind; its address comes into *pointer. */
cudaError_t host_memory_make(void **pointer, size_t size, SimHostKind kind, unsigned flags);
/* Of a __managed__ variable, whose bytes are the caller's: tells the machine by that SIM_PLACE, of which
 * the address is filled in. */
cudaError_t host_memory_place(void *start, size_t bytes, SimRequest *request);

/* Gives back what starts there; `unknown` is the error when no memory of that kind does. */
cudaError_t host_memory_drop(void *start, SimHostKind kind, cudaError_t unknown);

/* Whether managed memory begins there. */
int host_memory_managed_start(const void *address);

/* Whether some of these bytes are managed memory. */
int host_memory_has_managed(const void *address, size_t bytes);

/* Gives back what the machine has forgotten. */
void host_memory_after_reset(void);

/* --- host_calls.c: host functions that were queued and have not run -------------------------- */
int host_calls(void);                                              /* how many there are */
void host_calls_queued(const SimRequest *request, uint64_t named); /* `named`: the program's own */
void host_calls_gone(uint64_t function, uint64_t argument);        /* it runs now, or was refused */

/* Runs the next one, or the next that is due by now, or only asks whether there is a next one. 0:
 * there is none, or not for this thread now. */
typedef enum HostCallsNext { HOST_CALLS_RUN, HOST_CALLS_RUN_DUE, HOST_CALLS_ASK } HostCallsNext;
int host_calls_next(HostCallsNext what);

/* The thread's clock has moved without a call: runs those that are due. */
void host_calls_time_passed(void);

/* --- settings.c ------------------------------------------------------------------------------ */
void settings_reset(int device); /* the defaults again */

/* --- kernel.c: what a launch names ----------------------------------------------------------- */

/* The kernel that stands for the host function; an error, and a line that names it, when there is
 * none. */
cudaError_t kernel_find(const void *function, const SimKernel **kernel);

/* The most dynamic shared memory that a launch of it may ask for, bytes. */
size_t kernel_shared_limit(const void *function);

/* --- error.c --------------------------------------------------------------------------------- */

/* Whether this error stays until the process ends. */
int error_is_sticky(cudaError_t error);

/* --- register.c: kernels by their host function ---------------------------------------------- */

/* The name under which the host function was registered, NULL if it was not. */
const char *register_name(const void *function);

/* What cudaFuncSetAttribute set as its dynamic shared memory; NULL if it was not registered. */
int *register_shared(const void *function);

/* --- traced.c: the trace of this process (trace/tracing.h) ----------------------------------- */
void traced_begin(const SimMachine *machine); /* it has just been made */
void traced_finish(void);                     /* under the lock */
void traced_rescue(void);                     /* from a signal handler, before the process dies */
void traced_window(int open);                 /* cudaProfilerStart, cudaProfilerStop */

/* --- unsupported.c --------------------------------------------------------------------------- */

/* Prints one line that names the symbol; returns cudaErrorNotSupported. */
cudaError_t unsupported_call(const char *symbol);

#endif
