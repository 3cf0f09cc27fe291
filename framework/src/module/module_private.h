/* module_private.h - what a module is, for the files that implement module.h.
 *
 * There are leaves (linear, relu) and sequentials, which are lists of modules. Only leaves have
 * parameters of their own; every module has a list of all parameters in it, with their names. The
 * structure never changes after a module was made. */
#ifndef MODULE_PRIVATE_H
#define MODULE_PRIVATE_H

#include "framework/src/tensor/tensor_private.h"
#include "usegpu/module.h"

#define OWN_PARAMETERS 2

typedef struct Parameter {
	Tensor *value, *gradient; /* of one shape, on one device, float32 */
} Parameter;

typedef struct NamedParameter {
	char *name;
	Parameter *parameter; /* of a leaf */
} NamedParameter;

typedef struct ModuleKind {
	const char *own_names[OWN_PARAMETERS];
	/* A new output of x, which fits and is on the right device. Keeps what backward needs in
	 * module->kept. */
	Tensor *(*forward)(Module *module, const Tensor *x);
	/* Adds to the gradients; *input_gradient becomes a new tensor unless input_gradient is
	 * NULL. Asks for memory before it changes anything. */
	int (*backward)(Module *module, const Tensor *output_gradient, Tensor **input_gradient);
} ModuleKind;

/* Whom a leaf tells that its gradients are complete. */
typedef struct Listener {
	GradientHook *hook;
	void *data;
	Module *module; /* the one that the hook belongs to; not owned */
	int first;      /* the leaf's first parameter among the module's */
} Listener;

struct Module {
	const ModuleKind *kind;
	int in, out; /* columns taken and given; 0: any number, and as many are given as taken */

	Parameter own[OWN_PARAMETERS];
	int own_count;
	Listener listener; /* those of the leaves are called */
	Module **layers;
	int layer_count;
	NamedParameter *parameters;
	int parameter_count;

	Tensor *kept;       /* a leaf's, between forward and backward */
	bool ran;           /* module_forward() came, module_backward() has not yet */
	Shape output_shape; /* of that forward */
	Device output_device;
};

#pragma GCC visibility push(hidden)

/* An empty module, or NULL with the message set. */
Module *module_create(const ModuleKind *kind, int in, int out);

/* Makes the list of all parameters with their names, once the rest is complete. */
int module_list_parameters(Module *module);

/* Calls the hook for each of the leaf's own parameters, whose gradients are queued. */
void module_tell_gradients(Module *leaf);

/* What the last forward kept goes. */
void module_forget(Module *module);

/* module_free() for the framework's own files. */
void module_destroy(Module *module);

/* Puts `value`, which is of the parameter's shape and float32, in the place of a parameter's
 * tensor, and takes over the caller's reference. Its device must be the module's. */
void module_set_parameter(Module *module, int index, Tensor *value);

/* module_linear() and module_relu() for the framework's own files. */
Module *linear_create(int in, int out, uint64_t seed, Device device);
Module *relu_create(void);

#pragma GCC visibility pop

#endif
