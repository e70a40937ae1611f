import type { Reason } from './decide/decide.js';
import { type PageId, pathOf } from './decide/page-ids.js';
import { explainReason, modulesBehind } from './explain.js';
import type { Outcome } from './render/tracked-build.js';
import { readSealed, writeSealed } from './shared/node/sealed-file.js';
import { kindOf } from './tracking/index.js';

/** A site with fewer pages than this is rendered in no time. */
const minPages = 20;

/** The share of its pages above which a build has rendered nearly all. */
const nearlyAll = 0.9;

/** Why a build has rendered nearly all pages. */
export interface FullRenderCause {
	/** The same text for causes with the same cure. */
	key: string;
	/** The warning, with what to do. */
	sentence: string;
}

/**
 * Why a build has rendered nearly all pages although little has changed: the first reason that will come back and that the site's
 * own code is behind. Undefined unless nearly all rendered pages have one: if pages stay, if the code is new, or if what the pages
 * have read made them different.
 */
export function fullRenderCause(outcome: Outcome): FullRenderCause | undefined {
	const { rendered, pages, previous, state } = outcome;
	if (!previous || pages.rendered < minPages || pages.cached > pages.rendered * (1 - nearlyAll))
		return undefined;
	const reasons = [...rendered.values()].map((decision) => decision?.reasons ?? []);
	if (reasons.some((why) => why.includes('global') || why.includes('unchecked'))) return undefined;
	const shared = new Set<Reason>(previous.globalReads);
	const comesBack = (reason: Reason): boolean =>
		typeof reason !== 'string' ||
		[
			'incomparable',
			'nondeterministic',
			...(state.isolation.orderDependence ? ['order-dependent'] : []),
		].includes(reason);
	const isNeeded = (id: PageId): boolean => {
		const [before, now] = [previous, state].map(({ pages }) => pages.get(id)?.copy?.digest);
		return now !== undefined && now !== before;
	};
	const causes = [...rendered].flatMap(([id, decision]) => {
		// Nobody can follow advice about the code of a package.
		const isOwn = (reason: Reason) => !modulesBehind(reason, id, outcome).every(isOfPackage);
		const reason = decision?.reasons.find((one) => comesBack(one) && isOwn(one));
		if (reason === undefined || (typeof reason !== 'string' && isNeeded(id))) return [];
		return [{ id, reason }];
	});
	const [first] = causes;
	if (!first || causes.length < pages.rendered * nearlyAll) return undefined;
	const advice = adviceFor(first.reason, shared.has(first.reason));
	const why = explainReason(first.reason, first.id, outcome);
	return {
		key: advice,
		sentence: `This build rendered nearly all pages, as an earlier one did, such as ${pathOf(first.id)}: ${why}. ${advice}`,
	};
}

const isOfPackage = (module: string): boolean => /(?:^|\/)node_modules\//.test(module);

function adviceFor(reason: Reason, isShared: boolean): string {
	if (reason === 'order-dependent') return 'Let no page change what another one shows.';
	if (reason === 'incomparable') return 'Pass entries, ids, or plain data.';
	if (typeof reason === 'string') return 'Leave out what is random, or different at each time.';
	const kind = kindOf(reason.read);
	if (kind === 'always') return 'Call alwaysRender() only on pages that need it.';
	if (kind === 'fetch')
		return 'Keep what is always the same, such as a font, as a file of the site; load what changes into a collection.';
	if (isShared)
		return 'Call getCollection() where its entries are shown, and keep no list of them in a module.';
	return 'Where each page shows a few entries, such as in a menu, ask for these alone, with getEntry() or query().';
}

/**
 * Warns if the last build that rendered pages had the same cause, and no build has said so since the last one that kept pages.
 *
 * @param file in which builds remember the last cause, and the one that was said
 */
export async function warnAgain(
	file: URL,
	cause: FullRenderCause | undefined,
	logger: { warn(line: string): void },
): Promise<void> {
	const key = cause?.key ?? '';
	const [before = '', said = ''] = String(readSealed(file) ?? '').split('\n');
	const isAgain = cause && key === before && key !== said;
	if (isAgain) logger.warn(cause.sentence);
	await writeSealed(file, cause ? `${key}\n${isAgain ? key : said}` : '');
}
