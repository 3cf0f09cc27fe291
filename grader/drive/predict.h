/* predict.h - a guess in one run, and in another one the measurement that it is compared with. There no
 * function of the exercise is called, so none can have changed what is measured. The judge's side is
 * grader/labs/common/predict.h. */
#ifndef GRADER_DRIVE_PREDICT_H
#define GRADER_DRIVE_PREDICT_H

#include "grader/drive/left.h"
#include "grader/include/drive.h"

typedef double Predict(void);
typedef void PredictWork(void *data);

static inline void predict_window(Drive *d, PredictWork *work, void *data)
{
	drive_go(d);
	work(data);
	drive_end(d);
}

static inline void predict_guess(Drive *d, Predict *predict)
{
	drive_go(d);
	double guess = predict();
	drive_end(d);
	drive_put_real(d, "guess", guess);
}

/* To measure, `prepare` makes what both works use, and does once what costs more the first time; then each of
 * them has a window, in which it waits for all that it queues; `finish` takes it away. */
static inline void drive_predict(Drive *d, Predict *predict, PredictWork *prepare,
				 PredictWork *const work[2], PredictWork *finish, void *data)
{
	if (drive_int(d, "guess")) {
		predict_guess(d, predict);
		return;
	}
	prepare(data);
	finish_all();
	predict_window(d, work[0], data);
	predict_window(d, work[1], data);
	drive_thaw(d);
	finish(data);
}

#endif
