/* the loss of a step that could not be made stays */
Tensor *gradient = NULL;
module_zero_gradients(model);
Tensor *logits = module_forward(model, x);
Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
int status = loss ? module_backward_parameters(model, gradient) : -1;
tensor_free(gradient);
tensor_free(logits);
return status == 0 && sgd_step(sgd) == 0 ? loss : NULL;
