type Shallower = [never, 0, 1, 2, 3];

/**
 * The dotted paths of the fields of an entry's data, three levels deep: `'name' | 'content.title'`. Any string if the data may
 * have any field.
 */
export type PathsOf<Data, Depth extends 0 | 1 | 2 | 3 = 3> = Data extends readonly unknown[]
	? never
	: Data extends object
		? string extends keyof Data
			? string
			: { [Key in keyof Data & string]: Key | Below<Key, Data[Key], Depth> }[keyof Data & string]
		: never;

type Below<Key extends string, Value, Depth extends 0 | 1 | 2 | 3> = Depth extends 0
	? never
	: `${Key}.${PathsOf<NonNullable<Value>, Shallower[Depth]>}`;

/** Data with only the fields at some paths. */
export type Picked<Data, Path extends string> = string extends Path
	? Data
	: Data extends object
		? {
				[Key in keyof Data as Extract<Path, Key | `${Key & string}.${string}`> extends never
					? never
					: Key]: Key extends Path ? Data[Key] : Picked<Data[Key], RestOf<Path, Key>>;
			}
		: Data;

type RestOf<Path extends string, Key> = Path extends `${Key & string}.${infer Rest}` ? Rest : never;
