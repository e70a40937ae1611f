/** A part of what decides whether a cached page is reused: a rule of the built package, which a test replaces by its name. */
export interface KeyPart {
	/** A file of a package, after the name of the package. */
	file: string;
	/** A function of the file, or an entry of a table. */
	rule: string;
	/** Makes of the rule what it is without the part, as code. */
	without: string;
	/** The seed that fails without the part. */
	seed: string;
}

const incremental = 'astro-keep/dist';
const units = `${incremental}/code/code-by-page.js`;
const code = `${incremental}/code/code.js`;
const linkedFiles = `${incremental}/code/linked-assets.js`;
const decide = `${incremental}/decide/decide.js`;
const plan = `${incremental}/render/plan.js`;
const proof = `${incremental}/isolation/isolation-check.js`;
const nextState = `${incremental}/render/next-state.js`;
const setUp = `${incremental}/render/set-up.js`;
const cacheFiles = `${incremental}/cache/files.js`;

const never = '() => () => false';
const nothing = '() => () => []';
const noText = `() => () => ''`;

/** Makes every answer to one kind of read count as unchanged. */
const answersOf = (kind: string, seed: string): KeyPart => ({
	file: `${incremental}/decide/answerer.js`,
	rule: 'createAnswerer',
	without: `(whole) => (answers) => {
		const answer = whole(answers);
		return async (read, before) => (read.startsWith('${kind} ') ? 'same' : answer(read, before));
	}`,
	seed,
});

const secondRender: Omit<KeyPart, 'seed'> = {
	file: `${incremental}/render/pages-to-check.js`,
	rule: 'pagesToCheck',
	without: '(whole) => (...given) => whole(...given).filter(({ copy }) => copy === undefined)',
};

const wokenCode: Omit<KeyPart, 'seed'> = {
	file: `${incremental}/isolation/coverage.js`,
	rule: 'addsCoverage',
	without: never,
};

/** What renders pages that stay, and so finds by chance what most other parts are for. It is disabled beside them. */
export const otherNets = [secondRender, wokenCode];

/** True for a part of these. */
export const isNet = ({ file }: Pick<KeyPart, 'file'>): boolean =>
	/\/isolation\/|\/(?:pages-to-check|conclude)\.js$/.test(file);

/** The text of a file of the package without a part. */
export const withoutPart = (text: string, { rule, without }: Pick<KeyPart, 'rule' | 'without'>): string =>
	`${text}\n${rule} = (${without})(${rule});\n`;

