import { addKinds, type KindRules, listOfSome, type Sentences } from 'astro-keep/build';
import { named } from 'astro-keep/shared/text/named';
import type { RouteQuestion } from '../page/data/index.js';

type StoryKind =
	| 'lookup'
	| 'asset'
	| 'local-image'
	| 'story'
	| 'group'
	| 'address'
	| 'alternates'
	| 'compat'
	| 'compat-cv'
	| 'unshown';

/** What the engine has to know of the reads that stories bring. */
const rules: KindRules<StoryKind> = {
	lookup: {
		source: 'code',
		changed: (name, _, code) => `the blok \`${name}\` ${code(name)}`,
		dependency: (name, { code }) => `the code of the blok \`${name}\`: ${code(name) || 'there is none'}`,
	},
	asset: {
		source: 'itself',
		changed: ([name]) => `the file ${name} changed`,
		dependency: () => undefined,
	},
	'local-image': {
		source: 'content',
		changed: (address, by) => `the size of the image ${address} changed${by}`,
		dependency: (address) => `the size of the image ${address}`,
	},
	story: {
		source: 'content',
		changed: ([uuid, lang], by) => `the story ${uuid} (${lang}) changed${by}`,
		dependency: ([uuid, lang]) => `whether the story ${uuid} (${lang}) is loaded`,
		rows: ({ moved }) => moved('renamed', 'published', 'unpublished'),
	},
	group: {
		source: 'content',
		changed: (uuid, by) => `which stories are translations of ${uuid} changed${by}`,
		dependency: (uuid) => `which stories are translations of ${uuid}`,
	},
	address: {
		source: 'content',
		changed: (question, by) => `the address of \`${storyOf(question)}\` changed${by}`,
		dependency: (question) => `the address of \`${storyOf(question)}\``,
		rows: ({ moved }) => moved('readdressed', 'opened', 'closed'),
	},
	alternates: {
		source: 'content',
		changed: (question, by) => `the other languages of \`${storyOf(question)}\` changed${by}`,
		dependency: (question) => `the other languages of \`${storyOf(question)}\``,
	},
	compat: {
		source: 'content',
		changed: ({ path, query }, by) => `the response of \`cdn/${path}?${query}\` changed${by}`,
		dependency: ({ path, query }) => `the response of \`cdn/${path}?${query}\``,
	},
	'compat-cv': {
		source: 'content',
		changed: ({ path }, by) => `the cv of \`cdn/${path}\` changed${by}`,
		dependency: ({ path }) => `the cv of \`cdn/${path}\``,
	},
	unshown: {
		source: 'itself',
		changed: ([path]) => `a link to ${path} changed`,
		dependency: () => undefined,
	},
};

/** What is said of stories and pages. */
const sentences = {
	published: ({ names }) => `the story ${named(names)} was published`,
	unpublished: ({ names }) => `the story ${named(names)} was unpublished or deleted`,
	renamed: ({ names, to }) => `the story ${named(names)} was renamed to \`${to}\``,
	opened: ({ names }) => `there is now a page at ${listOfSome(names)}`,
	closed: ({ names }) => `there is no longer a page at ${listOfSome(names)}`,
	readdressed: ({ names, to }) => `the page ${listOfSome(names)} is now at ${to}`,
} satisfies Sentences;

/** Adds the kinds of reads that stories bring to those that the engine knows. */
export const addStoryKinds = (): void => addKinds(rules, sentences);

/** The part of a lookup of a route that names the story. */
const parts = { entry: 'id', story: 'uuid', path: 'path', slug: 'slug', address: 'address' } as const;

const storyOf = (question: RouteQuestion): string => String(Reflect.get(question, parts[question.by]));
