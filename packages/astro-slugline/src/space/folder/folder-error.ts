/** Where in a file something stands; both count from 1. */
export interface Place {
	readonly line: number;
	readonly column: number;
}

/**
 * Something in the folder of a space cannot be served. The message begins with the file, relative to the folder, and the place in it:
 * `blog/hello.md:4:3: …`.
 */
export class SpaceFolderError extends Error {
	override readonly name = 'SpaceFolderError';
	/** Relative to the space's folder, with `/`. */
	readonly file: string;
	readonly line: number | undefined;
	readonly column: number | undefined;

	constructor(file: string, place: Place | undefined, sentence: string, options?: ErrorOptions) {
		const where = place ? `${file}:${place.line}:${place.column}` : file;
		super(`${where}: ${sentence}`, options);
		this.file = file;
		this.line = place?.line;
		this.column = place?.column;
	}
}
