/** @internal */
/**
 * A 32-bit hash (FNV-1a) of a text, for distributing and for comparing within one sync, where a rare
 * collision is harmless.
 */
export function smallHash(text: string): number {
	let hash = 0x811c9dc5;
	for (let place = 0; place < text.length; place += 1) {
		hash = Math.imul(hash ^ text.charCodeAt(place), 0x01000193);
	}
	return hash >>> 0;
}
