/* SPDX-License-Identifier: GPL-3.0-or-later */
/* replay.c - runs a fuzz target over every file of the folders it is given */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* Exactly as long as the file, so that a sanitizer sees one byte too many. */
static int replay_file(const char *path)
{
	FILE *f = fopen(path, "rb");
	uint8_t *data = NULL;
	int status = -1;
	long n;

	if (!f || fseek(f, 0, SEEK_END) < 0)
		goto out;
	n = ftell(f);
	if (n < 0 || fseek(f, 0, SEEK_SET) < 0)
		goto out;
	data = malloc(n > 0 ? (size_t)n : 1);
	if (!data || fread(data, 1, (size_t)n, f) != (size_t)n)
		goto out;
	(void)LLVMFuzzerTestOneInput(data, (size_t)n);
	status = 0;
out:
	if (status < 0)
		perror(path);
	free(data);
	if (f)
		(void)fclose(f);
	return status;
}

static int replay_folder(const char *folder)
{
	struct dirent **entry;
	int n = scandir(folder, &entry, NULL, alphasort);
	int n_files = 0;

	if (n < 0) {
		perror(folder);
		return -1;
	}
	for (int i = 0; i < n; i++) {
		char path[4096];

		if (entry[i]->d_name[0] != '.' && entry[i]->d_type != DT_DIR) {
			(void)snprintf(path, sizeof(path), "%s/%s", folder, entry[i]->d_name);
			if (replay_file(path) < 0)
				return -1;
			n_files++;
		}
		free(entry[i]);
	}
	free(entry);
	(void)printf("%s: %d file(s)\n", folder, n_files);
	return n_files > 0 ? 0 : -1;
}

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (replay_folder(argv[i]) < 0)
			return 1;
	return argc < 2;
}
