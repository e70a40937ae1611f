import { named } from '../shared/text/named.js';
import { type Asks, type FieldPath, imageRow, whole } from '../tracking/index.js';
import type { Change, RowChanges } from './row-changes.js';
import type { ChangeFacts, KindRules, Sentences, Words } from './rules.js';
import type { TableChange } from './table-digest.js';

type OwnKind =
	| 'always'
	| 'fetch'
	| 'rewrite'
	| 'code'
	| 'lookup'
	| 'env'
	| 'loaded'
	| 'notice'
	| 'members'
	| 'member'
	| 'fields'
	| 'query'
	| 'ids';

/** The rules of the kinds that every site has. */
export const ownRules: KindRules<OwnKind> = {
	always: {
		source: 'unknown',
		changed: (_, by) => `it asks to be rendered in every build${by}`,
		dependency: () => 'the time of the build: it asks to be rendered in each',
	},
	fetch: {
		source: 'unknown',
		changed: (_, by) =>
			`it calls fetch() or opens a connection while rendering${by}, and the response may have changed`,
		dependency: () => 'a response of the network, which no build can compare',
	},
	rewrite: {
		source: 'unknown',
		changed: (component) => `it is a rewrite to ${component}`,
		dependency: (component) => `the code of ${component}, to which it rewrites`,
	},
	code: {
		source: 'code',
		changed: (file) => `the code of the entry ${file} changed`,
		dependency: (file) => `the code of the entry ${file}`,
	},
	lookup: {
		source: 'code',
		changed: (name, _, code) => `the code of \`${name}\` changed: ${code(name)}`,
		dependency: (name, { code }) => `the code of \`${name}\`: ${code(name) || 'there is none'}`,
	},
	env: {
		source: 'environment',
		changed: (name, by) => `the environment variable ${name} changed${by}`,
		dependency: (name) => `the environment variable ${name}`,
	},
	loaded: {
		source: 'environment',
		changed: (path) => `${path} changed, which pages load while they run`,
		dependency: (path) => `${path}, which pages load while they run`,
	},
	notice: {
		source: 'itself',
		changed: ([sentence]) => `a warning changed: ${sentence}`,
		dependency: () => undefined,
	},
	members: {
		source: 'content',
		collection: (collection) => collection,
		changed: (collection, by) => `the list of entries in \`${collection}\` changed${by}`,
		dependency: (collection) => `which entries \`${collection}\` has, and their order`,
		rows: (changes) => changes.orOrder(entryChanges(changes)),
	},
	member: {
		source: 'content',
		collection: ([collection]) => collection,
		changed: ([collection, id], by) => `\`${id}\` in \`${collection}\` changed${by}`,
		dependency: ([collection, id]) => `whether \`${collection}\` has \`${id}\``,
		rows: (changes) => changes.orOrder(entryChanges(changes)),
	},
	fields: {
		source: 'content',
		collection: ([collection]) => collection,
		changed: ([collection, ids], by) =>
			`${ids && ids.length === 1 ? named(ids) : 'an entry'} in \`${collection}\` changed${by}`,
		dependency: ([collection, ids, paths], words) =>
			`${new Intl.ListFormat('en').format(fieldsOf(paths)) || 'all fields'} of ${ofEntries(ids, words)} in \`${collection}\``,
		rows: ({ table, all, orOrder }, asked) =>
			orOrder([
				...all('added', table.added.filter(isEntry)),
				...all('removed', table.removed.filter(isEntry)),
				...all('changed', table.changed.filter(isEntry), fieldsRead(asked, table)),
				...all(
					'redrawn',
					table.changed.filter(isImage).map((name) => name.slice(imageRow.length)),
				),
			]),
	},
	query: {
		source: 'content',
		collection: ([collection]) => collection,
		changed: ([, options], by) => `the answer of a query() changed${by}: ${options}`,
		dependency: ([, options]) => `the result of query(${options})`,
		rows: (changes, [, options]) => foundChanges(changes, fieldsQueried(options, changes.table)),
	},
	ids: {
		source: 'content',
		collection: ([collection]) => collection,
		changed: ([, options], by) => `the answer of a query() changed${by}: ${options}`,
		dependency: ([, options]) => `the ids in the result of query(${options})`,
		rows: (changes) => foundChanges(changes, []),
	},
};

