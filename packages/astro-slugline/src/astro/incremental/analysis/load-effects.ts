import { once } from '../../../shared/once.js';
import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { createdValues, isEmpty } from './created-values.js';
import { putting } from './known-methods.js';
import {
	type Binding,
	type Freshness,
	type ImportPath,
	importPath,
	isDeclared,
	lookUp,
	type Place,
	rootName,
	scopeOf,
} from './load-scopes.js';
import { declarationOf } from './module-names.js';
import { changedArgument, does, packageFunction, packageNames } from './package-functions.js';
import {
	callingMethods,
	changingFirst,
	changingMethods,
	isDeferring,
	isSettingUp,
	isStillImport,
	ownInstances,
	stillFunctions,
	stillMethods,
} from './still-calls.js';
import { textOfPath, unwrapped } from './syntax-paths.js';

/** What the code of a module proves about what it changes. */
export interface StillModule {
	/** True if the module changes nothing that others see when it is loaded: it only creates functions and values. */
	isStillLoaded(): boolean;
	/** True if a call of an export changes nothing. */
	isStillCalled(name: string): boolean;
}

/** True if a call of an export of another module of the site changes nothing. */
export type StillCall = (specifier: string, name: string) => boolean;

/** Syntax that changes nothing if its parts do not. */
const passing =
	/^(?:Array\w+|Object\w+|Property|AssignmentPattern|RestElement|SpreadElement|BinaryExpression|LogicalExpression|ConditionalExpression|SequenceExpression|AwaitExpression|YieldExpression|ChainExpression|ParenthesizedExpression|ImportExpression|TemplateLiteral|Variable\w+|ExpressionStatement|Export(?:Named|Default)Declaration|BlockStatement|IfStatement|For\w*Statement|WhileStatement|DoWhileStatement|TryStatement|CatchClause|SwitchStatement|SwitchCase|ReturnStatement|ThrowStatement|LabeledStatement)$/;

/** Syntax that only creates a function, or names something. */
const inert =
	/^(?:Function\w+|ArrowFunctionExpression|Import\w*Declaration|Import\w*Specifier|Export(?:All\w+|Specifier)|Literal|Identifier|PrivateIdentifier|ThisExpression|Super|MetaProperty|TemplateElement|EmptyStatement|DebuggerStatement|BreakStatement|ContinueStatement|TS\w+)$/;

/**
 * Looks for what a module changes when it is loaded, or when another module calls it while that one is loaded. Whatever is not
 * understood counts as a change.
 *
 * @param id a name that no other module has
 * @param program the module as an ESTree program
 * @param isStillCall for functions of other modules of the site
 * @param visited functions that the proof has seen, of all modules. They need no second look.
 */
