import type { ContentEffects } from './changed-content.js';
import { at, type Given, type Shape } from './content-shapes.js';
import type { Reference } from './module-exports.js';

/** What a module does with entries, and the ids of the modules that its specifiers stand for. */
export interface ContentModule {
	effects: ContentEffects;
	targets(specifier: string): readonly string[];
}

/**
 * The ids of modules that change entries in place, or that give them to a function or a component that does.
 *
 * @param modules the modules of the site, by id
 */
export function changingContent(modules: ReadonlyMap<string, ContentModule>): Set<string> {
	const changing = new Set<string>();
	/** The parameters that functions change, by module and name. */
	const changed = new Map<string, Map<string, Given>>();
	let grew = false;
	const note = (id: string, shape: Shape): void => {
		if (shape === 'content') changing.add(id);
		if (typeof shape === 'string' || shape.kind !== 'given') return;
		const key = keyOf(id, shape.owner);
		const params = changed.get(key) ?? new Map<string, Given>();
		changed.set(key, params);
		const change = JSON.stringify([shape.index, shape.path]);
		grew ||= !params.has(change);
		params.set(change, shape);
	};
	for (const [id, { effects }] of modules) for (const shape of effects.changed) note(id, shape);
	const calls = [...modules].flatMap(([id, { effects }]) =>
		effects.calls.map(({ callee, given }) => ({
			...{ id, given },
			callees: definitionsOf(id, callee, modules).map((found) => keyOf(found.id, found.name)),
		})),
	);
	// A function that gives its parameter to one that changes it, changes it too.
	while (grew) {
		grew = false;
		for (const { id, given, callees } of calls) {
			const changes = callees.flatMap((key) => [...(changed.get(key)?.values() ?? [])]);
			for (const { index, path } of changes)
				for (const shape of at(given[index] ?? [], path)) note(id, shape);
		}
	}
	return changing;
}

const keyOf = (id: string, name: string): string => JSON.stringify([id, name]);

/** A function or a variable of the top level of a module. */
export interface Definition {
	id: string;
	name: string;
}

/** What a name in a module may stand for, behind any modules that only export it. */
export function definitionsOf(
	from: string,
	{ specifier, name }: Reference,
	modules: ReadonlyMap<string, ContentModule>,
): Definition[] {
	if (specifier === '') return [{ id: from, name }];
	const found: Definition[] = [];
	const seen = new Set<string>();
	const look = (id: string, exported: string): void => {
		const module = modules.get(id);
		if (!module || seen.has(keyOf(id, exported))) return;
		seen.add(keyOf(id, exported));
		const { named, all } = module.effects.exports;
		for (const reference of named.get(exported) ?? []) {
			if (reference.specifier === '') found.push({ id, name: reference.name });
			else for (const target of module.targets(reference.specifier)) look(target, reference.name);
		}
		for (const one of named.has(exported) ? [] : all)
			for (const target of module.targets(one)) look(target, exported);
	};
	for (const target of modules.get(from)?.targets(specifier) ?? []) look(target, name);
	return found;
}
