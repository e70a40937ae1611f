import type { AstroConfig } from 'astro';
import { once } from '../../../shared/once.js';
import type { RenderMarkdown } from '../../page/tracking/index.js';
import type { RenderBody } from './renderer.js';

/**
 * A renderer that is loaded when a page first renders Markdown.
 *
 * @param dataAttributes names of `data-*` attributes that editors may set
 */
export function lazyMarkdown(
	config: AstroConfig['markdown'],
	dataAttributes: readonly string[],
): RenderMarkdown {
	const renderer = once(async () => (await import('./renderer.js')).createMarkdown(config, dataAttributes));
	return async (...asked) => (await renderer())(...asked);
}

/** As `lazyMarkdown`, with what else is known of the text, for entries of collections. */
export function lazyRenderer(config: AstroConfig['markdown'], dataAttributes: readonly string[]): RenderBody {
	const renderer = once(async () => (await import('./renderer.js')).createRenderer(config, dataAttributes));
	return async (...asked) => (await renderer())(...asked);
}
