import { isBuiltin } from 'node:module';
import { isStateless } from './modules.js';

/** Built-in constructors whose instances only the caller has. */
export const ownInstances =
	/^(?:Map|Set|WeakMap|WeakSet|WeakRef|Array|Object|Date|RegExp|URL|URLSearchParams|TextEncoder|TextDecoder|Headers|FormData|Response|Request|AbortController|Promise|Proxy|\w*Error|\w+Array|Intl(?:\.\w+)?)$/;

/** Built-in functions that change nothing. */
export const stillFunctions =
	/^(?:Boolean|String|Number|BigInt|Symbol|Array|Object|Date|RegExp|\w*Error|parseInt|parseFloat|isNaN|isFinite|(?:en|de)codeURI(?:Component)?|structuredClone|atob|btoa|fetch|require|(?:Math|JSON|Number|String|BigInt|Date|Intl|Array|Symbol|URL|Promise|console)\.\w+|Object\.(?:keys|values|entries|fromEntries|create|is|hasOwn|getOwn\w+|getPrototypeOf|groupBy|is\w+)|Reflect\.(?:get|has|ownKeys|getPrototypeOf)|process\.(?:cwd|hrtime|uptime)|performance\.now|crypto\.randomUUID|Buffer\.(?:from|alloc|concat|byteLength))$/;

/** Functions that change the object in their first argument, and how others may use it. */
export const changingFirst =
	/^(?:Object\.(?:assign|define\w+|setPrototypeOf|freeze|seal|preventExtensions)|Reflect\.(?:set|define\w+|deleteProperty|setPrototypeOf))$/;

/** Built-in functions that return a new object. */
export const freshFunctions =
	/^(?:Array|Object|structuredClone|JSON\.parse|Array\.(?:from|of)|Object\.(?:keys|values|entries|fromEntries|create|groupBy|getOwnPropertyNames))$/;

/** Methods of lists and texts that change nothing, whose names hardly mean anything else. */
export const stillMethods = new Set([
	...['map', 'flatMap', 'filter', 'reduce', 'reduceRight', 'find', 'findIndex', 'findLast', 'findLastIndex'],
	...[
		'some',
		'every',
		'forEach',
		'includes',
		'indexOf',
		'lastIndexOf',
		'slice',
		'concat',
		'flat',
		'join',
		'at',
	],
	...['toSorted', 'toReversed', 'toSpliced', 'keys', 'values', 'entries', 'then', 'catch', 'finally', 'bind'],
	...[
		'split',
		'trim',
		'trimStart',
		'trimEnd',
		'replace',
		'replaceAll',
		'startsWith',
		'endsWith',
		'match',
		'matchAll',
	],
	...[
		'toLowerCase',
		'toUpperCase',
		'padStart',
		'padEnd',
		'repeat',
		'substring',
		'charAt',
		'charCodeAt',
		'codePointAt',
	],
	...[
		'localeCompare',
		'normalize',
		'toString',
		'toFixed',
		'toISOString',
		'getTime',
		'hasOwnProperty',
		'json',
		'text',
	],
]);

/** Methods that call a function that they are given. */
export const callingMethods =
	/^(?:map|flatMap|filter|forEach|reduce|reduceRight|find\w*|some|every|sort|toSorted|replace|replaceAll|from|groupBy|then|catch|finally)$/;

/** Methods that change the list or date that they are called on. */
export const changingMethods = /^(?:sort|reverse|next|set[A-Z]\w*)$/;

/** Names of functions that usually configure a package for all of its users. */
export const settingUp =
	/^(?:use|set|setDefault\w*|setOptions|setup|extend|register\w*|config\w*|options|add|plugin|install|apply|init\w*|enable\w*|disable\w*|load|locale)$/;

/** Packages with state, whose functions leave it alone. */
const isStore = /^(?:nanostores|@preact\/signals(?:-core)?|zustand)$/;

/** Packages with functions such as `load()` that configure nothing. */
const neverSetUp = /^(?:js-yaml|cheerio|date-fns)(?:\/|$)/;

/** Names of Node's functions that write, or that change how Node works. */
const changingNode =
	/^(?:write|append|mk|rm|unlink|copy|cp|rename|truncate|chmod|symlink|link|set|register|sync|on$|once$|emit|chdir)/;

/** Packages whose functions do not call what they are given, or only when a page renders. */
const deferring = /^(?:zod|astro|astro-slugline|@astrojs\/[\w-]+|nanostores)(?:[/:]|$)|^\0?virtual:astro/;

/** Frameworks, some of whose functions call what they are given at once. */
const framework = /^(?:react|preact|solid-js|vue|svelte|lit)(?:\/|$)/;

/** Functions of frameworks that call what they are given when a page renders. */
const makesComponents =
	/^(?:\*|default|React|define\w+|memo|forwardRef|lazy|create(?:Context|Element|Component|SSRApp)|create\w*VNode|h|html|css|svg|jsx\w*|ssr\w*|template|computed)$/;

/** True for an import from a package, or a module of Astro, whose functions change nothing, unless their names say so. */
export const isStillImport = (specifier: string): boolean =>
	isHelper(specifier) || isStateless(specifier) || isStore.test(specifier);

/** A module that a compiler of components adds. It completes the component that it is given. */
const isHelper = (specifier: string): boolean => /plugin-vue:export-helper$/.test(specifier);

/** True if a call of a function of such an import, by its names, may configure the package, or change how Node works. */
export function isSettingUp(specifier: string, names: readonly string[]): boolean {
	if (neverSetUp.test(specifier)) return false;
	return names.some((name) => (isBuiltin(specifier) ? changingNode : settingUp).test(name));
}

/** True if such a call keeps the functions that it is given for later. */
export const isDeferring = (specifier: string, names: readonly string[]): boolean =>
	deferring.test(specifier) ||
	(framework.test(specifier) && names.every((name) => makesComponents.test(name)));
