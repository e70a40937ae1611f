/** The name under which an object's class counts as read. Built-in functions check it before they read past all members. */
export const itsClass = Symbol.hasInstance;

/**
 * Calls `note` with the name of each member that is read from an object, whether the object has it or not, and with `itsClass`
 * before a built-in function reads the object itself, as `new Request(request)` does. The object stays the same one, because
 * others hold it, too.
 *
 * @param from what members are read from, if the object itself is to have nothing that built-in functions could read
 */
export function guard(object: object, note: (name: PropertyKey) => void, from: object = object): void {
	const members: object = Object.getPrototypeOf(object);
	let isReading = false;
	const noted = <Result>(name: PropertyKey, result: Result): Result => {
		// What a member reads by itself does not count.
		if (!isReading) note(name);
		return result;
	};
	const get = (_: object, name: PropertyKey): unknown => {
		if (isReading) return Reflect.get(members, name, from);
		note(name);
		isReading = true;
		try {
			const value: unknown = Reflect.get(members, name, from);
			const isMethod = from !== object && typeof value === 'function' && name !== 'constructor';
			return isMethod ? value.bind(from) : value;
		} finally {
			isReading = false;
		}
	};
	for (const name of Reflect.ownKeys(object)) guardOwn(object, name, (own) => noted(own, undefined));
	const guarded = new Proxy(members, {
		get,
		set: (_, name, value) => Reflect.set(members, name, value, from),
		has: (_, name) => noted(name, Reflect.has(members, name)),
		getPrototypeOf: () => noted(itsClass, members),
	});
	if (!Reflect.setPrototypeOf(object, guarded)) note(itsClass);
}

/** Notes reads of a member that the object has itself. One that cannot be replaced counts as read. */
export function guardOwn(object: object, name: PropertyKey, note: (name: PropertyKey) => void): void {
	const own = Object.getOwnPropertyDescriptor(object, name);
	const isGuarded = Reflect.defineProperty(object, name, {
		configurable: true,
		enumerable: own?.enumerable ?? false,
		get() {
			note(name);
			return own?.get ? own.get.call(object) : own?.value;
		},
		set: (value) => Object.defineProperty(object, name, { value, writable: true }),
	});
	if (!isGuarded) note(name);
}
