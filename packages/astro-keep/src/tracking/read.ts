/** Stands for everything below the field before it in a path. */
export const whole = 0;

/** Names of properties, from an entry on. */
export type FieldPath = readonly (string | typeof whole)[];

/** What a page asks for, by the kind of its read. Other packages add kinds by declaration merging, and `addKinds()` has their rules. */
export interface Asks {
	/** To be rendered in every build. */
	always: null;
	/** Something over the network. */
	fetch: null;
	/** Another page to show instead of itself, by its component. */
	rewrite: string;
	/** The code of a rendered entry, by its file. */
	code: string;
	/** The module that a lookup by name finds. */
	lookup: string;
	/** A variable of the environment, or all of them for `*`. */
	env: string;
	/** A package or a file that Node has loaded, by its path from the site. */
	loaded: string;
	/** A warning, so that a build repeats it for a cached page. */
	notice: readonly [sentence: string, page: string | null, unless: string | null];
	/** The entries of a collection. */
	members: string;
	member: readonly [collection: string, id: string];
	/** Fields of the entries with some ids, or of all for `0`. */
	fields: readonly [collection: string, ids: readonly string[] | 0, paths: readonly FieldPath[]];
	/** The entries that `query()` finds, by its options as text. */
	query: readonly [collection: string, options: string];
	/** Their ids. */
	ids: readonly [collection: string, options: string];
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
