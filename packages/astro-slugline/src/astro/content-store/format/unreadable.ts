import { AstroError } from 'astro/errors';

/** The error of a file in the folder of packs that is not as it was written. */
export function unreadable(folder: string, cause?: unknown): AstroError {
	const error = new AstroError(
		"Content that lies beside Astro's data store is missing or damaged.",
		`Delete the folder ${folder} and build again: what it held is then written anew.`,
	);
	error.cause = cause;
	return error;
}
