import { AstroError } from 'astro/errors';

// Astro prints the names of errors. They are the codes that docs/errors.md explains.

/** An option of `slugline()`, or a part of the site that it names, is wrong. */
export class ConfigError extends AstroError {
	override name = 'SluglineConfigError';
}

/** A collection cannot be loaded. */
export class CollectionError extends AstroError {
	override name = 'SluglineCollectionError';
}

/** A page cannot be rendered. */
export class PageError extends AstroError {
	override name = 'SluglinePageError';
}

/** The output cannot be completed. */
export class OutputError extends AstroError {
	override name = 'SluglineOutputError';
}
