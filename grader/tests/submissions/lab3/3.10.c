/* lab3_wrong_guess_3_10: fail too small, by a factor of 3 to 10 */
/* a guess that is not near */
return 100;

/* lab3_wrong_guess_far_3_10: fail too small, by a factor of more than 10 */
/* another one */
return 2;
