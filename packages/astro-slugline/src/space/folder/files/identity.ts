import { idOf, uuidOf } from './digest.js';

/** What a file may state of the identity of its story or folder. */
interface Stated {
	readonly uuid?: string | undefined;
	readonly id?: number | undefined;
}

/**
 * Makes a function that returns the uuid and the id of a story or folder: those that its file states, or else some that derive from
 * its name. A renamed one may state what derived from its old name, so those that any file states are left out.
 *
 * @param kind what the names are of, such as `story`
 * @param files all that are of this kind
 */
export function identities(kind: string, files: Iterable<Stated>) {
	const [uuids, ids] = [new Set<string | undefined>(), new Set<number | undefined>()];
	for (const { uuid, id } of files) {
		uuids.add(uuid);
		ids.add(id);
	}
	return (name: string, { uuid, id }: Stated) => ({
		uuid: uuid ?? unstated(uuidOf, `${kind} ${name}`, uuids),
		id: id ?? unstated(idOf, `${kind} ${name}`, ids),
	});
}

function unstated<Value>(make: (name: string) => Value, name: string, stated: ReadonlySet<unknown>): Value {
	const value = make(name);
	return stated.has(value) ? unstated(make, `${name}/`, stated) : value;
}
