import { type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { dependsOnPage, type Fill, fillBy, type Test } from './fills.js';
import { inputsOf } from './inputs.js';
import { type Asking, asksForPresence, mayAsk } from './presence.js';
import type { Home, Scope } from './scopes.js';
import { walk } from './syntax-paths.js';

/** Collects where the functions of a module store values, and what they ask about them. */
export interface FillEffects {
	visit(node: Node, scope: Scope): void;
	/** The stored values that depend on the page that came first, with the functions that store them. */
	found(): { home: Home; scope: Scope }[];
}

export function fillEffects(): FillEffects {
	const fills: Fill[] = [];
	const asking: Asking[] = [];
	const visit = (node: Node, scope: Scope): void => {
		const fill = fillBy(node, scope);
		if (fill) fills.push(fill);
		if (mayAsk(node)) asking.push({ node, scope });
		// `(key) => map.has(key)`
		if (node === scope.node['body'] && node.type !== 'BlockStatement')
			asking.push({ node: { ...node, type: 'ReturnStatement', argument: node }, scope });
	};
	const found = () => {
		if (fills.length === 0) return [];
		const tests = asking.flatMap(({ node, scope }): Test[] => {
			const test = node.type === 'LogicalExpression' ? node['left'] : node['test'];
			return test ? [{ node: test as Node, scope }] : [];
		});
		/** Answers by registry, which may be filled in many places. */
		const asked = new Map<string, boolean>();
		const isAsked = (fill: Fill): boolean => {
			const registry = `${fill.home.place} ${fill.home.root} ${fill.path}`;
			const name = nameOfRegistry(fill);
			const around = () => asking.filter(({ scope }) => namesAround(scope).has(name));
			const answer = asked.get(registry) ?? asksForPresence(fill, fills, around());
			asked.set(registry, answer);
			return answer;
		};
		return fills.filter((fill) => dependsOnPage(fill, tests) || (isOfPage(fill) && isAsked(fill)));
	};
	return { visit, found };
}

/** The name of the variable or the property that holds a registry. */
const nameOfRegistry = ({ home, path }: Fill): string =>
	home.place === 'this' ? (path.split('.').at(-1) ?? '') : home.root;

const namesOfFunctions = new WeakMap<Node, ReadonlySet<string>>();

/** The names in the outermost function around some code. */
function namesAround(scope: Scope): ReadonlySet<string> {
	const { node, parent } = scope;
	if (parent) return namesAround(parent);
	const names = namesOfFunctions.get(node) ?? namesUsedIn(node);
	namesOfFunctions.set(node, names);
	return names;
}

function namesUsedIn(node: Node): Set<string> {
	const names = new Set<string>();
	walk(node, (inner) => names.add(nameOf(inner)));
	return names;
}

/** True for an entry whose key depends on the page. */
const isOfPage = ({ key, scope }: Fill): boolean => key !== undefined && inputsOf(key, scope).size > 0;