/** Each part of a page's key. */
export const keyParts: Readonly<Record<string, KeyPart>> = {
	'the code of modules': {
		file: code,
		rule: 'textOf',
		without: "(whole) => (module) => (isRuntime(module.id) ? whole(module) : '')",
		seed: 'code: files as text and by glob',
	},
	'what modules import': {
		file: code,
		rule: 'importsOf',
		without: nothing,
		seed: 'code: the order of imports',
	},
	'the files that modules link to': {
		file: linkedFiles,
		rule: 'linkedFiles',
		without: '() => () => new Map()',
		seed: 'code: client-only islands',
	},
	'what Astro adds to chunks later': {
		file: code,
		rule: 'completed',
		without: noText,
		seed: 'site: MDX with components',
	},
	'the folder of islands': {
		file: units,
		rule: 'codeFingerprints',
		without: "(whole) => (options) => whole({ ...options, folder: '' })",
		seed: 'a moved site',
	},
	packages: {
		file: units,
		rule: 'codeFingerprints',
		without: '(whole) => (options) => whole({ ...options, packages: () => [] })',
		seed: 'code: a package that is patched in place',
	},
	'settings of the site': {
		file: units,
		rule: 'notOfPages.has',
		without: '() => () => true',
		seed: 'site: a content security policy',
	},
	'the scripts of Astro components': {
		file: linkedFiles,
		rule: 'mayLink',
		without: '(whole) => (module) => !isRuntime(module.id) && whole(module)',
		seed: 'scripts from Astro',
	},
	'the config and the machine': {
		file: units,
		rule: 'codeFingerprints',
		without: '(whole) => (options) => whole({ ...options, settings: new Map() })',
		seed: 'site: a Markdown processor of its own',
	},
	'the language and time zone of the machine': {
		file: cacheFiles,
		rule: 'localeHere',
		without: noText,
		seed: 'a different time zone',
	},
	'styles and scripts of a route': {
		file: units,
		rule: 'linkedParts',
		without: nothing,
		seed: 'code: a component that another page begins to use',
	},
	'what runs for every page': {
		file: decide,
		rule: 'comparisons.global',
		without: never,
		seed: 'site: middleware',
	},
	'what getStaticPaths gives': {
		file: decide,
		rule: 'comparisons.props',
		without: never,
		seed: 'props: a spread entry with more data',
	},
	'what cannot be compared': {
		file: decide,
		rule: 'comparisons.incomparable',
		without: never,
		seed: 'props: one thing that cannot be compared',
	},
	'cache keys of authors': {
		file: 'astro-slugline/dist/astro/hooks/keep-pages.js',
		rule: 'isStoryKey',
		without: '() => () => true',
		seed: 'props: a cache key of the author',
	},
	'the code of a route': {
		file: decide,
		rule: 'comparisons.code',
		without: never,
		seed: 'code: files as text and by glob',
	},
	'pages that are rendered together': {
		file: decide,
		rule: 'orderDependentOf',
		without: nothing,
		seed: 'state: what the first page decides',
	},
	'the order of pages that affect each other': {
		file: plan,
		rule: 'isMoved',
		without: never,
		seed: 'a counter with a page less',
	},
	'the second render of pages that stay': {
		...secondRender,
		seed: 'state: modules that change others when they are loaded',
	},
	'getStaticPaths apart from pages': {
		file: proof,
		rule: 'pathsFor',
		without: "() => () => 'same'",
		seed: 'state: what getStaticPaths fills',
	},
	'pages in order once more': {
		file: proof,
		rule: 'onceMore',
		without: nothing,
		seed: 'state: a counter that content switches on',
	},
	'the replay of pages that stayed': {
		file: `${incremental}/isolation/conclude.js`,
		rule: 'needsRerender',
		without: never,
		seed: 'state: a counter that content switches on',
	},
	'code that content wakes': { ...wokenCode, seed: 'state: a setter that content calls' },
	'modules that hold what they read': {
		file: `${incremental}/isolation/compare.js`,
		rule: 'differingReads',
		without: nothing,
		seed: 'state: what getStaticPaths fills',
	},
	'what getStaticPaths leaves for pages': {
		file: nextState,
		rule: 'anywhereOf.paths',
		without: nothing,
		seed: 'state: what getStaticPaths leaves',
	},
	'reads that any page may show': {
		file: decide,
		rule: 'readingsOf.shared',
		without: nothing,
		seed: 'state: an object that another module fills',
	},
	'what a page read': {
		file: decide,
		rule: 'readingsOf.own',
		without: nothing,
		seed: 'content of endpoints',
	},
	'whether content changed': {
		file: decide,
		rule: 'mayDifferBy.content',
		without: never,
		seed: 'content of endpoints',
	},
	'whether code changed': {
		file: decide,
		rule: 'mayDifferBy.code',
		without: never,
		seed: 'site: MDX with components',
	},
	'reads of the environment': {
		file: decide,
		rule: 'mayDifferBy.environment',
		without: never,
		seed: 'site: variables with a schema',
	},
	'what is read while modules are loaded': {
		file: nextState,
		rule: 'anywhereOf.modules',
		without: nothing,
		seed: 'state: read while the module is loaded',
	},
	'rewrites while rendering': {
		file: setUp,
		rule: 'recordRewrites',
		without: '() => () => {}',
		seed: 'site: rewrites',
	},
	'reads with an unknown answer': {
		file: `${incremental}/kinds/own-rules.js`,
		rule: 'ownRules.rewrite',
		without: "(rule) => ({ ...rule, source: 'itself' })",
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
	'answers: code of bloks': answersOf('lookup', 'space: bloks'),
	'answers: the environment': answersOf('env', 'site: variables with a schema'),
	'digests of copies': {
		file: `${incremental}/cache/page-pack.js`,
		rule: 'isIntact',
		without: '() => () => true',
		seed: 'damaged copies',
	},
	'the record of the output': {
		file: `${incremental}/output/list-output.js`,
		rule: 'isAsRecorded',
		without: '() => () => true',
		seed: 'damaged output',
	},
};
