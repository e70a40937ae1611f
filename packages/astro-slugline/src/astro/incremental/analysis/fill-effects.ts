import type { Node } from '../../../shared/syntax-nodes.js';
import { dependsOnPage, type Fill, fillBy, type Test } from './fills.js';
import { inputsOf } from './inputs.js';
import { type Asking, asksForPresence, mayAsk } from './presence.js';
import type { Home, Scope } from './scopes.js';

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
		const tests = asking.flatMap(({ node, scope }): Test[] => {
			const test = node.type === 'LogicalExpression' ? node['left'] : node['test'];
			return test ? [{ node: test as Node, scope }] : [];
		});
		return fills.filter(
			(fill) => dependsOnPage(fill, tests) || (isOfPage(fill) && asksForPresence(fill, fills, asking)),
		);
	};
	return { visit, found };
}

/** True for an entry whose key depends on the page. */
const isOfPage = ({ key, scope }: Fill): boolean => key !== undefined && inputsOf(key, scope).size > 0;
