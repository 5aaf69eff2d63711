/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sequence.h - in which order the runs of two sides were made, and what a drift explains
 *
 * Runs that came one side after the other cannot tell a change from a machine that
 * warms up. Times of the data decide; what no file says may be declared.
 */
#ifndef DIFF_SEQUENCE_H
#define DIFF_SEQUENCE_H

#include "diff/method.h"

/*
 * PD_ORDER_UNKNOWN, PD_ORDER_BLOCKED, or PD_ORDER_INTERLEAVED for any other order.
 * Times are no order where most runs share their moment with one of the other side.
 */
enum pd_order pd_sequence_of(const struct pd_question *q);

/* Whether times or a declaration, but not pairs alone, give every run of a question a place. */
bool pd_sequence_is_given(const struct pd_question *q);

/*
 * The places of all runs among them, double[q->x->n] and double[q->y->n]; untouched where
 * the order is unknown. Return: as pd_sequence_of().
 */
enum pd_order pd_sequence_place(const struct pd_question *q, double *ret_x, double *ret_y);

/*
 * Whether a steady drift could be all there is to a change of @point: fitted beside
 * one, the change is not certain at policy->level. False where the order is unknown.
 */
bool pd_sequence_may_be_drift(const struct pd_question *q, double point);

#endif
