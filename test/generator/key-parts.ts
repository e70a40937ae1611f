/** A part of what decides whether a cached page is reused, and the change of the built package that disables it. */
export interface KeyPart {
	/** A file of the package. */
	file: string;
	/** A text that the file contains once. */
	from: string;
	to: string;
	/** The seed that fails without the part. */
	seed: string;
}

const incremental = 'dist/astro/incremental';
const units = `${incremental}/code/code-units.js`;
const code = `${incremental}/code/code.js`;
const linkedFiles = `${incremental}/code/linked-files.js`;
const decide = `${incremental}/decide/decide.js`;
const proof = `${incremental}/proof/proof.js`;
const nextState = `${incremental}/render/next-state.js`;
const setUp = `${incremental}/render/set-up.js`;

/** Makes every answer to one kind of read count as unchanged. */
const answersOf = (kind: string, seed: string): KeyPart => ({
	file: `${incremental}/decide/answerer.js`,
	from: 'const found =',
	to: `if (kind === '${kind}') return 'same'; const found =`,
	seed,
});

const secondRender: Omit<KeyPart, 'seed'> = {
	file: `${incremental}/render/pages-to-prove.js`,
	from: 'chosen.has(page.id)',
	to: 'false',
};

const wokenCode: Omit<KeyPart, 'seed'> = {
	file: `${incremental}/render/prove.js`,
	from: 'areNew(first.blocks, before.blocks, isNewCode)',
	to: 'false',
};

/** What renders pages that stay, and so finds by chance what most other parts are for. It is disabled beside them. */
export const otherNets = [secondRender, wokenCode];

