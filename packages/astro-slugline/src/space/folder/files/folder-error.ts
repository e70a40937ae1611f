import { ExpectedError } from '../../../shared/hinted-error.js';
/** A place in a file. Both numbers start at 1. */
export interface FileLine {
	readonly line: number;
	readonly column: number;
}

/**
 * Thrown if something in a space's folder cannot be served. The message starts with the file and
 * the place: `space/blog/hello.md:4:3: …`.
 */
export class SpaceFolderError extends ExpectedError {
	override readonly name = 'SpaceFolderError';
	/** Relative to the space's folder, with `/`. */
	readonly file: string;
	readonly line: number | undefined;
	readonly column: number | undefined;

	constructor(file: string, place: FileLine | undefined, sentence: string, options?: ErrorOptions) {
		const where = place ? `${file}:${place.line}:${place.column}` : file;
		super(`${where}: ${sentence}`, options);
		this.file = file;
		this.line = place?.line;
		this.column = place?.column;
	}
}
