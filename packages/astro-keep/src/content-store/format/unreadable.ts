import { AstroError } from 'astro/errors';

/** The error for a missing or damaged file of a pack. */
export function unreadable(folder: string, cause?: unknown): AstroError {
	const error = new AstroError(
		'A file of cached content is missing or damaged.',
		`Delete the folder ${folder} and build again. The build recreates its files.`,
	);
	error.cause = cause;
	return error;
}
