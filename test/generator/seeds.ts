import type { Plan } from './try-site.js';

/** A small site and steps that once gave the wrong output, or that need one part of a page's key. */
const seed = (idioms: string | readonly string[], ...steps: string[]): Plan => ({
	seed: 1,
	idioms: [idioms].flat(),
	steps,
});

/** Kinds of stale pages that were found before code was compared as it is emitted and copies were checked. */
export const kinds: Readonly<Record<string, Plan>> = {
	'styles that are gone': seed(
		'code: a component that another page begins to use',
		'another page uses the card',
		'edit the style of the card',
	),
	'islands that are gone': seed(
		'code: islands of Preact',
		'an island uses one more export',
		'an island grows',
		'what two islands share changes',
	),
	'islands of Svelte that are gone': seed(
		'code: an island of Svelte',
		'another island of Svelte does more',
		'another page uses the island of Svelte',
	),
	'scripts that are gone': seed('code: scripts that share a module', 'a script uses one more export'),
	'components of MDX': seed(
		'site: MDX with components',
		'the style of a component of MDX is edited',
		'another entry of MDX uses the component',
		'an entry of MDX uses a component',
		'a component of MDX is edited',
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
	'an index of pages that were deleted': seed(
		'site: a search indexer',
		'add a translation',
		'take a translation away',
	),
	'files that are written where they are missing': seed(
		'site: an integration that writes what is missing',
		'edit a title',
		'edit an author',
	),
	'files that are appended to': seed(
		'site: an integration that appends to files',
		'edit a title',
		'edit an author',
	),
	'entries that are spread with more': seed(
		'props: a spread entry with more',
		'edit a title',
		'edit a title',
		'edit a title',
	),
	'data that was changed in place': seed(
		'props: data that was changed in place',
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
	'a stateful module': seed('state: another module fills it', 'edit a name'),
	rewrites: seed(
		'site: rewrites',
		'the target of a rewrite is edited',
		'the page that is rewritten to is edited',
	),
	'middleware that rewrites': seed('site: middleware that rewrites', 'the target of middleware is edited'),
	'helpers by an alias': seed(
		'site: helpers of the content config by an alias',
		'a helper of the content config is edited',
	),
	'public variables and modes': seed(
		'site: public variables',
		'a public variable is edited',
		'hand: build in another mode',
	),
	secrets: seed(
		'site: variables by a schema',
		'a secret is edited',
		'a public variable of the schema is edited',
	),
	'packages that are patched in place': seed(
		'code: a package that is patched in place',
		'a package is patched',
	),
	'copies that are damaged': seed(
		'site: endpoints',
		'change nothing',
		'hand: damage the copies of pages, and remove the output',
	),
};

/** Other forms of stateful modules. */
export const statefulModules: Readonly<Record<string, Plan>> = Object.fromEntries(
	[
		...['a promise in a variable', 'the global object', 'a private field of an object', 'a closure'],
		...['a function that another module remembers', 'a property that is filled once'],
		...['a method in an options object', 'a cache that is put into', 'an alias of a cache'],
		...['a helper that is imported when it is needed', 'read while the module is loaded'],
		'a value that is handed over',
	].map((name) => [name, seed(`state: ${name}`, 'edit a name')]),
);

/** What the other parts of a page's key are for. */
export const others: Readonly<Record<string, Plan>> = {
	'a counter that pages share': seed('state: a counter that pages share', 'a page that counts is edited'),
	'scripts of Astro': seed(
		['code: transitions between pages', 'code: islands that no server renders'],
		'a script asks for a transition',
	),
	'islands of browsers': seed('code: islands that no server renders', 'an island of browsers is edited'),
	'code of a page': seed('code: files as text and by glob', 'a file that is text is edited'),
	'the order of imports': seed('code: the order of imports', 'imports change places'),
	'files of styles': seed('code: styles with files', 'a file of a style is replaced', 'a style is edited'),
	'a site that was moved': seed('code: islands of Preact', 'hand: move the site'),
	'the Markdown processor': seed('site: Markdown as it is set up', 'a plugin of Markdown is edited'),
	'a different time zone': seed(
		'site: dates as this machine writes them',
		'hand: build in another time zone',
	),
	'cache keys of authors': seed('props: a cache key of the author', 'what the key is made of is edited'),
	middleware: seed('site: middleware', 'what middleware imports is edited'),
	bloks: seed('space: bloks', 'a blok is edited', 'a blok comes', 'a blok gets a style', 'a blok goes'),
	'bloks with side effects': seed(
		'space: a blok that loads a package for what it does',
		'the package does something else',
	),
	collections: seed('site: endpoints', 'edit a title'),
	entries: seed(
		'site: a collection of Markdown',
		'a note is edited',
		'the text of a note is edited',
		'a note comes',
	),
	'images of entries': seed('images: in entries of Markdown', 'a picture of an entry is replaced'),
	'images that entries name': seed('images: that entries name', 'a cover is replaced'),
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
	'a related story': seed('space: addresses and relations of one story', 'edit an author'),
	alternates: seed('space: heads and rich text', 'add a translation', 'edit a translation'),
	'output that is damaged': seed('site: endpoints', 'hand: damage the output'),
	'languages that fall back': seed(
		'site: languages that fall back',
		'a page without a translation is edited',
		'a page is translated',
		'a translation goes',
	),
};
