import { isNode, programOf } from '../../../shared/syntax-nodes.js';
import { configures } from './configures.js';
import { type StillModule, stillModule } from './load-effects.js';
import { isContent, isStateless, type Module, targetsOf } from './modules.js';
import { isOurs } from './track-imports-plugin.js';

/** The modules that may change what others see. */
export interface Effects {
	/** True for the id of a module, or of a package, that may do so when it is loaded. */
	onLoad(id: string): boolean;
	/** True for the id of a module that may do so when it is loaded or called. */
	hasEffects(id: string): boolean;
}

/** The ids of the modules that may change what others see when they are loaded. */
export function changingOnLoad(
	modules: ReadonlyMap<string, Module>,
	parse: (code: string) => unknown,
): Set<string> {
	const changing = new Set<string>();
	const isStill = stillModules(modules, parse);
	for (const [id, module] of modules) if (module.code && isLooked(module) && !isStill(id)) changing.add(id);
	return changing;
}

/**
 * Finds the modules that may change what others see.
 *
 * @param changing the ids of the modules that may do so when they are loaded
 * @param parseLater parses a module that is asked for later
 */
export function moduleEffects(
	modules: ReadonlyMap<string, Module>,
	changing: ReadonlySet<string>,
	parseLater: (code: string) => unknown,
): Effects {
	// Modules that Node loads itself are not analyzed.
	const onLoad = (id: string) =>
		changing.has(id) || addsLanguage.test(id) || (!modules.get(id)?.code && !isStateless(id));
	const configuring = new Map<string, boolean>();
	const isConfiguring = (id: string): boolean => {
		const module = modules.get(id);
		if (!module?.code || !isLooked(module)) return false;
		const program = programOf(module.code, parseLater);
		return isNode(program) && configures(program, isAstro);
	};
	return {
		onLoad,
		hasEffects(id) {
			const found = onLoad(id) || (configuring.get(id) ?? isConfiguring(id));
			configuring.set(id, found);
			return found;
		},
	};
}

/** Astro's modules, ours, and content change nothing. */
const isLooked = (module: Module): boolean =>
	!isOurs(module.id) && !isStateless(module.id) && !isAstro(module.id) && !isContent(module);

/** Returns a function that is true for modules, by their ids, that change nothing when they are loaded. */
function stillModules(
	modules: ReadonlyMap<string, Module>,
	parse: (code: string) => unknown,
): (id: string) => boolean {
	const analyses = new Map<string, StillModule | undefined>();
	const proven = new Set<string>();
	/** What is true if the proof that is underway succeeds. */
	let assumed = new Set<string>();
	const visited = {
		has: (key: string) => proven.has(key) || assumed.has(key),
		add: (key: string) => assumed.add(key),
	};
	const analysisOf = (id: string): StillModule | undefined => {
		const module = modules.get(id);
		if (analyses.has(id) || !module?.code) return analyses.get(id);
		const program = programOf(module.code, parse);
		const isStillCall = (specifier: string, name: string): boolean => {
			const key = `${id} ${specifier} ${name}`;
			if (visited.has(key)) return true;
			visited.add(key);
			const targets = targetsOf(module, program, new Set([specifier]));
			return targets.length === 1 && analysisOf(targets[0] ?? '')?.isStillCalled(name) === true;
		};
		const analysis = isNode(program) ? stillModule(id, program, isStillCall, visited) : undefined;
		analyses.set(id, analysis);
		return analysis;
	};
	return (id) => {
		assumed = new Set();
		const isStill = analysisOf(id)?.isStillLoaded() === true;
		if (isStill) for (const key of assumed) proven.add(key);
		return isStill;
	};
}

/** A module of a package that adds a language to it when it is loaded. */
const addsLanguage = /(?:^|\/node_modules\/)(?:dayjs|moment|numeral)\/(?:\w+\/)*(?:locales?)(?:\/|$)/;

/** A specifier or an id of Astro's runtime. */
const isAstro = (name: string): boolean =>
	/^astro(?::|\/)/.test(name.replace(/^\0/, '')) || /\/node_modules\/astro\//.test(name) || isOurs(name);
