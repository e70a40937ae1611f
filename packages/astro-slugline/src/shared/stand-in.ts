/**
 * Marks the getter of a property, or a function, with a text that represents its value in comparisons. Without a text, the
 * value itself is compared. The symbol is registered, because bundled copies of this package share nothing
 * else.
 */
export const standIn: unique symbol = Symbol.for('astro-slugline:stand-in');

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
