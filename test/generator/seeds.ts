import type { Plan } from './try-site.js';

/** A small site and steps that once gave the wrong output, or that need one part of a page's key. */
const seed = (idioms: string | readonly string[], ...steps: string[]): Plan => ({
	seed: 1,
	idioms: [idioms].flat(),
	steps,
});

/** Sites that once went stale, or that need one part of what decides whether a page is rendered. */
export const seeds: Readonly<Record<string, Plan>> = {
	'removed styles': seed(
		'code: a component that another page begins to use',
		'another page uses the card',
		'edit the style of the card',
	),
	'removed islands': seed(
		'code: Preact islands',
		'an island uses one more export',
		'an island grows',
		'what two islands share changes',
	),
	'removed Svelte islands': seed(
		'code: a Svelte island',
		'another Svelte island grows',
		'another page uses the Svelte island',
	),
	'removed scripts': seed('code: scripts that share a module', 'a script uses one more export'),
	'MDX components': seed(
		'site: MDX with components',
		'the style of an MDX component is edited',
		'another MDX entry uses the component',
		'an MDX entry uses a component',
		'an MDX component is edited',
	),
	'hashes of a content security policy': seed(
		'site: a content security policy',
		'a script under the policy is edited',
	),
	'scripts in heads': seed(
		'site: a script that an integration injects',
		'what is injected into heads is edited',
		'the injected script is edited',
	),
	'a search index with deleted pages': seed(
		'site: a search indexer',
		'add a translation',
		'remove a translation',
	),
	'files that are written if missing': seed(
		'site: an integration that writes what is missing',
		'edit a title',
		'edit an author',
	),
	'files that are appended to': seed(
		'site: an integration that appends to files',
		'edit a title',
		'edit an author',
	),
	'spread entries with more data': seed(
		'props: a spread entry with more data',
		'edit a title',
		'edit a title',
		'edit a title',
	),
	'data changed in place': seed(
		'props: data changed in place',
		'edit a title',
		'edit a title',
		'edit a title',
	),
	'props that cannot be compared': seed(
		'props: one thing that cannot be compared',
		'edit a title',
		'edit a title',
	),
	'paths of stories with siblings': seed('props: paths of stories with their siblings', 'edit a name'),
	'queries without a limit': seed('space: queries', 'edit a title', 'edit a name'),
	'a stateful module': seed('state: an object that another module fills', 'edit a name'),
	rewrites: seed(
		'site: rewrites',
		'the target of a rewrite is edited',
		'the page that is rewritten to is edited',
	),
	'middleware that rewrites': seed('site: middleware that rewrites', 'the target of middleware is edited'),
	'helpers by an alias': seed(
		'site: helpers of the content config with an alias',
		'a helper of the content config is edited',
	),
	'public variables and modes': seed(
		'site: public variables',
		'a public variable is edited',
		'hand: build in another mode',
	),
	secrets: seed(
		'site: variables with a schema',
		'a secret is edited',
		'a public variable of the schema is edited',
	),
	'packages patched in place': seed('code: a package that is patched in place', 'a package is patched'),
	'damaged copies': seed(
		'site: endpoints',
		'change nothing',
		'hand: damage the copies of pages, and remove the output',
	),
	'read while the module is loaded': seed('state: read while the module is loaded', 'edit a name'),
	'read while a module is imported on demand': seed(
		'state: read while a module is imported on demand',
		'edit a name',
	),
	'a store of a framework': seed('state: a store of a framework', 'edit a name'),
	'a cache in a component': seed('state: a cache in a component', 'edit a name'),
	'a cache that middleware hands out': seed('state: a cache that middleware hands out', 'edit a name'),
	'a counter that pages share': seed('state: a counter that pages share', 'a page that counts is edited'),
	'a counter with a page less': seed('state: a counter that pages share', 'a page that counts is removed'),
	'a counter that content switches on': seed(
		'state: a counter that content switches on',
		'a page before the counter begins to count',
	),
	'a setter that content calls': seed('state: a setter that content calls', 'a page calls the setter'),
	'what the first page decides': seed('state: what the first page decides', 'a later page is edited'),
	'what getStaticPaths fills': seed('state: what getStaticPaths fills', 'edit a name'),
	'what getStaticPaths leaves': seed('state: what getStaticPaths leaves', 'edit a name'),
	'modules that change others': seed(
		'state: modules that change others when they are loaded',
		'what a module sets is edited',
	),
	'the order of modules': seed(
		'state: modules that change others when they are loaded',
		'another page uses one of the modules',
	),
	'scripts from Astro': seed(
		['code: transitions between pages', 'code: client-only islands'],
		'a script asks for a transition',
	),
	'client-only islands': seed('code: client-only islands', 'a client-only island is edited'),
	'code of a page': seed('code: files as text and by glob', 'a file that is text is edited'),
	'the order of imports': seed('code: the order of imports', 'imports change places'),
	'files of styles': seed('code: styles with files', 'a file of a style is replaced', 'a style is edited'),
	'a moved site': seed('code: Preact islands', 'hand: move the site'),
	'the Markdown processor': seed('site: a Markdown processor of its own', 'a Markdown plugin is edited'),
	'a different time zone': seed(
		'site: dates in the format of this machine',
		'hand: build in another time zone',
	),
	'cache keys of authors': seed('props: a cache key of the author', 'what the key is made of is edited'),
	middleware: seed('site: middleware', 'what middleware imports is edited'),
	bloks: seed(
		'space: bloks',
		'a blok is edited',
		'a blok is added',
		'a blok gets a style',
		'a blok is removed',
	),
	'bloks with side effects': seed(
		'space: a blok that imports a package for its side effect',
		'the side effect of the package changes',
	),
	collections: seed('site: endpoints', 'edit a title'),
	'entries that come': seed('space: entries that come', 'a story comes', 'the story goes'),
	entries: seed(
		'site: a Markdown collection',
		'a note is edited',
		'the text of a note is edited',
		'a note is added',
	),
	'images of entries': seed('images: in Markdown entries', 'a picture of an entry is replaced'),
	'images in frontmatter': seed('images: in frontmatter', 'a cover is replaced'),
	'images of pages': seed('images: in pages', 'a picture is replaced', 'edit a title'),
	'dates and positions': seed(
		'space: dates, positions, and tags',
		'a story is tagged and moved',
		'a story is tagged and moved',
	),
	relations: seed('space: relations and links', 'edit an author', 'edit a translation'),
	'an address of another story': seed(
		'space: addresses and relations of one story',
		'a story has another path',
	),
	'a related story': seed(
		'space: addresses and relations of one story',
		'the story that others refer to is unpublished',
		'edit an author',
	),
	alternates: seed('space: heads and rich text', 'add a translation', 'edit a translation'),
	'damaged output': seed('site: endpoints', 'hand: damage the output'),
	'fallback languages': seed(
		'site: fallback languages',
		'a page without a translation is edited',
		'a page is translated',
		'a translation is removed',
	),
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