const entryChanges = ({ table, all }: RowChanges): Change[] => [
	...all('added', table.added),
	...all('removed', table.removed),
	...all('changed', table.changed),
];

const foundChanges = ({ table, all, orOrder }: RowChanges, fields: readonly string[]): Change[] =>
	orOrder([
		...all('found', table.added),
		...all('lost', table.removed),
		...all('changed', table.changed, fields),
	]);

function ofEntries(ids: readonly string[] | 0, { maxEntries }: Words): string {
	if (ids === 0) return 'all entries';
	if (ids.length > maxEntries) return `${ids.length} entries, such as ${named(ids.slice(0, 1))}`;
	return maxEntries === Number.POSITIVE_INFINITY ? ids.map(quoted).join(', ') : named(ids);
}

const isImage = (name: string): boolean => name.startsWith(imageRow);

const isEntry = (name: string): boolean => !isImage(name);

const quoted = (text: string): string => `\`${text}\``;

/** The columns that changed. With other rows, each has. */
const changedColumns = ({ added, removed, columns }: TableChange): readonly number[] =>
	[...added, ...removed].some(isEntry) ? [] : columns;

function fieldsQueried(options: string, table: TableChange): string[] {
	const { fields = [] }: { fields?: string[] } = JSON.parse(options);
	return changedColumns(table).flatMap((at) =>
		fields[at] === undefined ? [] : quoted(`data.${fields[at]}`),
	);
}

const fieldsRead = ([, , paths]: Asks['fields'], table: TableChange): string[] =>
	fieldsOf(changedColumns(table).flatMap((at) => paths.slice(at, at + 1)));

const theBody = 'the body';
const theSet = 'the set of fields';

/** All of these fields, readable. */
const fieldsOf = (paths: readonly FieldPath[]): string[] => [
	...new Set(
		fieldTexts(paths).map((text) =>
			text === 'data' ? theSet : /^(?:body|rendered\.html)$/.test(text) ? theBody : quoted(text),
		),
	),
];

function fieldTexts(paths: readonly FieldPath[]): string[] {
	const texts = paths
		.map((path) => path.filter((name) => name !== whole).join('.'))
		.filter((text) => text !== '');
	// Of an object with a field that is named, only its list of names was read.
	return texts.filter((text) => !texts.some((other) => other.startsWith(`${text}.`)));
}

/** Limit of the fields, or the pages, that a sentence names. It counts the others. */
const maxNamed = 3;

/** Some names, as they are. */
export function listOfSome(names: readonly string[]): string {
	const rest = names.length - maxNamed;
	return new Intl.ListFormat('en').format(rest > 1 ? [...names.slice(0, maxNamed), `${rest} more`] : names);
}

const was = (facts: ChangeFacts): string =>
	`${some(facts)} ${facts.names.length + facts.more === 1 ? 'was' : 'were'}`;

const some = ({ names, more }: ChangeFacts): string =>
	more === 0
		? named(names)
		: `${names.slice(0, maxNamed).map(quoted).join(', ')} and ${names.length - maxNamed + more} more`;

/** What is said of entries. */
export const ownSentences = {
	added: (facts) => `${was(facts)} added to \`${facts.collection}\``,
	removed: (facts) => `${was(facts)} removed from \`${facts.collection}\``,
	changed: (facts) =>
		`${facts.fields.length > 0 ? `${listOfSome(facts.fields)} of ` : ''}${some(facts)} in \`${facts.collection}\` changed`,
	redrawn: ({ names }) => `the image ${listOfSome(names)} changed`,
	found: (facts) => `a query() of \`${facts.collection}\` now finds ${some(facts)}`,
	lost: (facts) => `a query() of \`${facts.collection}\` no longer finds ${some(facts)}`,
	reordered: ({ collection }) => `the order of \`${collection}\` changed`,
} satisfies Sentences;
