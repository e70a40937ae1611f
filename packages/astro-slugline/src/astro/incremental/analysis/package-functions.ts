import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';

/** What functions of packages do with what outlives a page. Patterns of their names; `*` is the package as a function. */
interface Functions {
	packages: RegExp;
	/** They return a function or an object with a memory. */
	remembering?: RegExp;
	/** They change the object or the list in their first argument. */
	changing?: RegExp;
	/** They return another value each time. */
	counting?: RegExp;
	/** Their results count what they are given. */
	makingCounters?: RegExp;
	/** They change the settings of the package for all of its users. */
	setting?: RegExp;
	/** Objects with settings. */
	settings?: RegExp;
}

const ofLists = /^(?:lodash(?:-es|-unified|\/fp)?|underscore|es-toolkit|ramda|rambda|radash|remeda)$/;

const table: readonly Functions[] = [
	{ packages: ofLists, remembering: /^(?:memo\w*|once|before|after|debounce|throttle|funnel|batch)$/ },
	{
		packages: /^(?:lodash(?:-es|-unified)?|underscore|es-toolkit)$/,
		changing:
			/^(?:merge|mergeWith|assign\w*|extend\w*|defaults|defaultsDeep|set|setWith|unset|update|updateWith|pull\w*|remove|fill|reverse)$/,
		counting: /^uniqueId$/,
		setting: /^mixin$/,
		settings: /^templateSettings$/,
	},
	{
		packages:
			/^(?:object-assign|deep-extend|extend|just-extend|mixin-deep|extend-shallow|just-merge|assign-deep|set-value|unset-value)$/,
		changing: /^\*$/,
	},
	{
		packages: /^(?:dset|dot-prop|deepmerge-ts)$/,
		changing: /^(?:dset|setProperty|deleteProperty|deepmergeInto)$/,
	},
	{ packages: /^@sindresorhus\/slugify$/, makingCounters: /^(?:slugifyWithCounter|counter)$/ },
	// Random numbers that begin with a seed are the same in each build.
	{ packages: /^(?:@faker-js\/faker|casual|chance)$/, counting: /./ },
	{ packages: /^(?:seedrandom|alea|random-seed)$/, makingCounters: /^(?:\*|create|alea)$/ },
	{ packages: /^goober$/, counting: /^extractCss$/ },
	{ packages: /^highlight\.js$/, setting: /^(?:register\w+|configure|addPlugin)$/ },
	// `dayjs.extend()` is not among them: it adds functions that only its callers use.
	{ packages: /^dayjs$/, setting: /^(?:locale|updateLocale|setDefault)$/ },
	{
		packages: /^moment(?:-timezone)?$/,
		setting: /^(?:locale|lang|updateLocale|defineLocale|setDefault|relativeTimeThreshold)$/,
		settings: /^\*$/,
	},
	{ packages: /^luxon$/, settings: /^Settings$/ },
	{ packages: /^date-fns$/, setting: /^setDefaultOptions$/ },
	{ packages: /^numeral$/, setting: /^(?:locale|register|\w+Format)$/, settings: /^\*$/ },
	{ packages: /^(?:marked|showdown)$/, setting: /^(?:use|setOptions?|options|setFlavor|extension)$/ },
	{ packages: /^(?:accounting|sanitize-html)$/, settings: /^\*$/ },
	{ packages: /^pluralize$/, setting: /^add\w+Rule$/ },
	{ packages: /^slugify$/, setting: /^extend$/ },
	{ packages: /dompurify$/, setting: /^(?:setConfig|clearConfig|addHook|remove\w*Hooks?)$/ },
	{ packages: /^zod$/, setting: /^(?:setErrorMap|config)$/ },
];

/** A function of a package: `merge` of `lodash` for `merge`, `_.merge`, and the import of `lodash/merge`. */
export interface PackageFunction {
	package: string;
	name: string;
}

/** What variables import from the packages in the table. The name is `*` for a package as a whole. */
export type PackageNames = ReadonlyMap<string, PackageFunction>;

export function packageNames(program: Node): PackageNames {
	const names = new Map<string, PackageFunction>();
	for (const { type, source, specifiers } of listOf(program['body'])) {
		if (type !== 'ImportDeclaration' || !isNode(source)) continue;
		const whole = partsOf(String(source['value']));
		if (!table.some(({ packages }) => packages.test(whole.package))) continue;
		for (const { local, imported } of listOf(specifiers)) {
			const original = nameOf(imported).replace(/^default$/, '');
			names.set(nameOf(local), original === '' ? whole : { ...whole, name: original });
		}
	}
	return names;
}

/** What the default import of a specifier is: `merge` of `lodash` for `lodash/merge.js` and `lodash.merge`. */
function partsOf(specifier: string): PackageFunction {
	const [, single] = /^lodash\.(\w+)$/.exec(specifier) ?? [];
	if (single !== undefined) return { package: 'lodash', name: cased.get(single) ?? single };
	if (/^lodash\/fp(?:\/|$)/.test(specifier)) return { package: 'lodash/fp', name: '*' };
	const [, name = '', path = ''] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
	const [, file = '*'] = /([a-z]\w*)(?:\.c?js)?$/i.exec(path) ?? [];
	return { package: name, name: /^(?:index|compat|lodash|src|esm)$/.test(file) ? '*' : file };
}

/** Packages of one function have names in lower case. */
const cased = new Map(
	['uniqueId', 'mergeWith', 'defaultsDeep', 'assignIn', 'pullAll', 'setWith'].map((name) => [
		name.toLowerCase(),
		name,
	]),
);

/** The function that an expression refers to: `merge`, or `_.merge`. */
export function packageFunction(value: unknown, names: PackageNames): PackageFunction | undefined {
	if (names.size === 0 || !isNode(value)) return undefined;
	if (value.type === 'Identifier') return names.get(nameOf(value));
	if (isNode(value['expression'])) return packageFunction(value['expression'], names);
	if (value.type !== 'MemberExpression' || value['computed'] === true) return undefined;
	const owner = packageFunction(value['object'], names);
	return owner && { package: owner.package, name: nameOf(value['property']) };
}

/** True if a function of a package does this with what outlives a page. */
export const does = (
	kind: Exclude<keyof Functions, 'packages'>,
	found: PackageFunction | undefined,
): boolean =>
	found !== undefined &&
	table.some(
		({ packages, [kind]: names }) => packages.test(found.package) && names?.test(found.name) === true,
	);

/** The object or list that a call of such a function changes: the first argument, after `true` for a deep merge. */
export const changedArgument = (given: readonly Node[]): Node | undefined =>
	given.find(({ type }) => type !== 'Literal');
