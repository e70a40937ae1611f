import type { AstroConfig } from 'astro';
import { once } from '../../../shared/once.js';
import type { RenderMarkdown } from '../../page/tracking/index.js';

/** A renderer that is loaded when a page has Markdown to render. */
export function lazyMarkdown(config: AstroConfig['markdown']): RenderMarkdown {
	const renderer = once(async () => (await import('./renderer.js')).createMarkdown(config));
	return async (...asked) => (await renderer())(...asked);
}
