/** A lookup of a route. Plain data, so that a later build can repeat it. */
export type RouteQuestion =
	/** The route of an entry of a collection. */
	| { by: 'entry'; collection: string; id: string }
	/** The route of a story in a language (its code, or its locale in Astro), or else in the default one. */
	| {
			by: 'story';
			uuid: string;
			lang: string /** True for the story itself, and not a translation of it. */;
			isOwn?: true;
	  }
	/** The route with an address in the site, such as `Astro.url.pathname`. */
	| { by: 'path'; path: string }
	/** The route of the story with a full slug or a path without `base`, in a language: `blog/hello`, `/de/blog/hallo`. */
	| { by: 'slug'; slug: string; lang: string }
	/** The same, or with an address in the site. One that names another than the default language stays in that language. */
	| { by: 'address'; address: string; lang: string };

/** Stands for everything below the field before it in a path. */
export const whole = 0;

/** Names of properties, from an entry on. */
export type FieldPath = readonly (string | typeof whole)[];

/** What a page asks for, by the kind of its read. A new kind is a line here; the compiler names the tables that need it, too. */
export interface Asks {
	/** To be rendered in every build. */
	always: null;
	/** Something over the network. */
	fetch: null;
	/** Another page to show instead of itself, by its component. */
	rewrite: string;
	/** The code of a rendered entry, by its file. */
	code: string;
	/** The component of a blok, by its folded name. */
	blok: string;
	/** A variable of the environment, or all of them for `*`. */
	env: string;
	/** A file to download, so that a build brings it for a cached page, too. */
	asset: readonly [name: string, address: string, isPrivate: boolean];
	/** A warning, so that a build repeats it for a cached page. */
	notice: readonly [sentence: string, page: string | null, unless: string | null];
	/** The size of an image in the public folder, by its address. */
	'local-image': string;
	/** The entries of a collection. */
	members: string;
	member: readonly [collection: string, id: string];
	/** Fields of the entries with some ids, or of all for `0`. */
	fields: readonly [collection: string, ids: readonly string[] | 0, paths: readonly FieldPath[]];
	/** The entries that `query()` finds, by its options as text. */
	query: readonly [collection: string, options: string];
	/** Their ids. */
	ids: readonly [collection: string, options: string];
	story: readonly [uuid: string, lang: string];
	/** The translations of a story in other folders, by its uuid. */
	group: string;
	/** The address of a route. */
	address: RouteQuestion;
	/** Its other languages. */
	alternates: RouteQuestion;
	/** A response of the delivery API, without its `cv`. */
	compat: { path: string; query: string };
	/** The `cv` of a response. */
	'compat-cv': { path: string; query: string };
}

export type Kind = keyof Asks;

/** A read of a page, as text that is the same in each build: its kind, and what was asked for, as JSON. */
export type Read = `${Kind} ${string}`;

/** A read that is taken apart. */
export type ReadParts = { [Name in Kind]: readonly [kind: Name, asked: Asks[Name]] }[Kind];

/** @example readOf('member', ['pages', 'home']) // 'member ["pages","home"]' */
export const readOf = <Name extends Kind>(kind: Name, asked: Asks[Name]): Read =>
	`${kind} ${JSON.stringify(asked)}`;

export const kindOf = (read: Read): Kind => read.slice(0, read.indexOf(' ')) as Kind;

export const partsOf = (read: Read): ReadParts =>
	[kindOf(read), JSON.parse(read.slice(read.indexOf(' ')))] as unknown as ReadParts;

/** Where the answer to each kind of read comes from: `itself` never changes, `unknown` may have without a way to find out. */
export const sources: { readonly [Name in Kind]: 'content' | 'code' | 'environment' | 'itself' | 'unknown' } =
	{
		always: 'unknown',
		fetch: 'unknown',
		rewrite: 'unknown',
		code: 'code',
		blok: 'code',
		env: 'environment',
		asset: 'itself',
		notice: 'itself',
		'local-image': 'content',
		members: 'content',
		member: 'content',
		fields: 'content',
		query: 'content',
		ids: 'content',
		story: 'content',
		group: 'content',
		address: 'content',
		alternates: 'content',
		compat: 'content',
		'compat-cv': 'content',
	};

/** True for a read whose answer may have changed without a way to find out. */
export const isUnknowable = (read: Read): boolean => sources[kindOf(read)] === 'unknown';

/** The collection that a read names. */
export function collectionOf(read: Read): string | undefined {
	const [kind, asked] = partsOf(read);
	switch (kind) {
		case 'members':
			return asked;
		case 'member':
		case 'fields':
		case 'query':
		case 'ids':
			return asked[0];
		default:
			return undefined;
	}
}
