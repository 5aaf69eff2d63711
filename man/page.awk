# SPDX-License-Identifier: GPL-3.0-or-later
# Fills in what pages share, so that it is written once:
#   @options NAME...    the files options/NAME.scd
#   @codes MACRO FILE   a paragraph for each row MACRO(..., "CODE", "meaning") of src/FILE
#   @VERSION@           in the first line
# usage: awk -v dir=DIR -v version=V -f page.awk PAGE

function fail(file) {
	print "cannot read " file > "/dev/stderr"
	failed = 1
	exit 1
}

function put_file(file,    line, status) {
	while ((status = (getline line < file)) > 0)
		if (line !~ /^; SPDX/)
			print line
	if (status < 0)
		fail(file)
}

function put_codes(macro, file,    line, part, status, n) {
	while ((status = (getline line < file)) > 0) {
		if (index(line, macro "(") != 1)
			continue
		split(line, part, "\"")
		gsub(/[*_]/, "\\\\&", part[4])
		printf "%s*%s*\n\t%s\n", n++ ? "\n" : "", part[2], part[4]
	}
	if (status < 0 || !n)
		fail(file)
}

NR == 1 { sub(/@VERSION@/, version) }
$1 == "@options" {
	for (i = 2; i <= NF; i++) {
		put_file(dir "/options/" $i ".scd")
		if (i < NF)
			print ""
	}
	next
}
$1 == "@codes" {
	put_codes($2, dir "/../src/" $3)
	next
}
{ print }
END { exit failed }
