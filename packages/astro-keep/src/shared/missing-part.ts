/** @internal */
/** True for a value that a part of an interface may have. */
export type Test = (value: unknown) => boolean;

export const isObject: Test = (value) => typeof value === 'object' && value !== null;
export const isFunction: Test = (value) => typeof value === 'function';

/**
 * The first part of an undocumented interface that a value does not have, or has in a different form; undefined if it has all.
 *
 * @param shape the tests of the parts, by their paths
 * @example missingPart(app, { 'manifest.routes': Array.isArray, getOptions: isFunction }) // 'manifest.routes'
 */
export const missingPart = (value: unknown, shape: Readonly<Record<string, Test>>): string | undefined =>
	Object.entries(shape).find(([path, test]) => !test(partAt(value, path)))?.[0];

const partAt = (value: unknown, path: string): unknown =>
	path
		.split('.')
		.reduce((found, name) => (isObject(found) ? Reflect.get(found as object, name) : undefined), value);
