const byPlainKind: Record<string, string> = {
	null: 'null',
	boolean: 'boolean',
	number: 'number',
	text: 'string',
	empty: 'string',
	date: 'string',
	numeric: 'string',
	uuid: 'Uuid',
	asset: 'AssetField',
	link: 'LinkField',
	richtext: 'RichTextField',
	seo: 'SeoField',
	plugin: 'PluginField',
	table: 'TableField',
	object: 'Record<string, unknown>',
	array: 'unknown[]',
};

/** The kinds that the values of a field have. */
type Kinds = string[][];

/**
 * Infers types from facts.
 *
 * @param facts the results of `factsOf()` for all stories of a space, in any order
 * @example
 * inferTypes(stories.flatMap((story) => [...factsOf(story.content)]))
 */
export function inferTypes(facts: Iterable<string>): SpaceTypes {
	const contentTypes = new Set<string>();
	const together = new Map<string, string[][]>();
	const kinds = new Map<string, Map<string, Kinds>>();
	for (const fact of [...new Set(facts)].sort()) {
		const [what, blok, ...rest]: [string, string, ...string[]] = JSON.parse(fact);
		if (what === 'type') contentTypes.add(blok);
		else if (what === 'fields') entry(together, blok, () => []).push(rest);
		else {
			const [field = '', ...kind] = rest;
			entry(
				entry(kinds, blok, () => new Map<string, Kinds>()),
				field,
				() => [],
			).push(kind);
		}
	}
	const bloks = new Map<string, ReadonlyMap<string, FieldType>>();
	for (const [blok, sets] of together) {
		const fields = new Map<string, FieldType>();
		for (const [field, seen] of kinds.get(blok) ?? []) {
			const optional = sets.some((set) => !set.includes(field));
			fields.set(field, { types: typesOf(seen), optional, note: noteOf(seen) });
		}
		bloks.set(blok, fields);
	}
	return { contentTypes: [...contentTypes], bloks };
}

function typesOf(kinds: Kinds): string[] {
	const types = new Set<string>();
	const members = new Set<string>();
	const emptied = kinds.some(([kind]) => kind === 'empty');
	let isList = false;
	for (const [kind = '', ...rest] of kinds) {
		if (kind !== 'list') types.add(typeOf(kind, rest));
		else {
			isList = true;
			const [member, ...more] = rest;
			if (member !== undefined) members.add(typeOf(member, more));
		}
	}
	// An empty string is a reference that was not chosen.
	if (
		emptied &&
		types.has('Uuid') &&
		!kinds.some(([kind = '']) => ['text', 'date', 'numeric'].includes(kind))
	)
		types.delete('string');
	if (isList) types.add(listOf(members));
	return [...types];
}

const typeOf = (kind: string, [name = '']: string[]): string =>
	kind === 'blok' ? blokType(name) : (byPlainKind[kind] ?? 'unknown');

function listOf(members: Set<string>): string {
	const [only, ...more] = [...members].sort();
	if (only === undefined) return 'unknown[]';
	return more.length === 0 ? `${only}[]` : `(${[only, ...more].join(' | ')})[]`;
}

function noteOf(kinds: Kinds): string | undefined {
	const words = new Set(kinds.map(([kind]) => kind));
	const orEmpty = words.delete('empty') ? ", or `''`" : '';
	words.delete('null');
	if (words.size !== 1) return undefined;
	if (words.has('date')) return `A date: \`2026-01-31 09:00\`${orEmpty}.`;
	if (words.has('numeric')) return `A number in a string${orEmpty}.`;
	if (words.has('uuid')) return `The uuid of a story${orEmpty}.`;
	return undefined;
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
	const existing = map.get(key);
	if (existing !== undefined) return existing;
	const made = make();
	map.set(key, made);
	return made;
}

/** The types of a space as plain data, from which TypeScript is written. */
export interface SpaceTypes {
	/** Names of the content types. */
	contentTypes: readonly string[];
	/** Fields by name of the blok, then by name of the field. */
	bloks: ReadonlyMap<string, ReadonlyMap<string, FieldType>>;
}

/** The type of one field. */
export interface FieldType {
	/** Its possible types, as TypeScript. The names in `fields.ts` stand for themselves. */
	types: readonly string[];
	/** True if a blok may lack the field. */
	optional: boolean;
	/** A short sentence about its values. */
	note?: string | undefined;
}

/** How one blok's type refers to another's. */
export const blokType = (name: string): string => `Bloks[${quote(name)}]`;

/** Quotes a string as TypeScript. */
export const quote = (text: string): string =>
	`'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
