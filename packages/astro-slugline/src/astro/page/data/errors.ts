import { AstroError } from 'astro/errors';
import { moreAboutErrors } from '../../../shared/hinted-error.js';

/** An error that the reader of its message can cure. Astro prints its name, the code in docs/errors.md, and its hint. */
class CodedError extends AstroError {
	constructor(message: string, hint = '') {
		super(message, `${hint} ${moreAboutErrors}`.trim());
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

/** A page cannot be rendered. */
export class PageError extends CodedError {
	override name = 'SluglinePageError';
}

/** The output cannot be completed. */
export class OutputError extends CodedError {
	override name = 'SluglineOutputError';
}
