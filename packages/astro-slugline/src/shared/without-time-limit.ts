/**
 * Lets Shiki finish each line of code. After half a second for a line, it would leave the rest of the line without colors, so that the
 * same text came out differently on a busy machine. A limit that the site sets itself counts.
 */
export const withoutTimeLimit = {
	name: 'astro-slugline:without-time-limit',
	preprocess(_code: string, options: { tokenizeTimeLimit?: number | undefined }): void {
		options.tokenizeTimeLimit ??= 0;
	},
};
