/** Numbers from 0 to below 1 that depend on nothing but the text. */
export function randomFrom(text: string): () => number {
	let state = 2166136261;
	for (const character of text) {
		state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
	}
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let value = Math.imul(state ^ (state >>> 15), 1 | state);
		value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
		return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
	};
}
