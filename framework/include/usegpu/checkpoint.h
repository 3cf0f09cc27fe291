/* checkpoint.h - named tensors in a file, straight from and to any device.
 *
 * The format is safetensors (github.com/huggingface/safetensors, "Format"): 8 bytes of header
 * length, little-endian; a JSON header that gives each tensor's dtype, shape and place; then the
 * bytes. float32 ("F32") and int32 ("I32") are read and written, up to 4 dimensions.
 *
 * A GPU's bytes go through pinned memory, in pieces, so that reading, copying and writing overlap
 * and no second copy of the model is needed. They are in the file, or on the GPU, when the call
 * returns. What was queued on the current streams before is waited for; the copies have streams of
 * their own.
 *
 * Files that are corrupt, truncated, with overlapping or missing bytes, too large, or of another
 * dtype give one clear error (STATUS_FORMAT; STATUS_IO when a file cannot be read or written at
 * all); nothing is read into a tensor then. */
#ifndef USEGPU_CHECKPOINT_H
#define USEGPU_CHECKPOINT_H

#include "usegpu/tensor.h"

#define CHECKPOINT_MAX_TENSORS 65536

/* Writes a temporary file beside `path` and renames it, so that a failure leaves the old one whole;
 * an old one's permissions stay. Tensors may be on different devices, their bytes come in the order
 * in which they are given. Names are UTF-8, unique, not empty and not "__metadata__". 0, or a
 * negative Status. */
int checkpoint_save(const char *path, const char *const *names, const Tensor *const *tensors,
		    int count);

/* What is in a file, its header read and checked, its bytes not loaded. The file is kept open: also
 * when another takes its name, checkpoint_read() reads what was checked. NULL on failure; closing
 * NULL is allowed. */
typedef struct Checkpoint Checkpoint;
Checkpoint *checkpoint_open(const char *path);
void checkpoint_close(Checkpoint *checkpoint);

/* Tensors are numbered from 0 in the order of their bytes. None of these fails for a tensor that is
 * there; else they answer 0, NULL, rank 0, float32 and -1. Names live as long as the checkpoint. */
int checkpoint_count(const Checkpoint *checkpoint);
const char *checkpoint_name(const Checkpoint *checkpoint, int index);
Shape checkpoint_shape(const Checkpoint *checkpoint, int index);
Dtype checkpoint_dtype(const Checkpoint *checkpoint, int index);
int checkpoint_find(const Checkpoint *checkpoint, const char *name);

/* A new tensor on `device` with those bytes; NULL on failure. */
Tensor *checkpoint_read(const Checkpoint *checkpoint, int index, Device device);

#ifndef USEGPU_INTERNAL
#define checkpoint_save(...)  (USEGPU_HERE, checkpoint_save(__VA_ARGS__))
#define checkpoint_open(...)  (USEGPU_HERE, checkpoint_open(__VA_ARGS__))
#define checkpoint_close(...) (USEGPU_HERE, checkpoint_close(__VA_ARGS__))
#define checkpoint_read(...)  (USEGPU_HERE, checkpoint_read(__VA_ARGS__))
#endif

#endif
