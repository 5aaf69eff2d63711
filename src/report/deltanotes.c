/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/deltanotes.h"

#include "base/str.h"

static const struct {
	uint32_t bit;
	const char *code, *what, *sentence;
} caveats[] = {
#define PD_DELTACAVEAT(bit, code, what, sentence) {PD_DELTA_##bit, code, what, sentence},
#include "report/deltacaveats.def"
#undef PD_DELTACAVEAT
};

bool pd_deltanotes_at(size_t i, const char **ret_code, const char **ret_what)
{
	if (i >= PD_ARRAY_SIZE(caveats))
		return false;
	*ret_code = caveats[i].code;
	*ret_what = caveats[i].what;
	return true;
}

void pd_deltanotes_mark(struct pd_notes *notes, uint32_t set, struct pd_out *marks)
{
	const char *before = "(";

	for (size_t i = 0; i < PD_ARRAY_SIZE(caveats); i++) {
		if (!(set & caveats[i].bit))
			continue;
		pd_out_printf(marks, "%s%u", before,
			      pd_intern(&notes->texts, pd_str_of(caveats[i].sentence)));
		before = ",";
	}
	if (*before == ',')
		pd_out_char(marks, ')');
}
