/** The types of a space: a plain picture that can be written as TypeScript. */
export interface SpaceTypes {
	/** Names of the bloks that are the content of a story. */
	contentTypes: readonly string[];
	/** Fields by the name of the blok, then of the field. */
	bloks: ReadonlyMap<string, ReadonlyMap<string, FieldType>>;
}

/** The type of one field. */
export interface FieldType {
	/** What it may be, as TypeScript; the names of `fields.ts` stand for themselves. */
	types: readonly string[];
	/** True if a blok may lack the field. */
	optional: boolean;
	/** A short sentence about its values. */
	note?: string | undefined;
}

/** How one blok's type is named in another's. */
export const blokType = (name: string): string => `Bloks[${quote(name)}]`;

/** A text as TypeScript. */
export const quote = (text: string): string =>
	`'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
