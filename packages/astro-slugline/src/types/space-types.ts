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
