import { isNode, listOf, type Node } from '../../../shared/syntax-nodes.js';
import { localsOf, type Names, namesOf } from './module-names.js';
import { packageNames } from './package-functions.js';
import { type Given, givenBy } from './passes.js';
import { hasPlainVariables, isPlainStatement } from './plain-statements.js';
import { putsSomewhere } from './stores.js';

/** What a module may do with the values that it reads. */
export interface ModuleState {
	/** True if it may store a value that outlives a page. Assumed unless the code proves otherwise. */
	mayStore: boolean;
	/** The modules to which it passes more than plain values, or whose values it passes on. They may store them. */
	gives: ReadonlySet<string>;
	/** Those of them that may hold the values if they are packages. */
	holders: ReadonlySet<string>;
}

/** How the code of a file runs: a component once per page, a module once per build. */
export type FileKind = 'component' | 'island' | 'module';

const unproven: ModuleState = { mayStore: true, gives: new Set(), holders: new Set() };

/** What runs later of a statement at the top level: of `component.setup = (props) => …`, as compilers write it, the function. */
const laterPart = ({ type, expression }: Node): unknown =>
	type === 'ExpressionStatement' &&
	isNode(expression) &&
	expression.type === 'AssignmentExpression' &&
	isNode(expression['right']) &&
	/Function/.test(expression['right'].type)
		? expression['right']
		: undefined;

/**
 * What a module may do with the values that it reads, as far as its code proves. It is not stateful if functions only modify objects
 * that they create themselves, and the top level only contains plain values. Without this proof every module would count as
 * stateful: with one story changed, all of 1,000 pages were rendered (4.2 s of CPU time) instead of one (2.8 s).
 *
 * @param program the module as an ESTree program; undefined for what cannot be parsed
 * @param isStateless true for modules that are not stateful, such as Astro's own
 */
export function moduleState(
	program: unknown,
	kind: FileKind,
	isStateless: (specifier: string) => boolean,
): ModuleState {
	if (!isNode(program)) return unproven;
	const all: Names = {
		...namesOf(program, isStateless),
		...{ packages: packageNames(program), fresh: new Set(), made: new Map() },
	};
	let names = all;
	// A component is compiled, so its top level has statements that authors do not write.
	const isPlain = kind === 'module' ? isPlainStatement : hasPlainVariables;
	if (!listOf(program['body']).every((statement) => isPlain(statement, names))) return unproven;
	const gives = new Set<string>();
	const holders = new Set<string>();
	let mayStore = false;
	const take = ({ specifier, mayHold }: Given) => {
		gives.add(specifier);
		if (mayHold) holders.add(specifier);
	};
	const visit = (value: unknown, above: Node | undefined, inClass: boolean): void => {
		if (Array.isArray(value)) {
			for (const item of value) visit(item, above, inClass);
			return;
		}
		if (!isNode(value)) return;
		mayStore ||= putsSomewhere(value, names, { inClass, isLoose: kind === 'island' });
		for (const given of givenBy(value, above, names)) take(given);
		const isClass = /^Class(?:Declaration|Expression)$/.test(value.type);
		for (const [key, child] of Object.entries(value)) {
			if (typeof child !== 'object' || child === null) continue;
			// The name of a property or an import is not a use of a variable with that name.
			if (key === 'key' && value['computed'] !== true) continue;
			if (key === 'property' && value['computed'] !== true) continue;
			if (/^Import\w*Specifier$/.test(value.type)) continue;
			const isStatic = value.type === 'MethodDefinition' && value['static'] === true;
			visit(child, value, (inClass || isClass) && !isStatic);
		}
	};
	// Each function may declare the same name differently.
	for (const statement of listOf(program['body'])) {
		names = { ...all, ...localsOf(statement, all) };
		visit(laterPart(statement) ?? statement, program, false);
	}
	return { mayStore, gives, holders };
}
