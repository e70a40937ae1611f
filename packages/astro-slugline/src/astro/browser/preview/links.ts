import type { PreviewSettings } from '../../../preview/index.js';
import type { Marks } from './marks.js';

interface LinkOptions {
	settings: Pick<PreviewSettings, 'base' | 'prefix'>;
	marks: Marks;
	/** Goes to a page of the site. */
	visit(path: string): void;
}

/**
 * Handles clicks before the page does. A click selects its blok. In a link, a second click, or one with Ctrl, Command, or Alt,
 * follows the link within preview.
 */
export function followLinks({ settings, marks, visit }: LinkOptions): void {
	addEventListener(
		'click',
		(event) => {
			const target = event.composedPath()[0];
			if (!(target instanceof Node) || marks.owns(target) || event.button !== 0) return;
			const isNew = marks.select(target);
			const link =
				target instanceof Element
					? target.closest('a[href], area[href]')
					: target.parentElement?.closest('a[href]');
			const address = link?.getAttribute('href') ?? '';
			// A link to an anchor in the page scrolls there, too.
			if (!link || address.startsWith('#')) return;
			event.preventDefault();
			event.stopPropagation();
			const follows = !isNew || event.ctrlKey || event.metaKey || event.altKey;
			if (follows) follow(new URL(address, location.href));
		},
		{ capture: true },
	);
	// Forms that a script submits itself are already prevented at this point.
	addEventListener('submit', (event) => {
		if (event.defaultPrevented) return;
		event.preventDefault();
		marks.notice('Forms are not sent in preview.');
	});

	function follow(address: URL): void {
		const path = pathIn(address);
		if (path !== undefined) visit(path);
		else if (/^https?:$/.test(address.protocol)) window.open(address, '_blank', 'noopener,noreferrer');
	}

	/** Path of a page of this site, below its base; undefined for all else. */
	function pathIn({ origin, pathname, search }: URL): string | undefined {
		if (origin !== location.origin) return undefined;
		const { base, prefix } = settings;
		const start = [prefix, base].find((one) => pathname === one || pathname.startsWith(`${one}/`));
		return start === undefined ? undefined : (pathname.slice(start.length) || '/') + search;
	}
}
