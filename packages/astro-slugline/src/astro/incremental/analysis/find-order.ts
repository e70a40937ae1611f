import { isNode, programOf } from '../../../shared/syntax-nodes.js';
import { type ContentModule, changingContent } from './changed-across.js';
import { contentEffects } from './changed-content.js';
import { isContent, isStateless, kindOfFile, type Module, targetsOf } from './modules.js';
import { type PackageState, setWhileRendering } from './package-state.js';
import { type RegExps, usingRegExps } from './regular-expressions.js';
import { orderEffects } from './render-order.js';
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

/** Finds the modules that make pages depend on the order in which they are rendered. */
export function findOrder(
	modules: ReadonlyMap<string, Module>,
	parse: (code: string) => unknown,
): RenderOrder {
	const counting = new Set<string>();
	const ofSite = new Map<string, ContentModule>();
	const makers = new Set<string>();
	/** What modules make when they are loaded. */
	const made = new Map<string, string[]>();
	const states = new Map<string, PackageState>();
	const regExps = new Map<string, RegExps>();
	for (const [id, module] of modules) {
		if (!module.code || isOurs(id) || isStateless(id) || isContent(module)) continue;
		const program = programOf(module.code, parse);
		const isOfSite = !id.includes('/node_modules/');
		const effects = orderEffects(program, kindOfFile(id), isOfSite);
		const { counts, makesCounters, makes } = effects;
		const targets = (names: Iterable<string>) => targetsOf(module, program, new Set(names));
		if (counts.size > 0) {
			counting.add(id);
			for (const target of targets([...counts].filter(Boolean))) counting.add(target);
		}
		states.set(id, effects.packages);
		regExps.set(id, effects.regExps);
		if (makesCounters) makers.add(id);
		for (const [specifier, how] of makes) {
			const from = specifier === '' ? [id] : targets([specifier]);
			made.set(id, [...(made.get(id) ?? []), ...from]);
			// Modules that Node loads itself are not analyzed.
			if (how === 'instance' && from.some((one) => one !== id && isUnknown(one, modules))) counting.add(id);
		}
		// In packages, a variable named `data` is rarely content.
		if (isOfSite && isNode(program))
			ofSite.set(id, { effects: contentEffects(program), targets: (specifier) => targets([specifier]) });
	}
	for (const [id, from] of made) if (isBehind(from, makers, modules)) counting.add(id);
	for (const id of setWhileRendering(states, modules)) counting.add(id);
	for (const id of usingRegExps(regExps, ofSite)) counting.add(id);
	const countingPackages = new Map([...states].map(([id, { counts }]) => [id, counts]));
	return { counting, countingPackages, changingContent: changingContent(ofSite) };
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