/** Each part of a page's key. */
export const keyParts: Readonly<Record<string, KeyPart>> = {
	'the code of modules': {
		file: code,
		from: 'sourceOf(module) : module.code,',
		to: `sourceOf(module) : '',`,
		seed: 'code: files as text and by glob',
	},
	'what modules import': {
		file: code,
		from: 'module.imports.map((id) => this.nameOf(id)),\n            module.statements,',
		to: '',
		seed: 'code: the order of imports',
	},
	'the files that modules link to': {
		file: code,
		from: 'this.#linked.get(module.id) ?? [],',
		to: '[],',
		seed: 'code: client-only islands',
	},
	'what Astro adds to chunks later': {
		file: code,
		from: `module.completedLater ? completed(module.completedLater, code.portable.text) : '',`,
		to: `'',`,
		seed: 'site: MDX with components',
	},
	'the folder of islands': {
		file: code,
		from: '...(!isRuntime(module.id) && hasIslands(module) ? [folder] : []),',
		to: '',
		seed: 'a moved site',
	},
	packages: {
		file: code,
		from: 'for (const [name, of] of packages(id))',
		to: 'for (const [name, of] of [])',
		seed: 'code: a package that is patched in place',
	},
	'settings of the site': {
		file: units,
		from: 'if (notOfPages.has(name) || ',
		to: 'if (true || ',
		seed: 'site: a content security policy',
	},
	'the scripts of Astro components': {
		file: linkedFiles,
		from: '(isRuntime(id) ? /[?&]type=script/ :',
		to: '(isRuntime(id) ? /never/ :',
		seed: 'scripts from Astro',
	},
	'the config and the machine': {
		file: units,
		from: 'for (const [name, value] of settings)',
		to: 'for (const [name, value] of [])',
		seed: 'site: a Markdown processor of its own',
	},
	'the language and time zone of the machine': {
		file: setUp,
		from: "['the language or time zone of this machine', localeHere()],",
		to: '',
		seed: 'a different time zone',
	},
	'styles and scripts of a route': {
		file: units,
		from: 'if (routeData.component !== component)',
		to: 'if (true)',
		seed: 'code: a component that another page begins to use',
	},
	'what runs for every page': {
		file: decide,
		from: 'former?.common !== now.common',
		to: 'false',
		seed: 'site: middleware',
	},
	'what getStaticPaths gives': {
		file: decide,
		from: 'before && before.given !== given',
		to: 'false',
		seed: 'props: a spread entry with more data',
	},
	'what cannot be compared': {
		file: decide,
		from: `why.push('opaque');`,
		to: '{}',
		seed: 'props: one thing that cannot be compared',
	},
	'cache keys of authors': {
		file: decide,
		from: `? '' : cacheKey`,
		to: `? '' : ''`,
		seed: 'props: a cache key of the author',
	},
	'the code of a route': {
		file: decide,
		from: 'before && before.code !== code',
		to: 'false',
		seed: 'code: files as text and by glob',
	},
	'pages that are rendered together': {
		file: decide,
		from: `why.push('together');`,
		to: '{}',
		seed: 'state: what the first page decides',
	},
	'the order of pages that affect each other': {
		file: `${incremental}/render/plan.js`,
		from: 'former.conclusions.order !== orderOf(pages)',
		to: 'false',
		seed: 'a counter with a page less',
	},
	'the second render of pages that stay': {
		...secondRender,
		seed: 'state: modules that change others when they are loaded',
	},
	'getStaticPaths apart from pages': {
		file: proof,
		from: `isNewCode ? 'apart' : 'same'`,
		to: `'same'`,
		seed: 'state: what getStaticPaths fills',
	},
	'pages in order once more': {
		file: proof,
		from: 'pages.every(isNew) ? [] : pages',
		to: '[]',
		seed: 'state: a counter that content switches on',
	},
	'the replay of pages that stayed': {
		file: `${incremental}/render/prove.js`,
		from: 'const again = isUnsure || checksAll ?',
		to: 'const again = false ?',
		seed: 'state: a counter that content switches on',
	},
	'code that content wakes': {
		...wokenCode,
		seed: 'state: a setter that content calls',
	},
	'modules that hold what they read': {
		file: proof,
		from: 'differingReads(expected, page)',
		to: '[]',
		seed: 'state: what getStaticPaths fills',
	},
	'what getStaticPaths leaves for pages': {
		file: nextState,
		from: 'conclusions.keepsPaths ? passing : []',
		to: '[]',
		seed: 'state: what getStaticPaths leaves',
	},
	'reads that any page may show': {
		file: decide,
		from: 'why.push(...shared);',
		to: '',
		seed: 'state: an object that another module fills',
	},
	'what a page read': {
		file: decide,
		from: 'why.push(...changedOf(reads.get(id)));',
		to: '{}',
		seed: 'content of endpoints',
	},
	'whether content changed': {
		file: decide,
		from: 'return former.content !== now.content;',
		to: 'return false;',
		seed: 'content of endpoints',
	},
	'whether code changed': {
		file: decide,
		from: 'return former.code !== now.code;',
		to: 'return false;',
		seed: 'site: MDX with components',
	},
	'reads of the environment': {
		file: decide,
		from: `case 'environment':`,
		to: `case 'environment': return false;`,
		seed: 'site: variables with a schema',
	},
	'what is read while modules are loaded': {
		file: nextState,
		from: '[...outside, ',
		to: '[',
		seed: 'state: read while the module is loaded',
	},
	'rewrites while rendering': {
		file: setUp,
		from: 'page && page.component !== component',
		to: 'false',
		seed: 'site: rewrites',
	},
	'reads with an unknown answer': {
		file: 'dist/astro/page/tracking/read.js',
		from: `rewrite: 'unknown'`,
		to: `rewrite: 'itself'`,
		seed: 'site: rewrites',
	},
	'answers: which entries there are': answersOf('members', 'space: entries that come'),
	'answers: whether there is an entry': answersOf('member', 'space: entries that come'),
	'answers: fields': answersOf('fields', 'content of endpoints'),
	'answers: queries': answersOf('query', 'space: queries'),
	'answers: related stories': answersOf('story', 'a related story'),
	'answers: addresses': answersOf('address', 'space: addresses and relations of one story'),
	'answers: other languages': answersOf('alternates', 'alternates'),
	'answers: code of entries': answersOf('code', 'site: MDX with components'),
	'answers: code of bloks': answersOf('blok', 'space: bloks'),
	'answers: the environment': answersOf('env', 'site: variables with a schema'),
	'digests of copies': {
		file: `${incremental}/copies/page-pack.js`,
		from: 'isWhole && hashOf(bytes) === digest ? bytes : undefined',
		to: 'bytes',
		seed: 'damaged copies',
	},
	'the record of the output': {
		file: 'dist/astro/output/record/list-output.js',
		from: 'export function isAsRecorded(output, { folders, files }) {',
		to: 'export function isAsRecorded(output, { folders, files }) { return true;',
		seed: 'damaged output',
	},
};
