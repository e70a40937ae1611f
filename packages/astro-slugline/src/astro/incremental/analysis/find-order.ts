import { isNode, programOf } from '../../../shared/syntax-nodes.js';
import { lookedUpMeta } from '../../page/data/index.js';
import { changedByCalls } from './across-calls.js';
import { type ContentModule, changingContent } from './changed-across.js';
import { contentEffects } from './changed-content.js';
import { readsEntries } from './content-values.js';
import { isContent, isStateless, kindOfFile, type Module, targetsOf } from './modules.js';
import { setWhileRendering } from './package-state.js';
import { usingRegExps } from './regular-expressions.js';
import { type OrderEffects, orderEffects } from './render-order.js';
import { isOurs } from './track-imports-plugin.js';

/** The modules that make pages depend on the order in which they are rendered. */
export interface RenderOrder {
	/** Ids of modules whose state changes each time a page runs them, such as a counter. */
	counting: ReadonlySet<string>;
	/** The packages whose counters modules use, such as `uniqueId()` of lodash, by the ids of the modules. */
	countingPackages: ReadonlyMap<string, ReadonlySet<string>>;
	/** Ids of the site's modules that change entries in place, or give them to a function or a component that does. */
	changingContent: ReadonlySet<string>;
}

/** What a module does, and the ids of the modules that its specifiers stand for. */
interface Analyzed extends OrderEffects {
	targets(specifiers: Iterable<string>): readonly string[];
}

/** Finds the modules that make pages depend on the order in which they are rendered. */
export function findOrder(
	modules: ReadonlyMap<string, Module>,
	parse: (code: string) => unknown,
): RenderOrder {
	const analyzed = new Map<string, Analyzed>();
	const ofSite = new Map<string, ContentModule>();
	const bloks = [...modules.values()].flatMap(bloksOf);
	const reads = (id: string): boolean =>
		kindOfFile(id) === 'module' &&
		!id.includes('/node_modules/') &&
		readsEntries(modules.get(id)?.code ?? '');
	for (const [id, module] of modules) {
		if (!module.code || isOurs(id) || isStateless(id) || isContent(module)) continue;
		const program = programOf(module.code, parse);
		const isOfSite = !id.includes('/node_modules/');
		const targets = (names: Iterable<string>) => targetsOf(module, program, new Set(names));
		analyzed.set(id, { ...orderEffects(program, kindOfFile(id), isOfSite), targets });
		// In packages, a variable named `data` is rarely content.
		if (isOfSite && isNode(program))
			ofSite.set(id, {
				effects: contentEffects(program, (specifier) => targets([specifier]).some(reads)),
				targets: (specifier) => (ofBloks.test(specifier) ? bloks : targets([specifier])),
			});
	}
	const countingPackages = new Map([...analyzed].map(([id, { packages }]) => [id, packages.counts]));
	return {
		counting: new Set([
			...changedBySelf(analyzed),
			...makingState(analyzed, modules),
			...setWhileRendering(analyzed, modules),
			...usingRegExps(analyzed, ofSite),
			...changedByCalls(analyzed, ofSite),
		]),
		countingPackages,
		changingContent: changingContent(ofSite),
	};
}

/** Components that look up the component of a blok by its name, which may be any. */
const ofBloks = /^(?:astro-slugline|@storyblok\/astro)\/(?:\w+\/)?(?:Blok|StoryblokComponent)\.astro$/;

/** The ids of the components of bloks that a module looks up. */
function bloksOf({ meta: { [lookedUpMeta]: pairs } }: Module): string[] {
	return Array.isArray(pairs) ? pairs.map(([, id]) => String(id)) : [];
}

/** The modules that change their own state or that of others, and these others. */
const changedBySelf = (analyzed: ReadonlyMap<string, Analyzed>): string[] =>
	[...analyzed].flatMap(([id, { counts, targets }]) =>
		counts.size > 0 ? [id, ...targets([...counts].filter(Boolean))] : [],
	);

/** The modules that make such state when they are loaded. */
function makingState(
	analyzed: ReadonlyMap<string, Analyzed>,
	modules: ReadonlyMap<string, Module>,
): Set<string> {
	const counting = new Set<string>();
	const makers = new Set([...analyzed].flatMap(([id, { makesCounters }]) => (makesCounters ? [id] : [])));
	for (const [id, { makes, targets }] of analyzed) {
		for (const [specifier, how] of makes) {
			const from = specifier === '' ? [id] : targets([specifier]);
			// Modules that Node loads itself are not analyzed.
			const isOfNode = how === 'instance' && from.some((one) => one !== id && isUnknown(one, modules));
			if (isOfNode || isBehind(from, makers, modules)) counting.add(id);
		}
	}
	return counting;
}

/** Packages without other state, whose instances count what they are given. */
const withCountingInstances =
	/\/node_modules\/github-slugger\/|^github-slugger$|^@sindresorhus\/slugify$|\/node_modules\/@sindresorhus\/slugify\//;

/** True for a module whose instances may do anything. */
const isUnknown = (id: string, modules: ReadonlyMap<string, Module>): boolean =>
	withCountingInstances.test(id) || (!modules.get(id)?.code && !isOurs(id) && !isStateless(id));

/** True if one of these modules is, or imports, one of the others. */
function isBehind(
	ids: readonly string[],
	others: ReadonlySet<string>,
	modules: ReadonlyMap<string, Module>,
): boolean {
	const reached = new Set(ids.filter((id) => !isStateless(id)));
	for (const id of reached) {
		if (others.has(id)) return true;
		for (const next of modules.get(id)?.importedIds ?? [])
			if (!isOurs(next) && !isStateless(next)) reached.add(next);
	}
	return false;
}
