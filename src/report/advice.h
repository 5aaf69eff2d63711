/* SPDX-License-Identifier: GPL-3.0-or-later */
/* advice.h - what to do next time, where the data call for it */
#ifndef REPORT_ADVICE_H
#define REPORT_ADVICE_H

#include "report/style.h"

enum { PD_ADVICE_MAX = 3, PD_ADVICE_ROOM = 128 };

/*
 * The lines to end a comparison with, most urgent first: several processes or boots
 * where a side has one, sides in turns where a drift could not be told from a change,
 * more runs or less noise where rows that count are inconclusive. Each fits 80 columns
 * behind "advice: ".
 *
 * Return: how many there are, at most PD_ADVICE_MAX; 0 of a summary, if the report is
 * brief, or if it is to be quiet.
 */
size_t pd_advice(const struct pd_report *r, const struct pd_look *look,
		 char ret[PD_ADVICE_MAX][PD_ADVICE_ROOM]);

#endif
