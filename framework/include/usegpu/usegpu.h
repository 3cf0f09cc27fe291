/* usegpu.h - the whole framework in one line. */
#ifndef USEGPU_H
#define USEGPU_H

#include "usegpu/batches.h"
#include "usegpu/checkpoint.h"
#include "usegpu/device.h"
#include "usegpu/error.h"
#include "usegpu/module.h"
#include "usegpu/parallel.h"
#include "usegpu/stream.h"
#include "usegpu/tensor.h"
#include "usegpu/timer.h"

#endif
