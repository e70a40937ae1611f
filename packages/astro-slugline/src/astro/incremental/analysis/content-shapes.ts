/** What a value has to do with entries. A variable may have several shapes; none means that it contains nothing of an entry. */
export type Shape = 'content' | 'entries' | Made | Given;

/** A list or an object that the page made, with what it contains. Only what it contains may be shared. */
export interface Made {
	kind: 'made';
	/** Properties by their names. */
	fields?: ReadonlyMap<string, readonly Shape[]>;
	/** Values that it copies the properties of, as in `{ ...post.data }`. */
	copies?: readonly Shape[];
	/** Any other property. */
	items?: readonly Shape[];
}

/** A parameter of a function, or a part of one. */
export interface Given {
	kind: 'given';
	/** The variable at the top level of the module, or in a function, that has the function. */
	owner: string;
	index: number;
	/** Names of properties, `''` for computed ones. */
	path: readonly string[];
}

/** A variable with more shapes is not followed further. */
const maxShapes = 12;

/** Copies of copies of copies are not followed further. */
const maxCopies = 4;

/** Deeper paths are not followed, so that functions that call themselves have an end. */
const maxPath = 8;

/**
 * The shapes of a property.
 *
 * @param name `''` for a computed one, which may be any
 */
function partOf(shape: Shape, name: string, copiesLeft = maxCopies): readonly Shape[] {
	if (shape === 'content') return ['content'];
	// A parameter may be an entry.
	if (shape === 'entries' || (shape.kind === 'given' && name === 'data'))
		return name === 'data' ? ['content'] : ['entries'];
	if (shape.kind === 'given')
		return shape.path.length < maxPath ? [{ ...shape, path: [...shape.path, name] }] : [];
	const { fields, copies = [], items = [] } = shape;
	const own = fields?.get(name);
	if (own) return own;
	const all = name === '' ? [...(fields?.values() ?? [])].flat() : [];
	const copied = copiesLeft > 0 ? copies.flatMap((copy) => partOf(copy, name, copiesLeft - 1)) : [];
	return [...all, ...items, ...copied];
}

export const partsOf = (shapes: readonly Shape[], name: string): readonly Shape[] =>
	distinct(shapes.flatMap((shape) => partOf(shape, name)));

/** The shapes of what is at the end of a path. */
export const at = (shapes: readonly Shape[], path: readonly string[]): readonly Shape[] =>
	path.reduce(partsOf, shapes);

/** A new list with these items. */
export const listWith = (items: readonly Shape[]): readonly Shape[] =>
	items.length > 0 ? [{ kind: 'made', items: distinct(items) }] : [];

/** A new list or object with the properties of others. */
export const copyOf = (copies: readonly Shape[]): readonly Shape[] =>
	copies.length > 0 ? [{ kind: 'made', copies: distinct(copies) }] : [];

/** The shapes without those that are there twice. */
export function distinct(shapes: readonly Shape[]): readonly Shape[] {
	if (shapes.length < 2) return shapes;
	const found = new Map<unknown, Shape>();
	for (const shape of shapes) {
		const isGiven = typeof shape === 'object' && shape.kind === 'given';
		found.set(isGiven ? JSON.stringify(shape) : shape, shape);
	}
	const all = [...found.values()];
	const isMade = (shape: Shape) => typeof shape === 'object' && shape.kind === 'made';
	return [...all.filter((shape) => !isMade(shape)), ...all.filter(isMade)].slice(0, maxShapes);
}
