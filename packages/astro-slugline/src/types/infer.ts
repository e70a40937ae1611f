import { typesOfKinds } from './kinds.js';

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
	const all = [...new Set(facts)].sort().map((fact): string[] => JSON.parse(fact));
	const about = (topic: string) => all.flatMap(([what, ...rest]) => (what === topic ? [rest] : []));
	const firstOf = ([first = '']: string[]) => first;
	const rest = (lists: string[][] = []) => lists.map(([, ...more]) => more);

	const kinds = Map.groupBy(about('is'), firstOf);
	const bloks = [...Map.groupBy(about('fields'), firstOf)].map(([blok, facts]) => {
		const sets = rest(facts);
		const fields = [...Map.groupBy(rest(kinds.get(blok)), firstOf)].map(([field, facts]) => {
			const seen = rest(facts);
			const optional = sets.some((set) => !set.includes(field));
			return [field, { types: typesOf(seen), optional, note: noteOf(seen) }] as const;
		});
		return [blok, new Map<string, FieldType>(fields)] as const;
	});
	return { contentTypes: about('type').map(firstOf), bloks: new Map(bloks) };
}

function typesOf(kinds: Kinds): string[] {
	const { single = [], list } = Object.groupBy(kinds, ([kind]) => (kind === 'list' ? 'list' : 'single'));
	const types = new Set(single.map(typeOf));
	const isEmptied = single.some(([kind]) => kind === 'empty');
	const hasText = single.some(([kind = '']) => ['text', 'date', 'numeric'].includes(kind));
	// An empty string is a reference that was not chosen.
	if (isEmptied && types.has('Uuid') && !hasText) types.delete('string');
	const members = list?.flatMap(([, ...member]) => (member.length > 0 ? [typeOf(member)] : []));
	if (members) types.add(listType([...new Set(members)].sort()));
	return [...types];
}

const typeOf = ([kind = '', name = '']: string[]): string =>
	kind === 'blok' ? blokType(name) : (typesOfKinds[kind] ?? 'unknown');

/** The type of a list with members of these types. */
export function listType(members: readonly string[]): string {
	const [only = 'unknown', ...more] = members;
	return more.length === 0 ? `${only}[]` : `(${members.join(' | ')})[]`;
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
	/** How the space defines that it is edited. */
	editing?: FieldEditing | undefined;
}

/** How a field is edited. */
export interface FieldEditing {
	/** What editors call it. */
	label?: string | undefined;
	/** The form of its texts. */
	text?: 'lines' | 'markdown' | 'date' | 'time' | undefined;
	/** The values that an option field can have, with their names. */
	options?: readonly { value: string; label: string }[] | undefined;
	/** Slug of the datasource that has these values. */
	datasource?: string | undefined;
	/** The content types of stories that it can refer to. */
	contentTypes?: readonly string[] | undefined;
}

/** How one blok's type refers to another's. */
export const blokType = (name: string): string => `Bloks[${quote(name)}]`;

/** Quotes a string as TypeScript. */
export const quote = (text: string): string =>
	`'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
