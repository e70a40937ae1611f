/** Marks a getter that loads a value. Registered, because bundled copies of this package share nothing else. */
const peekKey: unique symbol = Symbol.for('astro-slugline:peek');

/** Attaches a function to a getter that loads a value. The function returns the value only if it is in memory. */
export const peekable = <Get extends (this: never) => unknown>(
	get: Get,
	look: (owner: never) => unknown,
): Get => Object.assign(get, { [peekKey]: look });

/** The value of a property; undefined if its getter would have to load it. */
export function peek(owner: object, name: string): unknown {
	const property = Object.getOwnPropertyDescriptor(owner, name);
	if (!property?.get) return property?.value;
	const look: unknown = Reflect.get(property.get, peekKey);
	return typeof look === 'function' ? look(owner) : undefined;
}
