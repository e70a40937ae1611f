/** @internal */
/** A node of an ESTree program. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>;

export const isNode = (value: unknown): value is Node =>
	typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Parses a module. Undefined if it is not an ES module, such as CommonJS with a top-level `return`. */
export function programOf(code: string, parse: (code: string) => unknown): unknown {
	try {
		return parse(code);
	} catch {
		// It has a syntax that modules do not have.
		return undefined;
	}
}

/** The nodes in a list, or an empty list for any other value. */
export const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** The name of an identifier, or `''` for other nodes. */
export const nameOf = (value: unknown): string =>
	isNode(value) && typeof value['name'] === 'string' ? value['name'] : '';
