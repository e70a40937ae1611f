/** @internal */
/** Returns a function that creates its value on the first call, and returns the same value afterward. */
export function once<T>(make: () => T): () => T {
	let made: { value: T } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}

/** Returns a function that creates a value for each key on the first call with it, and returns the same value afterward. */
export function oncePerKey<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
	const made = new Map<Key, { value: Value }>();
	return (key) => {
		const found = made.get(key) ?? { value: make(key) };
		made.set(key, found);
		return found.value;
	};
}
