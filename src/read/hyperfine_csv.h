/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hyperfine_csv.h - what hyperfine --export-csv keeps: means and deviations, no times */
#ifndef READ_HYPERFINE_CSV_H
#define READ_HYPERFINE_CSV_H

struct pd_ingest;
struct pd_input;

#define PD_HYPERFINE_CSV_HEADER "command,mean,stddev,median,user,system,min,max"

int pd_hyperfine_csv(struct pd_input *in, struct pd_ingest *out);

#endif