export function stillModule(
	id: string,
	program: Node,
	isStillCall: StillCall,
	visited: Pick<Set<string>, 'has' | 'add'>,
): StillModule {
	const top = scopeOf(program['body'], undefined, { key: id });
	const { isFresh, isNative, builtBy, isAssigned } = createdValues(program, top);
	const packages = once(() => packageNames(program));

	const isStill = (value: unknown, place: Place): boolean => {
		if (Array.isArray(value)) return value.every((item) => isStill(item, place));
		if (!isNode(value) || inert.test(value.type)) return true;
		switch (value.type) {
			case 'CallExpression':
				return isStillCallHere(value, place);
			case 'NewExpression':
				return (
					isStill(value['arguments'], place) &&
					isStillNew(value['callee'], place) &&
					areStillCallbacks(listOf(value['arguments']), place)
				);
			case 'TaggedTemplateExpression':
				return isStill(value['quasi'], place) && isStillTag(value['tag'], place);
			case 'MemberExpression':
				return isStill(value['object'], place) && (!value['computed'] || isStill(value['property'], place));
			case 'UnaryExpression':
				return value['operator'] === 'delete'
					? mayChange(value['argument'], place)
					: isStill(value['argument'], place);
			case 'UpdateExpression':
				return mayChange(value['argument'], place);
			case 'AssignmentExpression':
				return mayChange(value['left'], place) && isStill(value['right'], place);
			case 'ClassDeclaration':
			case 'ClassExpression':
				return isStillClass(value, place);
		}
		if (!passing.test(value.type)) return false;
		return Object.entries(value).every(
			([key, child]) => (key === 'key' && value['computed'] !== true) || isStill(child, place),
		);
	};

	/** True for a function whose body changes nothing. */
	const isStillRun = (
		node: Node,
		{ scope, isLoading }: Place,
		{ fresh = [], self }: { fresh?: readonly Freshness[]; self?: Node } = {},
	): boolean => {
		const key = `${scope.key}>${node.start} ${fresh.join()} ${self?.start} ${isLoading}`;
		if (visited.has(key)) return true;
		visited.add(key);
		const params = listOf(node['params']);
		const isArrow = node.type === 'ArrowFunctionExpression';
		const inside = scopeOf(node['body'], scope, {
			...{ key, params, fresh },
			self: self ?? (isArrow ? scope.self : undefined),
		});
		return isStill([...params, node['body']], { scope: inside, isLoading });
	};

	const isStillClass = (node: Node, place: Place): boolean =>
		isStill(node['superClass'], place) &&
		listOf(node['decorators']).length === 0 &&
		listOf(isNode(node['body']) && node['body']['body']).every((member) => {
			if (listOf(member['decorators']).length > 0) return false;
			if (member['computed'] === true && !isStill(member['key'], place)) return false;
			if (
				member.type !== 'StaticBlock' &&
				(member['static'] !== true || member.type !== 'PropertyDefinition')
			)
				return true;
			const inside = scopeOf(member['body'], place.scope, { self: node });
			return isStill(member['body'] ?? member['value'], { ...place, scope: inside });
		});

	const isStillInstance = (node: Node, place: Place): boolean =>
		(!isNode(node['superClass']) || isStillNew(node['superClass'], place)) &&
		listOf(isNode(node['body']) && node['body']['body']).every(({ type, kind, value, static: isStatic }) => {
			if (isStatic === true || !isNode(value)) return true;
			if (kind === 'constructor') return isStillRun(value, place, { self: node });
			const inside = scopeOf([], place.scope, { self: node });
			return type !== 'PropertyDefinition' || isStill(value, { ...place, scope: inside });
		});

	const isStillNew = (callee: unknown, place: Place): boolean => {
		const node = unwrapped(callee);
		if (!isNode(node)) return false;
		if (node.type === 'ClassExpression') return isStillClass(node, place) && isStillInstance(node, place);
		const path = importPath(node, place.scope);
		if (path) return isStillOfImport(path, [], place);
		const found = lookUp(nameOf(node), place.scope);
		if (!found) return !isDeclared(node, place.scope) && ownInstances.test(textOfPath(node));
		return found.bindings.every((binding) => {
			const at = { ...place, scope: found.at };
			if (binding.kind === 'class') return isStillInstance(binding.node, at);
			if (binding.kind === 'function') return isStillRun(binding.node, at, { self: binding.node });
			return (
				binding.kind === 'variable' &&
				isNode(binding.value) &&
				binding.value.type === 'ClassExpression' &&
				isStillInstance(binding.value, at)
			);
		});
	};

	const isStillTag = (tag: unknown, place: Place): boolean => {
		const path = isNode(tag) ? importPath(tag, place.scope) : undefined;
		if (path) return isStillImport(path.specifier) && !isSettingUp(path.specifier, path.names);
		return isNode(tag) && !isDeclared(tag, place.scope) && textOfPath(tag) === 'String.raw';
	};

	const isStillCallHere = (node: Node, place: Place): boolean => {
		const callee = unwrapped(node['callee']);
		const given = listOf(node['arguments']);
		if (!isNode(callee) || !isStill(given, place)) return false;
		if (callee.type === 'Super') return true;
		if (/Function/.test(callee.type))
			return isStillRun(callee, place, { fresh: given.map((one) => isFresh(one, place)) });
		const path = importPath(callee, place.scope);
		if (path) return isLeavingPackage(callee, given, place) && isStillOfImport(path, given, place);
		if (!isDeclared(callee, place.scope) && rootName(callee) !== '') {
			const name = textOfPath(callee);
			if (changingFirst.test(name)) return isFresh(given[0], place);
			if (stillFunctions.test(name)) return areStillCallbacks(given, place);
		}
		if (callee.type === 'Identifier') return isStillFunction(callee, given, place);
		if (callee.type !== 'MemberExpression' || callee['computed'] === true) return false;
		return isStillMethod(callee, given, place);
	};

	/** A call of a function by its name. */
	const isStillFunction = (callee: Node, given: readonly Node[], place: Place): boolean => {
		const found = lookUp(nameOf(callee), place.scope);
		if (!found) return false;
		const fresh = given.map((one) => isFresh(one, place));
		return found.bindings.every((binding) => {
			const at = { ...place, scope: found.at };
			const run = functionOf(binding, nameOf(callee));
			if (run) return isStillRun(run, at, { fresh });
			return builtBy(callee, place) !== undefined && areStillCallbacks(given, place);
		});
	};

	/** The function that a name is declared as, if it is never another one. */
	const functionOf = (binding: Binding, name: string): Node | undefined => {
		if (binding.kind === 'function') return binding.node;
		if (binding.kind !== 'variable' || !isNode(binding.value)) return undefined;
		if (!binding.isConst && isAssigned(name)) return undefined;
		return /Function/.test(binding.value.type) ? binding.value : undefined;
	};

	const isStillMethod = (callee: Node, given: readonly Node[], place: Place): boolean => {
		const object = unwrapped(callee['object']);
		const method = nameOf(callee['property']);
		const calls = () => !callingMethods.test(method) || areStillCallbacks(given, place, method);
		if (!isNode(object) || !isStill(object, place)) return false;
		if (object.type === 'MetaProperty') return method === 'resolve';
		const own = methodOf(object, method, place);
		if (own) return isStillRun(own, place);
		// Such a method changes its own object at most.
		if (isNative(object, place)) return calls();
		if (putting.has(method) || changingMethods.test(method)) return false;
		const built = builtBy(object, place);
		if (built) return isDeferring(built.specifier, built.names) || areStillCallbacks(given, place, method);
		return stillMethods.has(method) && calls();
	};

	/** The method of an object that the module declares, as in `const dates = { format() {} }`. */
	const methodOf = (object: Node, method: string, { scope }: Place): Node | undefined => {
		const [binding, ...others] = lookUp(nameOf(object), scope)?.bindings ?? [];
		if (binding?.kind !== 'variable' || others.length > 0 || !isNode(binding.value)) return undefined;
		const found = listOf(binding.value['properties']).find(({ key }) => nameOf(key) === method);
		return isNode(found?.['value']) && /Function/.test(found['value'].type) ? found['value'] : undefined;
	};

	/** True unless a function of a package is known to count, to change settings, or to change what others see. */
	const isLeavingPackage = (callee: Node, given: readonly Node[], place: Place): boolean => {
		const found = packageFunction(callee, packages());
		if (does('counting', found) || does('setting', found)) return false;
		return !does('changing', found) || isFresh(changedArgument(given), place);
	};

	/** A call of an import, or of a member of it. */
	const isStillOfImport = (
		{ specifier, names }: ImportPath,
		given: readonly Node[],
		place: Place,
	): boolean => {
		const method = names.at(-1) ?? '';
		if (isStillImport(specifier)) {
			if (isSettingUp(specifier, names)) return false;
			return isDeferring(specifier, names) || areStillCallbacks(given, place);
		}
		const [name = '', ...members] = names[0] === '*' ? names.slice(1) : names;
		if (members.length === 0) return isStillCall(specifier, name) && areStillCallbacks(given, place);
		return stillMethods.has(method) && areStillCallbacks(given, place, method);
	};

	/** True if the functions among these arguments change nothing. */
	const areStillCallbacks = (given: readonly Node[], place: Place, method?: string): boolean => {
		const collects = method === 'reduce' && isFresh(given[1], place) && (isEmpty(given[1]) ? 'empty' : true);
		return given.every((one, at) => {
			const node = unwrapped(one);
			if (!isNode(node)) return true;
			if (/Function/.test(node.type)) return isStillRun(node, place, { fresh: [collects] });
			const isCalled = method !== undefined && callingMethods.test(method) && (at === 0 || method === 'then');
			if (node.type !== 'Identifier') return !isCalled || !/^(?:Call|Member)Expression$/.test(node.type);
			const path = importPath(node, place.scope);
			if (path) return !isCalled || (isLeavingPackage(node, [], place) && isStillOfImport(path, [], place));
			const found = lookUp(nameOf(node), place.scope);
			if (!found) return !isCalled || stillFunctions.test(nameOf(node));
			return found.bindings.every((binding) => {
				const run = functionOf(binding, nameOf(node));
				if (run) return isStillRun(run, { ...place, scope: found.at });
				return (
					!isCalled || (binding.kind === 'variable' && isFresh(binding.value, { ...place, scope: found.at }))
				);
			});
		});
	};

	/** True for a variable or property that only this module sees until it is loaded. */
	const mayChange = (target: unknown, place: Place): boolean => {
		if (!isNode(target)) return true;
		const { type } = target;
		if (type === 'Identifier') {
			const found = lookUp(nameOf(target), place.scope);
			if (!found) return false;
			return found.bindings.every(({ kind }) => kind !== 'import') && (found.at !== top || place.isLoading);
		}
		if (type === 'MemberExpression') {
			if (target['computed'] === true && !isStill(target['property'], place)) return false;
			return isStill(target['object'], place) && isFresh(target['object'], place);
		}
		if (type === 'AssignmentPattern')
			return mayChange(target['left'], place) && isStill(target['right'], place);
		if (type === 'RestElement') return mayChange(target['argument'], place);
		if (type === 'ArrayPattern') return listOf(target['elements']).every((one) => mayChange(one, place));
		if (type !== 'ObjectPattern') return false;
		return listOf(target['properties']).every((one) => mayChange(one['value'] ?? one['argument'], place));
	};

	const isStillExport = (name: string): boolean => {
		const place = { scope: top, isLoading: false };
		for (const statement of listOf(program['body'])) {
			const { type, source, exported } = statement;
			const specifier = isNode(source) ? textOf(source) : undefined;
			if (type === 'ExportDefaultDeclaration' && name === 'default')
				return isStillValue(declarationOf(statement), place);
			const isAll = type === 'ExportAllDeclaration' && !isNode(exported) && name !== 'default';
			if (isAll && isStillCall(specifier ?? '', name)) return true;
			const named = listOf(statement['specifiers']).find((one) => textOf(one['exported']) === name);
			if (!named || !isNode(named['local'])) continue;
			const { local } = named;
			return specifier === undefined ? isStillValue(local, place) : isStillCall(specifier, textOf(local));
		}
		const isOwn = top.names.get(name)?.some(({ kind }) => kind !== 'import');
		return isOwn === true && isStillValue({ type: 'Identifier', name, start: 0, end: 0 }, place);
	};

	/** True for a function, or a class, that changes nothing when it is called. */
	const isStillValue = (node: Node, place: Place): boolean => {
		if (/Function/.test(node.type)) return isStillRun(node, place);
		if (/^Class/.test(node.type)) return isStillInstance(node, place);
		if (node.type !== 'Identifier') return false;
		const path = importPath(node, top);
		if (path) return isStillOfImport(path, [], place);
		const isClass = lookUp(nameOf(node), top)?.bindings.some(({ kind }) => kind === 'class');
		return isClass ? isStillNew(node, place) : isStillFunction(node, [], place);
	};

	return {
		isStillLoaded: () => isStill(program['body'], { scope: top, isLoading: true }),
		isStillCalled: isStillExport,
	};
}

const textOf = (node: unknown): string =>
	nameOf(node) || (isNode(node) && typeof node['value'] === 'string' ? node['value'] : '');
