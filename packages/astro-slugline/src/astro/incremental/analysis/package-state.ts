import { isNode, listOf, type Node } from '../../../shared/syntax-nodes.js';
import { inputsOf } from './inputs.js';
import { type Module, packageOf } from './modules.js';
import { does, type PackageNames, packageFunction } from './package-functions.js';
import { rootOf, type Scope } from './scopes.js';

/** What functions of a module do with the state of packages. */
export interface PackageState {
	/** Packages whose counters they use, such as `uniqueId()` of lodash. */
	counts: ReadonlySet<string>;
	/** Packages whose settings they change, and whether they always give the same ones. */
	sets: ReadonlyMap<string, 'same' | 'given'>;
}

/** Collects what the functions of a module do with the state of packages. */
export function packageState(names: PackageNames): PackageState & { visit(node: Node, scope: Scope): void } {
	const counts = new Set<string>();
	const sets = new Map<string, 'same' | 'given'>();
	const set = (name: string, values: unknown, scope: Scope) => {
		const isSame = sets.get(name) !== 'given' && inputsOf(values, scope).size === 0;
		sets.set(name, isSame ? 'same' : 'given');
	};
	const visit = (node: Node, scope: Scope): void => {
		if (names.size === 0) return;
		if (node.type === 'CallExpression') {
			const found = packageFunction(node['callee'], names);
			if (found && does('counting', found)) counts.add(found.package);
			// Without an argument, `locale()` only returns the language.
			const given = listOf(node['arguments']);
			if (found && given.length > 0 && does('setting', found)) set(found.package, given, scope);
		}
		if (node.type !== 'AssignmentExpression' || !isNode(node['left'])) return;
		const { left, right } = node;
		const found = left.type === 'MemberExpression' ? names.get(rootOf(left)) : undefined;
		if (found && does('settings', found)) set(found.package, right, scope);
	};
	return { counts, sets, visit };
}

/**
 * The ids of packages whose settings depend on the pages that were rendered before, because modules change them.
 *
 * @param modules all modules, by their ids
 */
export function setWhileRendering(
	analyzed: ReadonlyMap<string, { packages: PackageState }>,
	modules: ReadonlyMap<string, Module>,
): Set<string> {
	const changing = new Set([...analyzed.values()].flatMap(({ packages }) => [...packages.sets.keys()]));
	const found = new Set<string>();
	for (const name of changing) {
		const importers = [...modules].filter(([id]) => packageOf(id) !== name);
		const imports = importers.map(([id, { importedIds }]) => ({
			id,
			ids: importedIds.filter((imported) => packageOf(imported) === name),
		}));
		const users = imports.filter(({ ids }) => ids.length > 0);
		// The only module that uses a package, and always sets it to the same, does so first.
		const [only, ...others] = users;
		if (only && others.length === 0 && analyzed.get(only.id)?.packages.sets.get(name) === 'same') continue;
		for (const { ids } of users) for (const id of ids) found.add(id);
	}
	return found;
}
