import { idioms } from './idioms/index.js';
import type { Plan } from './try-site.js';

/** A small site and steps that once gave the wrong output, or that need one part of a page's key. */
const seed = (idioms: string | readonly string[], ...steps: string[]): Plan => ({
	seed: 1,
	idioms: [idioms].flat(),
	steps,
});

/** What changes on a site of idioms that have no changes of their own. */
const contents = [
	'edit a title',
	'edit a name',
	'edit a title',
	'edit an author',
	'edit a title',
	'add a translation',
];

/**
 * Sites that once went stale, or that need one part of what decides whether a page is rendered: one of each idiom, with its changes
 * in their order, and those that need something else.
 */
export const seeds: Readonly<Record<string, Plan>> = {
	...Object.fromEntries(
		Object.entries(idioms).map(([name, { changes = {} }]) => {
			const own = Object.keys(changes);
			return [name, seed(name, ...(own.length > 0 ? [...own, 'edit a title'] : contents))];
		}),
	),
	'a search index with deleted pages': seed(
		'site: a search indexer',
		'add a translation',
		'remove a translation',
	),
	'another mode': seed('site: public variables', 'hand: build in another mode'),
	'damaged copies': seed(
		'site: endpoints',
		'change nothing',
		'hand: damage the copies of pages, and remove the output',
	),
	'damaged output': seed('site: endpoints', 'hand: damage the output'),
	'content of endpoints': seed('site: endpoints', 'edit a title'),
	'the order of modules': seed(
		'state: modules that change others when they are loaded',
		'another page uses one of the modules',
	),
	'a counter with a page less': seed('state: a counter that pages share', 'a page that counts is removed'),
	'scripts from Astro': seed(
		['code: transitions between pages', 'code: client-only islands'],
		'a script asks for a transition',
	),
	'a moved site': seed('code: Preact islands', 'hand: move the site'),
	'a different time zone': seed(
		'site: dates in the format of this machine',
		'hand: build in another time zone',
	),
	relations: seed('space: relations and links', 'edit an author', 'edit a translation'),
	'a related story': seed(
		'space: addresses and relations of one story',
		'the story that others refer to is unpublished',
		'edit an author',
	),
	'pages of another language with file names': seed(
		['space: bloks', 'site: fallback languages', 'site: file names instead of folders'],
		'a blok is edited',
	),
	alternates: seed('space: heads and rich text', 'add a translation', 'edit a translation'),
};

/**
 * One site of most idioms, for a short run. It has no state that pages share, because then all pages are rendered together, and none
 * could be stale.
 */
export const everything: Plan = {
	seed: 1,
	idioms: [
		...['code: a component that another page begins to use', 'code: scripts that share a module'],
		...['code: Preact islands', 'code: styles with files', 'code: CSS modules and global styles'],
		...['props: a spread entry with more data', 'props: data changed in place', 'props: paginate()'],
		...['props: one thing that cannot be compared', 'images: in pages', 'images: in frontmatter'],
		...['site: a search indexer', 'site: an integration that writes what is missing'],
		...['site: an integration that appends to files', 'site: a script that an integration injects'],
		...['site: a content security policy', 'site: rewrites', 'site: middleware that rewrites'],
		...['site: public variables', 'site: endpoints', 'site: a Markdown collection'],
		...['site: pages with odd names', 'site: redirects'],
		...['space: relations and links', 'space: entries that come', 'space: a folder that moves'],
		...['space: a datasource', 'space: bloks', 'space: dates, positions, and tags'],
	],
	steps: [
		'edit a title + a story is tagged and moved + a story comes + a datasource is edited + the folder is renamed',
		'another page uses the card + a script uses one more export + an island uses one more export + the target of a rewrite is edited',
		'a public variable is edited + a picture is replaced + a cover is replaced + a note is edited + a story leaves the folder',
		'the story goes + remove a page + a language of the folder is unpublished + what is injected into heads is edited',
	],
};
