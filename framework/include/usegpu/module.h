/* module.h - neural networks: layers with parameters, on a device.
 *
 * A module maps a batch (n, in) to (n, out). Its parameters live on one device, where the batch has
 * to be too: a batch on another device is an error that names both. module_to() moves the module.
 *
 * Training. module_forward() keeps what module_backward() needs; module_backward() takes the
 * gradient of the loss with respect to the output, adds to the parameters' gradients, and returns
 * the one with respect to the input. So a step is: module_zero_gradients, module_forward,
 * loss_softmax_cross_entropy, module_backward_parameters, sgd_step. Nothing of it makes the host
 * wait, nor does freeing its tensors, as long as they were used on one stream (and their pointers,
 * by tensor_data(), not at all).
 *
 * Ownership: as in tensor.h. A sequential owns its layers. A function that fails returns NULL or a
 * negative Status, with error_message(), and leaves the module as it was. */
#ifndef USEGPU_MODULE_H
#define USEGPU_MODULE_H

#include <stdbool.h>

#include "usegpu/tensor.h"

typedef struct Module Module;

/* y = x w + b with w (in, out) and b (out), made on `device`. w is uniform within
 * +-sqrt(6 / (in + out)) (Glorot and Bengio, AISTATS 2010), the same bits on every device for a
 * seed; b is 0. Parameters "weight" and "bias". */
Module *module_linear(int in, int out, uint64_t seed, Device device);

/* Negative numbers become 0. No parameters; runs where its input is. */
Module *module_relu(void);

/* One layer after the other; takes over `count` layers (also when it fails). Parameters are named
 * by the layer's place: "0.weight", "0.bias", "2.weight". All layers with parameters have to be on
 * one device. */
Module *module_sequential(Module *const *layers, int count);

/* How many layers a sequential has, 0 for any other module; and the layer at that place, counted from
 * 0, or NULL if there is none. It is borrowed and cannot be changed, moved or run, but it can be
 * asked like any module: its parameters are "weight" and "bias", without its place before them. */
int module_layer_count(const Module *module);
const Module *module_layer(const Module *module, int index);

/* An MLP in one call: sizes[0] inputs, linear layers with relu between them, sizes[count - 1]
 * outputs; layer i is seeded with seed + i. */
Module *module_mlp(const int *sizes, int count, uint64_t seed, Device device);

/* One more module with the same structure and copies of the parameters, on `device`. */
Module *module_copy_to(const Module *module, Device device);

void module_free(Module *module);

/* Moves parameters and gradients to the device; nothing happens to those that are there. When it
 * fails, the module is whole and where it was. */
int module_to(Module *module, Device device);

/* Where the parameters are; the CPU for a module without any. */
Device module_device(const Module *module);

/* --- running ---------------------------------------------------------------------------------- */

/* x (n, in) gives a new (n, out) on the same device. */
Tensor *module_forward(Module *module, const Tensor *x);

/* The gradient with respect to the last forward's output (n, out) gives that with respect to its
 * input (n, in); an error without a forward before. */
Tensor *module_backward(Module *module, const Tensor *output_gradient);

/* The same without the gradient of the input, of which training has no use: saves a product as
 * large as the forward's. 0, or a negative Status. When either fails on its way, the gradients may
 * hold a part of this batch: module_zero_gradients() before going on. */
int module_backward_parameters(Module *module, const Tensor *output_gradient);

/* Called by both of them as soon as the work that completes the gradient of a parameter is in the
 * device's current stream, behind which an event may be recorded: from the last layer to the first, a
 * weight before its bias. What the hook queues on other streams runs beside the rest of the backward.
 * CUDA's current device in the hook is the caller's, not always the parameter's; what the hook sets stays set. It must
 * not run, move or free the module. */
typedef void GradientHook(void *data, Module *module, int parameter);

/* Sets the hook of a module that is no part of another one; NULL takes it away. A copy has none. 0, or
 * a negative Status. */
int module_on_gradient(Module *module, GradientHook *hook, void *data);
bool module_has_hook(const Module *module);

