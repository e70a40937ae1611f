import { isNode, listOf, nameOf } from '../../../shared/syntax-nodes.js';
import { baseOf, pathOf } from './syntax-paths.js';

/** Built-in constructors whose instances only the caller has. */
const constructors = new Set([
	...[
		'Map',
		'Set',
		'WeakMap',
		'WeakSet',
		'Array',
		'Object',
		'Date',
		'RegExp',
		'Error',
		'URL',
		'URLSearchParams',
	],
	...[
		'Headers',
		'FormData',
		'Response',
		'Request',
		'TextEncoder',
		'TextDecoder',
		'Intl',
		'Promise',
		'Uint8Array',
	],
]);

/** Methods that return a new value and change nothing. */
export const making = new Set([
	...[
		'map',
		'filter',
		'slice',
		'concat',
		'flat',
		'flatMap',
		'split',
		'toSorted',
		'toReversed',
		'toSpliced',
		'with',
	],
	...[
		'entries',
		'keys',
		'values',
		'fromEntries',
		'from',
		'of',
		'match',
		'matchAll',
		'trim',
		'join',
		'toString',
	],
	...[
		'replace',
		'replaceAll',
		'toLowerCase',
		'toUpperCase',
		'padStart',
		'padEnd',
		'repeat',
		'format',
		'stringify',
	],
]);

/** Methods that only read, or call a function that they are given. */
export const looking = new Set([
	...[
		'find',
		'findIndex',
		'findLast',
		'findLastIndex',
		'some',
		'every',
		'includes',
		'indexOf',
		'lastIndexOf',
		'at',
	],
	...[
		'forEach',
		'reduce',
		'reduceRight',
		'get',
		'has',
		'test',
		'exec',
		'startsWith',
		'endsWith',
		'localeCompare',
	],
	...[
		'then',
		'catch',
		'finally',
		'sort',
		'reverse',
		'charAt',
		'codePointAt',
		'substring',
		'search',
		'toFixed',
	],
	...[
		'getTime',
		'toISOString',
		'toLocaleDateString',
		'toLocaleString',
		'toLocaleLowerCase',
		'valueOf',
		'hasOwn',
	],
]);

/** Methods that change the contents of the object that they are called on. Sorting is not among them, because it only moves items. */
export const putting = new Set([
	...[
		'push',
		'unshift',
		'splice',
		'pop',
		'shift',
		'fill',
		'copyWithin',
		'set',
		'add',
		'delete',
		'clear',
		'append',
	],
	...['getOrInsert', 'getOrInsertComputed'],
]);

/** Functions that change the object in their first argument. */
export const puttingInto =
	/^(?:Object\.(?:assign|define\w+|setPrototypeOf)|Reflect\.(?:set|define\w+|deleteProperty|setPrototypeOf))$/;

/** True for an expression that creates its value. */
export function isMadeHere(value: unknown): boolean {
	if (!isNode(value)) return false;
	const { type, callee, argument } = value;
	if (type === 'AwaitExpression') return false;
	if (
		type === 'ObjectExpression' ||
		type === 'ArrayExpression' ||
		type === 'TemplateLiteral' ||
		type === 'Literal'
	)
		return true;
	if (type === 'TSAsExpression' || type === 'ParenthesizedExpression')
		return isMadeHere(value['expression'] ?? argument);
	if (type === 'NewExpression') return constructors.has(baseOf(callee));
	if (type !== 'CallExpression' || !isNode(callee)) return false;
	if (nameOf(callee) === 'structuredClone') return true;
	if (callee.type !== 'MemberExpression') return false;
	const [first] = listOf(value['arguments']);
	return making.has(nameOf(callee['property'])) || (pathOf(callee) === 'Object.assign' && isMadeHere(first));
}
