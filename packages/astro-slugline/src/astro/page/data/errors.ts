import { AstroError } from 'astro/errors';
import { named } from 'astro-keep/shared/text/named';
import { buildChannel, importerNow, type PlaceInSite, placeInSite } from 'astro-keep/tracking';
import { moreAboutErrors } from '../../../shared/hinted-error.js';

/** An error that the reader of its message can cure. Astro prints its name, the code in docs/errors.md, its hint, and its place. */
class CodedError extends AstroError {
	/** Where the site calls this package. Known in dev, whose stacks have the lines of the source. */
	readonly loc: PlaceInSite | undefined;

	constructor(message: string, hint = '') {
		const { askDev, takeNotice } = buildChannel();
		const caller = importerNow();
		super(caller ? `${message} Called in ${caller}.` : message, `${hint} ${moreAboutErrors}`.trim());
		// On a server, nothing else leads to the page.
		if (!askDev && !takeNotice) return;
		this.loc = askDev && placeInSite(this.stack);
		this.stack = this.loc ? message : '';
	}
}

/** An option of `slugline()`, or a part of the site that it names, is wrong. */
export class ConfigError extends CodedError {
	override name = 'SluglineConfigError';
}

/** A collection cannot be loaded. */
export class CollectionError extends CodedError {
	override name = 'SluglineCollectionError';
}

/** What was given instead of something else, for messages. */
export function wordsFor(given: unknown): string {
	if (typeof given === 'string') return `the text ${JSON.stringify(given.slice(0, 60))}`;
	if (typeof given === 'function') return 'a function';
	if (typeof given !== 'object' || given === null) return String(given);
	if (given instanceof Promise) return 'a promise, which lacks `await`,';
	if (given instanceof URL) return 'a URL';
	return Array.isArray(given) ? 'a list' : 'component' in given ? 'a blok' : 'an object';
}

/** A page cannot be rendered. */
export class PageError extends CodedError {
	override name = 'SluglinePageError';
}

/** @throws {PageError} if a component lacks its prop, probably because it has another name. One that is undefined is an empty field. */
export function refuseNoProp(of: string, prop: string, props: object, hint: string, page?: string): void {
	if (prop in props) return;
	const given = Object.keys(props);
	throw new PageError(
		`\`<${of}>\` was given no \`${prop}\`${given.length > 0 ? `, but ${named(given)}` : ''}, so it would render nothing.${page === undefined ? '' : ` It is on the page ${page}.`}`,
		hint,
	);
}

/** The output cannot be completed. */
export class OutputError extends CodedError {
	override name = 'SluglineOutputError';
}
