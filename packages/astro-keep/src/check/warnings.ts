import { AstroError } from 'astro/errors';
import type { StaleEntry } from '../content-store/index.js';
import { type PageId, pathOf } from '../decide/page-ids.js';
import { differenceOf } from './difference.js';

/** A page that came out differently than before. */
export interface Differing {
	id: PageId;
	route: string;
	/** The first difference, in readable form. */
	difference: string;
}

/** Names that a sentence lists. The rest are counted. */
const maxNamed = 5;

/**
 * Lists names in a sentence, in alphabetical order.
 *
 * @example listed(['/b', '/a']) // '/a and /b'
 */
export function listed(names: readonly string[]): string {
	const shown = [...names].sort().slice(0, maxNamed);
	const rest = names.length - shown.length;
	return new Intl.ListFormat('en').format(rest > 0 ? [...shown, `${rest} more`] : shown);
}

/** Warns of the stale pages of one route. */
export function staleWarning(stale: readonly Differing[], explainedBy: string): string {
	const names = listed(stale.map(({ id }) => pathOf(id)));
	const { place, first } = firstOf(stale, ({ id }) => pathOf(id));
	return [
		`${names} ${stale.length === 1 ? 'is not what its cached copy says' : 'are not what their cached copies say'},`,
		`and nothing that is tracked changed: ${place}${first.difference}.`,
		'All pages are rendered again.',
		`Call alwaysRender() on pages that show files, the clock, or what another service says; please report other pages, with what ${explainedBy} prints.`,
	].join(' ');
}

/** Warns of pages that are not deterministic. */
export function nondeterministicWarning(nondeterministic: readonly Differing[]): string {
	const names = listed(nondeterministic.map(({ id }) => pathOf(id)));
	const { place, first } = firstOf(nondeterministic, ({ id }) => pathOf(id));
	return nondeterministic.length === 1
		? `${names} comes out differently each time it is rendered, so it is rendered in every build: ${first.difference}.`
		: `${names} come out differently each time they are rendered, so they are rendered in every build: ${place}${first.difference}.`;
}

/** Warns of the stale entries of one collection. */
export function staleEntriesWarning(collection: string, stale: readonly StaleEntry[]): string {
	const names = listed(stale.map(({ id }) => `\`${id}\``));
	const { place, first } = firstOf(stale, ({ id }) => `\`${id}\``);
	// A part of the digest follows from what differs.
	const before = { ...first.before, digest: first.now['digest'] };
	const difference = differenceOf(JSON.stringify(before), JSON.stringify(first.now));
	return [
		stale.length === 1
			? `The entry ${names} of \`${collection}\` is not what an earlier build made of it, although its digest is the same:`
			: `The entries ${names} of \`${collection}\` are not what an earlier build made of them, although their digests are the same:`,
		`${place}${difference}.`,
		'Its loader, its schema, or a Markdown plugin uses something that no build compares: another file, Git, the clock, or a counter.',
	].join(' ');
}

/** Of several, the one whose difference is shown, and what says which one it is. */
function firstOf<Item>(all: readonly Item[], nameOf: (item: Item) => string): { place: string; first: Item } {
	const first = all.reduce((one, other) => (nameOf(other) < nameOf(one) ? other : one));
	return { first, place: all.length === 1 ? '' : `on ${nameOf(first)}, ` };
}

/** Warns of entries that pages changed in place, in a build that was to render only some pages. */
export const changedEntriesWarning = (changed: readonly string[]): string =>
	`Pages change entries in place, which all pages share: ${listed(changed)}. All pages are rendered together from now on. Copy what you change, as in \`post.data.tags.toSorted()\`.`;

/** Warns that pages affect each other, in a build that was to render only some pages. */
export const rerenderWarning = (orderDependence: string): string =>
	`Pages affect each other, so all of them were rendered: ${orderDependence}.`;

/** @throws {AstroError} if every cached page was checked and some are stale */
export function refuseStale(stale: readonly Differing[], explainedBy: string): void {
	if (stale.length === 0) return;
	const names = listed(stale.map(({ id }) => pathOf(id)));
	throw new AstroError(
		`${stale.length === 1 ? 'A cached page is' : `${stale.length} cached pages are`} stale: ${names}.`,
		`The warnings above say where they differ. The output is right: these pages were rendered. Call alwaysRender() on pages that show files, the clock, or what another service says; report other pages, please, with what ${explainedBy} prints.`,
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
