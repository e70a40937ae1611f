/**
 * Marks the getter of a property with a text that stands for its value where values are compared. Without a text the value
 * itself is compared. Registered, since bundled copies of this package share nothing else.
 */
export const standIn: unique symbol = Symbol.for('astro-slugline:stand-in');

/**
 * Gives the text for the property of an owner; undefined where the value itself is to be compared.
 *
 * @param describe a text for any value, the same for the same value only
 */
export type StandIn = (owner: object, describe: (value: unknown) => string) => string | undefined;

/** A getter with a text that stands for what it gives. */
export const standingIn = <Get extends (this: never) => unknown>(get: Get, text: StandIn): Get =>
	Object.assign(get, { [standIn]: text });
