import { AstroError } from 'astro/errors';
import { buildChannel, importerNow } from 'astro-keep/tracking';
import { moreAboutErrors } from '../../../shared/hinted-error.js';

/** An error that the reader of its message can cure. Astro prints its name, the code in docs/errors.md, its hint, and its place. */
class CodedError extends AstroError {
	/** Where the site calls this package. Known in dev, whose stacks have the lines of the source. */
	readonly loc: ReturnType<typeof placeInSite>;

	constructor(message: string, hint = '') {
		const { askDev, takeNotice } = buildChannel();
		const caller = importerNow();
		super(
			caller === undefined ? message : `${message} Called in ${caller}.`,
			`${hint} ${moreAboutErrors}`.trim(),
		);
		// On a server, nothing else leads to the page.
		if (!askDev && !takeNotice) return;
		this.loc = askDev && placeInSite(this.stack);
		this.stack = this.loc ? message : '';
	}
}

/** The first place in a stack that is in the site's own code. */
function placeInSite(stack = ''): { file: string; line: number; column: number } | undefined {
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

/** A file's whole path, line, and column in a line of a stack. */
const place = /^ +at (?:async |.*\()?((?:[A-Z]:)?[\\/].+):(\d+):(\d+)\)?$/;

/** An option of `slugline()`, or a part of the site that it names, is wrong. */
export class ConfigError extends CodedError {
	override name = 'SluglineConfigError';
}

/** A collection cannot be loaded. */
export class CollectionError extends CodedError {
	override name = 'SluglineCollectionError';
}

/** A page cannot be rendered. */
export class PageError extends CodedError {
	override name = 'SluglinePageError';
}

/** The output cannot be completed. */
export class OutputError extends CodedError {
	override name = 'SluglineOutputError';
}
