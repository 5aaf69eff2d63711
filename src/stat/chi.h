/* SPDX-License-Identifier: GPL-3.0-or-later */
/* chi.h - expectations over an estimated standard deviation */
#ifndef STAT_CHI_H
#define STAT_CHI_H

#include <stddef.h>

#include <gsl/gsl_integration.h>

typedef double pd_chi_fn(double s, const void *arg);

/*
 * E f(S) where @df S^2 follows a chi squared law: S is an estimated standard
 * deviation over the true one. @df > 0, may be infinite. @f is smooth, between
 * 0 and 1, and @t says how fast it falls: like exp(-(t s)^2/2), 0 for not at
 * all; so tails keep their relative precision. Nodes are fixed: the result is
 * smooth in whatever @f depends on, and nothing can fail.
 */
double pd_chi_mean(double df, double t, pd_chi_fn *f, const void *arg);

/* Gauss-Legendre's rule of @n nodes, to be freed; running out of memory ends the process. */
gsl_integration_glfixed_table *pd_chi_rule(size_t n) __attribute__((returns_nonnull));

#endif
