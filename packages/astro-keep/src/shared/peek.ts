/** @internal */
/** Marks a getter that loads a value. Registered, because bundled copies of this package share nothing else. */
const peekKey: unique symbol = Symbol.for('astro-keep:peek');

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

/**
 * Marks the getter of a property, or a function, with a text that represents its value in comparisons. Without a text, the
 * value itself is compared. The symbol is registered, because bundled copies of this package share nothing
 * else.
 */
export const standIn: unique symbol = Symbol.for('astro-keep:stand-in');

/**
 * Returns the text for a property of an owner, or undefined to compare the value itself.
 *
 * @param describe returns a unique text for any value
 */
export type StandIn = (owner: object, describe: (value: unknown) => string) => string | undefined;

/** Attaches a text to a getter, to represent its value, or to any other function. */
export const standingIn = <Get extends (this: never, ...given: never[]) => unknown>(
	get: Get,
	text: StandIn,
): Get => Object.assign(get, { [standIn]: text });
