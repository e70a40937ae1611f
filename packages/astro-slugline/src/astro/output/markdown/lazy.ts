import type { AstroConfig } from 'astro';
import { once } from 'astro-keep/shared/once';
import type { RenderMarkdown } from '../../page/data/index.js';
import type { RenderBody } from './renderer.js';

/**
 * A renderer for entries of collections, which is loaded when the first one is rendered.
 *
 * @param dataAttributes names of `data-*` attributes that editors may set
 */
export function lazyRenderer(config: AstroConfig['markdown'], dataAttributes: readonly string[]): RenderBody {
	const renderer = once(async () => (await import('./renderer.js')).createRenderer(config, dataAttributes));
	return async (...asked) => (await renderer())(...asked);
}

/** As `lazyRenderer`, for fields. */
export function lazyMarkdown(
	config: AstroConfig['markdown'],
	dataAttributes: readonly string[],
): RenderMarkdown {
	const render = lazyRenderer(config, dataAttributes);
	return async (text, options) => (await render(text, options)).html;
}
