/** A node of an ESTree program. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>;

export const isNode = (value: unknown): value is Node =>
	typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The program of a module; undefined for what is no ES module, such as CommonJS with a `return` at its end. */
export function programOf(code: string, parse: (code: string) => unknown): unknown {
	try {
		return parse(code);
	} catch {
		return undefined;
	}
}

/** The nodes of a list; none of what is no list. */
export const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** The name of an identifier; empty for other nodes. */
export const nameOf = (value: unknown): string =>
	isNode(value) && typeof value['name'] === 'string' ? value['name'] : '';
