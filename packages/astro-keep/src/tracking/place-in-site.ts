/** A place in the site's own code. */
export interface PlaceInSite {
	/** The whole path of its file. */
	file: string;
	line: number;
	column: number;
}

/** A file's whole path, line, and column in a line of a stack. */
const place = /^ +at (?:async |.*\()?((?:[A-Z]:)?[\\/].+):(\d+):(\d+)\)?$/;

/** The first place in a stack that is in the site's own code. Stacks have the lines of the source in dev. */
export function placeInSite(stack = ''): PlaceInSite | undefined {
	const own = stack
		.split('\n')
		.find(
			(line) =>
				!/node_modules|astro-(?:slugline|keep)[\\/](?:dist|components)|virtual:/.test(line) &&
				place.test(line),
		);
	const [, file = '', line, column] = place.exec(own ?? '') ?? [];
	return own === undefined ? undefined : { file, line: Number(line), column: Number(column) };
}
