import { AstroError } from 'astro/errors';
import type { StaleEntry } from '../../content-store/index.js';
import { pathOf } from '../decide/page-ids.js';
import { type Differing, listed } from './warnings.js';

/** @throws {AstroError} if every cached page was checked and some are stale */
export function refuseStale(stale: readonly Differing[]): void {
	if (stale.length === 0) return;
	const names = listed(stale.map(({ id }) => pathOf(id)));
	throw new AstroError(
		`${stale.length === 1 ? 'A cached page is' : `${stale.length} cached pages are`} stale: ${names}.`,
		'The warnings above say where they differ. The output is right: these pages were rendered. Call alwaysRender() on pages that show files, the clock, or what another service says; report other pages, please, with what SLUGLINE_EXPLAIN=1 prints.',
	);
}

/** @throws {AstroError} if all entries were loaded again and some came out differently */
export function refuseStaleEntries(stale: readonly StaleEntry[]): void {
	if (stale.length === 0) return;
	const names = listed(stale.map(({ collection, id }) => `${id} of ${collection}`));
	throw new AstroError(
		`${stale.length === 1 ? 'An entry is' : `${stale.length} entries are`} stale: ${names}.`,
		'The warnings above say where they differ. The output is right: everything was loaded again. What a loader, a schema, or a Markdown plugin reads of other files, Git, or the clock is not compared: use `astro build --force` on a site with such entries.',
	);
}