/* The mean over the batch of the cross-entropy of softmax(logits) and the classes, as a tensor of
 * rank 0 on the device of both: nothing is sent to the host.
 *   logits          (n, classes) float32
 *   classes         (n) int32, each from 0 to classes - 1 (others make the loss NaN, and the
 *                   gradient's row)
 *   *gradient       with respect to logits, (n, classes); may be NULL when it is not wanted. When
 *                   the call fails it keeps its value, so let it be NULL before
 * The loss of an empty batch is 0. */
Tensor *loss_softmax_cross_entropy(const Tensor *logits, const Tensor *classes, Tensor **gradient);

/* How many rows of logits have their largest number at the given class, as a tensor of rank 0
 * (float32) on their device. */
Tensor *loss_correct(const Tensor *logits, const Tensor *classes);

/* --- parameters ------------------------------------------------------------------------------- */

/* Parameters are numbered in the order of the layers, weights before biases. The tensors are
 * borrowed, and change with training; NULL for an index that is not there. */
int module_parameter_count(const Module *module);
const char *module_parameter_name(const Module *module, int index);
Tensor *module_parameter(const Module *module, int index);
Tensor *module_gradient(const Module *module, int index); /* zeros before the first backward */

/* The index of a parameter, or -1. */
int module_parameter_find(const Module *module, const char *name);

/* "0.weight (64, 32) float32 gpu:0", one line each. */
int module_print(FILE *out, const Module *module);

int module_zero_gradients(Module *module);

/* Replaces all parameters at once, each by the tensor of the same name from a safetensors file
 * (checkpoint.h), on the device where the module is. Names and shapes must agree, with none missing
 * and none left over; else the module is untouched. The new parameters are read before the old ones
 * go, so that a failure half-way changes nothing: for a moment the device holds both. They are new
 * tensors; gradients stay, and a module_backward needs a module_forward first. */
int module_load(Module *module, const char *path);
int module_save(const Module *module, const char *path);

/* --- the optimizer ---------------------------------------------------------------------------- */

/* Stochastic gradient descent: v = momentum v + g, p = p - rate v for every parameter, where the
 * parameter is. Borrows the module, which must outlive it. */
typedef struct Sgd Sgd;
Sgd *sgd_create(Module *module, float rate, float momentum);
int sgd_step(Sgd *sgd);
void sgd_free(Sgd *sgd);

#ifndef USEGPU_INTERNAL
#define module_linear(...)              (USEGPU_HERE, module_linear(__VA_ARGS__))
#define module_sequential(...)          (USEGPU_HERE, module_sequential(__VA_ARGS__))
#define module_mlp(...)                 (USEGPU_HERE, module_mlp(__VA_ARGS__))
#define module_copy_to(...)             (USEGPU_HERE, module_copy_to(__VA_ARGS__))
#define module_free(...)                (USEGPU_HERE, module_free(__VA_ARGS__))
#define module_to(...)                  (USEGPU_HERE, module_to(__VA_ARGS__))
#define module_forward(...)             (USEGPU_HERE, module_forward(__VA_ARGS__))
#define module_backward(...)            (USEGPU_HERE, module_backward(__VA_ARGS__))
#define module_backward_parameters(...) (USEGPU_HERE, module_backward_parameters(__VA_ARGS__))
#define module_on_gradient(...)         (USEGPU_HERE, module_on_gradient(__VA_ARGS__))
#define module_print(...)               (USEGPU_HERE, module_print(__VA_ARGS__))
#define module_relu()                   (USEGPU_HERE, module_relu())
#define module_zero_gradients(...)      (USEGPU_HERE, module_zero_gradients(__VA_ARGS__))
#define module_load(...)                (USEGPU_HERE, module_load(__VA_ARGS__))
#define module_save(...)                (USEGPU_HERE, module_save(__VA_ARGS__))
#define loss_softmax_cross_entropy(...) (USEGPU_HERE, loss_softmax_cross_entropy(__VA_ARGS__))
#define loss_correct(...)               (USEGPU_HERE, loss_correct(__VA_ARGS__))
#define sgd_create(...)                 (USEGPU_HERE, sgd_create(__VA_ARGS__))
#define sgd_step(...)                   (USEGPU_HERE, sgd_step(__VA_ARGS__))
#define sgd_free(...)                   (USEGPU_HERE, sgd_free(__VA_ARGS__))
#endif

#endif
